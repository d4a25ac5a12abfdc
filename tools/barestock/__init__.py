# SPDX-License-Identifier: GPL-2.0-only
"""What tools/run, tools/parse and tools/report share. Standard library only."""
