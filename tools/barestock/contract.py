# SPDX-License-Identifier: GPL-2.0-only
"""The expected instructions of each operation, as contract_file.py reads them from a list.

An expected instruction is a pattern: a register or number that has a name may be any, but the same
one wherever its name stands in a copy. It knows in which states it is executed and where its branch
goes.
"""
import re

CALL = re.compile(r"(call|bl) (\S+)$")
BRANCH = re.compile(r"->(\w+)(?: (\S+))?$")

# A register of either architecture: its name without width, and the width.
X86_OLD = {"ax": "a", "bx": "b", "cx": "c", "dx": "d",
           "si": "si", "di": "di", "bp": "bp", "sp": "sp"}
PLACES = {"x86_64": re.compile(r"<([A-Z]+)>|%([A-Z]+)(?:\.([dwbh]))?"),
          "arm64": re.compile(r"<([A-Z]+)>|\b([xw])([A-Z]+)\b")}
REGISTERS = {"x86_64": r"%(\w+)", "arm64": r"\b([xw]\d+)\b"}
NUMBER = r"((?:0x)?[0-9a-f]+)"


class ContractError(Exception):
    """The list of expected sequences is not one. The text names the line."""


def _x86_registers():
    """{name as objdump writes it, without %: (register, width)}"""
    table = {}
    for word, stem in X86_OLD.items():
        table.update({"r" + word: (word, ""), "e" + word: (word, "d"), word: (word, "w")})
        table[stem + "l"] = (word, "b")
        if len(stem) == 1:
            table[stem + "h"] = (word, "h")
    for number in range(8, 16):
        for width in ("", "d", "w", "b"):
            table["r%d%s" % (number, width)] = ("r%d" % number, width)
    return table


X86_REGISTERS = _x86_registers()


def place_of(arch, name, width):
    """(what is bound, width) of a register, or of a number, which has width #. Or None."""
    if width == "#":
        return int(name, 0), "#"
    return X86_REGISTERS.get(name) if arch == "x86_64" else (name[1:], name[0])


class Line:
    """One expected instruction: a pattern, where its branch goes, in which states it is executed."""

    def __init__(self, arch, text, condition, depth):
        self.text, self.condition, self.depth = text, condition, depth
        branch = BRANCH.search(text)
        self.branch = branch[1] if branch else None
        self.names = branch[2] if branch else None
        call = CALL.match(text)
        self.call = call[2] if call else None
        self._arch = arch
        if branch:
            text = text[:branch.start()] + "->"
        self._compile(call[1] + " ->" if call else text)

    def _compile(self, text):
        self._places, pattern, end = [], "", 0
        for match in PLACES[self._arch].finditer(text):
            number, one, two = match.groups()
            name, width = (one, two or "") if self._arch == "x86_64" else (two, one)
            self._places.append(("#" + number, "#") if number else (name, width))
            pattern += re.escape(text[end:match.start()])
            pattern += NUMBER if number else REGISTERS[self._arch]
            end = match.end()
        self._pattern = re.compile(pattern + re.escape(text[end:]))

    def match(self, text, bound):
        """Is this the instruction? Fills `bound`, {placeholder: register}, with what it fixes."""
        match = self._pattern.fullmatch(text)
        if not match:
            return False
        new = {}
        for (name, width), found in zip(self._places, match.groups()):
            place = place_of(self._arch, found, width)
            if not place or place[1] != width:
                return False
            if bound.get(name, new.get(name, place[0])) != place[0]:
                return False
            new[name] = place[0]
        bound.update(new)
        return True

    def holds(self, irqs, nest):
        """Is it executed with interrupts `irqs` where the copy begins, at nesting `nest`?"""
        if not self.condition:
            return True
        what, value = self.condition
        return value == (irqs if what == "irqs" else str(nest))


class Sequence:
    """What one copy executes, for one case, one compiler and some models."""

    def __init__(self):
        self.before, self.lines = [], []  # of Line: set once ahead of the loop, executed in each copy

    def executed(self, irqs, nest):
        """The lines that are executed in a state, in order."""
        return [line for line in self.lines if line.holds(irqs, nest)]


class Contract:
    """What one compiler must emit: `loops`, pairs of Line; `sequences`: {(case, model): Sequence}."""

    def __init__(self, arch, compiler):
        self.arch, self.compiler = arch, compiler
        self.loops, self.sequences = [], {}
