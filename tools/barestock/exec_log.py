# SPDX-License-Identifier: GPL-2.0-only
"""Reads QEMU's execution log of single steps: which instructions each call of a measured block executed.

The log has a line for each instruction inside the ranges it was asked for. Only the newest complete call of each block is
kept: that is the sample, behind the calls that warm up. Ordered by time; a boot has one CPU.
"""
TRACE, STOPPED = b"Trace ", b"Stopped execution"


class Calls:
    """`ends`: {entry of a block: addresses of its return instructions}; `last`: {entry: [pc, ...]}."""

    def __init__(self, ends):
        self._ends = ends
        self._entry = None
        self._pcs = []
        self.last = {}

    def read(self, lines):
        for line in lines:
            if line.startswith(TRACE):
                self._step(int(line.split(b"/", 2)[1], 16))
            elif line.startswith(STOPPED) and self._pcs:
                # Logged, then put off: it comes again.
                self._take_back(int(line.split(b"[", 1)[1].split(b"]", 1)[0], 16))

    def _step(self, pc):
        if self._entry is None:
            if pc not in self._ends:
                return
            self._entry, self._pcs = pc, []
        self._pcs.append(pc)
        if pc in self._ends[self._entry]:
            self.last[self._entry] = self._pcs
            self._entry = None

    def _take_back(self, pc):
        if self._pcs[-1] == pc and self._entry is not None:
            self._pcs.pop()
