# SPDX-License-Identifier: GPL-2.0-only
"""The functions that a block can come to by direct calls and jumps: what of an image must be watched to see it all.

A call through a pointer is not followed. What it would add is missed, and the sum that is held against the counter says
so.
"""
import bisect
import re

TARGET = re.compile(r"\b([0-9a-f]{6,16}) <")
FUNCTION = 2


class Code:
    """Raw lines of objdump by address, and the functions they are in."""

    def __init__(self, lines, symbols):
        self.text = {}
        for line in lines:
            head, tab, rest = line.partition(":\t")
            if tab:
                self.text[int(head, 16)] = rest
        self._starts = sorted({(value, value + size) for value, size, kind, _ in symbols
                               if kind == FUNCTION and size})
        self._addresses = sorted(self.text)

    def function(self, address):
        """(start, end) of the function that holds an address, or None."""
        at = bisect.bisect_right(self._starts, (address, 1 << 64)) - 1
        if at < 0 or address >= self._starts[at][1]:
            return None
        return self._starts[at]

    def addresses(self, start, end):
        return self._addresses[bisect.bisect_left(self._addresses, start):bisect.bisect_left(self._addresses, end)]

    def returns(self, entry):
        """Where the function at `entry` returns."""
        return {address for address in self.addresses(*self.function(entry))
                if self.text[address].split()[0].startswith("ret")}


def functions(code, entries):
    """[(start, end)] of every function reached from the functions at `entries`, in order of address."""
    found, wanted = set(), [code.function(entry) for entry in entries]
    while wanted:
        function = wanted.pop()
        if function is None or function in found:
            continue
        found.add(function)
        for address in code.addresses(*function):
            match = TARGET.search(code.text[address])
            if match:
                wanted.append(code.function(int(match[1], 16)))
    return sorted(found)
