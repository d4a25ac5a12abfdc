# SPDX-License-Identifier: GPL-2.0-only
"""Reads QEMU's log of what it translates and executes: the instructions of each call of a measured function.

A translated block is told once, with the address of each of its instructions as they are then (branches of static keys
are patched while the guest runs), and named each time it is executed. Where it begins and ends is believed; QEMU's
disassembler has been seen to err on the length of a no-op, so what lies between is asked of the image. Only the newest
complete call of each measured function is kept: that is the sample, behind the calls that warm up. Ordered by time; a
boot has one CPU.
"""
TRACE, TRANSLATED, INSTRUCTION, STOPPED = b"Trace ", b"IN:", b"0x", b"Stopped execution"


class Calls:
    """`ends`: {entry of a function: addresses of its return instructions}; `last`: {entry: [pc, ...]}.

    `between(first, last)` gives the addresses of straight code, both included.
    """

    def __init__(self, ends, between):
        self._between = between
        self._entries = {b"%016x" % entry: {b"%016x" % pc for pc in pcs} for entry, pcs in ends.items()}
        self._blocks = {}      # what Trace calls a block: its addresses
        self._translated = []  # the block that is being told
        self.last = {}

    def read(self, lines):
        """Read a log to its end. Addresses stay text in here: there are many, and few are kept."""
        entry, blocks, last = None, [], {}
        for line in lines:
            if not line.startswith(TRACE):
                if line.startswith(STOPPED) and blocks and line.split(b"[", 1)[1].startswith(blocks[-1][0]):
                    # Logged, then put off: it comes again.
                    blocks.pop()
                else:
                    self._translate(line)
                continue
            block = self._block(line.split(b"[", 1)[1].split(b"]", 1)[0])
            if entry is None:
                if not block or block[0] not in self._entries:
                    continue
                entry, blocks = block[0], []
            blocks.append(block)
            if block[-1] in self._entries[entry]:
                last[entry], entry, blocks = blocks, None, []
        self.last = {int(name, 16): [pc for block in found for pc in self._addresses(block)]
                     for name, found in last.items()}

    def _addresses(self, block):
        return self._between(int(block[0], 16), int(block[-1], 16)) if block[0] else []

    def _translate(self, line):
        if line.startswith(TRANSLATED):
            self._translated = []
        elif line.startswith(INSTRUCTION):
            self._translated.append(line[2:18])

    def _block(self, name):
        """The addresses of the block that is executed. A new one follows what was told of it."""
        if self._translated and self._translated[0] == name.split(b"/", 2)[1]:
            self._blocks[name] = self._translated
            self._translated = []
        # A block that was never told leaves a gap, and the sum says so.
        return self._blocks.get(name, [b""])
