# SPDX-License-Identifier: GPL-2.0-only
"""How far a boot is, on stderr.

On a terminal one line that changes in place, elsewhere a line now and then. Nothing is shown when
nothing has changed, and the changing line is wiped before anybody else writes.
"""
import os
import sys

TERMINAL_PERIOD_S = 0.1
PLAIN_PERIOD_S = 10.0


class Progress:
    """`title` names the boot. `show` may be called as often as one likes."""

    def __init__(self, title, quiet, now):
        self._title = title
        self._terminal = os.isatty(2)
        self._quiet = quiet
        self._next = now + (0 if self._terminal else PLAIN_PERIOD_S)
        self._last = ""

    def show(self, text, now):
        if self._quiet or now < self._next or text == self._last:
            return
        self._last = text
        self._next = now + (TERMINAL_PERIOD_S if self._terminal else PLAIN_PERIOD_S)
        line = "%s: %s" % (self._title, text)
        sys.stderr.write("\r\x1b[K" + line if self._terminal else line + "\n")
        sys.stderr.flush()

    def wipe(self):
        if self._terminal and self._last:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
            self._last = ""
