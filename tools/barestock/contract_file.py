# SPDX-License-Identifier: GPL-2.0-only
"""Reads tests/codegen/<arch>.txt for one compiler; the head of those files says how they are written.

The invariant: a list that is accepted can be counted. Every instruction that some state skips stands
behind a branch that says so, every call is followed by what it calls, and whatever clang alone emits
has a reason beside it.
"""
import os
import re

from barestock.contract import Contract, Line, Sequence

HEADING = re.compile(r"(?:(loop)|part (\w+)|([\w, ]+): ((?:(?:none|voluntary|full) ?)+))"
                     r"(?: ?\((gcc|clang)\))?")
CONDITION = re.compile(r"(irqs|nest)=(on|off|0|1)")
TARGETS = ("out", "skip", "in", "retry", "again")


class ContractError(Exception):
    """The list of expected sequences is not one. The text names the line."""


class Block:
    """A heading and what stands under it, unread: {"before" or "each": [(line's number, depth, text)]}."""

    def __init__(self, number, heading):
        self.number = number
        loop, self.part, cases, models, self.compiler = heading
        self.is_loop = bool(loop)
        self.keys = [(case.strip(), model) for case in (cases or "").split(",")
                     for model in (models or "").split()]
        self.why, self.texts, self.filling = "", {"before": [], "each": []}, "each"


class Reader:
    """Turns the lines of one list into a Contract."""

    def __init__(self, arch, compiler, where):
        self.contract, self.where, self.parts = Contract(arch, compiler), where, {}

    def fail(self, number, why):
        raise ContractError("%s:%d: %s" % (self.where, number, why))

    def blocks(self, lines):
        """The blocks of the list, in order."""
        block = None
        for number, raw in enumerate(lines, 1):
            text = raw.strip()
            if not text or text.startswith("#"):
                continue
            if raw.startswith("\t") and block:
                depth = len(raw) - len(raw.lstrip("\t")) - 1
                block.texts[block.filling].append((number, depth, text))
            elif text in block.texts if block else False:
                block.filling = text
            elif text.startswith("why: ") and block:
                block.why = text[5:]
            else:
                match = HEADING.fullmatch(text)
                if not match:
                    self.fail(number, "neither 'case, ...: model ... [(compiler)]', 'part name', "
                              "'loop', nor an indented line")
                if block:
                    yield block
                block = Block(number, match.groups())
        if block:
            yield block

    def read(self, lines):
        for block in self.blocks(lines):
            if block.compiler == "clang" and not block.is_loop and not block.why:
                self.fail(block.number, "what clang alone emits needs a line 'why: ...'")
            if block.compiler in (None, self.contract.compiler):
                self.file(block)
        return self.contract

    def file(self, block):
        if block.part:
            if block.part in self.parts:
                self.fail(block.number, "part %s is there already" % block.part)
            self.parts[block.part] = block
            return
        sequence = Sequence()
        self.expand(block, sequence, 0)
        self.check(block, sequence)
        if block.is_loop:
            self.contract.loops.append(sequence.lines)
        for key in block.keys:
            if key in self.contract.sequences:
                self.fail(block.number, "%s under %s is there already" % key)
            self.contract.sequences[key] = sequence

    def expand(self, block, sequence, depth):
        """Add a block's lines to a sequence; `@name` stands for a part."""
        have = [line.text for line in sequence.before]
        sequence.before += [self.line(number, 0, text) for number, _, text in block.texts["before"]
                            if text not in have]
        for number, own, text in block.texts["each"]:
            if not text.startswith("@"):
                sequence.lines.append(self.line(number, depth + own, text))
            elif text[1:] in self.parts:
                self.expand(self.parts[text[1:]], sequence, depth + own)
            else:
                self.fail(number, "no part %s above" % text[1:])

    def line(self, number, depth, words):
        text, _, condition = words.partition("|")
        match = CONDITION.fullmatch(condition.strip())
        if condition and not match:
            self.fail(number, "'%s' is no state; irqs=on, irqs=off, nest=0, nest=1 are"
                      % condition.strip())
        line = Line(self.contract.arch, text.strip(), match and match.groups(), depth)
        if line.branch and line.branch not in TARGETS:
            self.fail(number, "'->%s': targets are %s" % (line.branch, ", ".join(TARGETS)))
        return line

    def check(self, block, sequence):
        """Is what some state skips skipped, and what is called there?"""
        skipping = None
        for line, following in zip(sequence.lines, sequence.lines[1:] + [None]):
            if line.condition and skipping != line.condition:
                self.fail(block.number, "'%s': no branch before it skips it" % line.text)
            if line.branch == "skip":
                skipping = following.condition if following else None
                if not skipping:
                    self.fail(block.number, "'%s': nothing to skip" % line.text)
            elif not (following and following.condition):
                skipping = None
            if line.call and not (following and following.depth == line.depth + 1):
                self.fail(block.number, "'%s': what it calls must follow, indented" % line.text)


def parse(lines, arch, compiler, where):
    """The Contract that the lines of a list are for one compiler. ContractError if they are none."""
    contract = Reader(arch, compiler, where).read(lines)
    if not contract.loops:
        raise ContractError("%s: no loop for %s" % (where, compiler))
    return contract


def load(directory, arch, compiler):
    """The Contract in `directory`/<arch>.txt."""
    path = os.path.join(directory, arch + ".txt")
    with open(path, encoding="ascii") as file:
        return parse(file.read().splitlines(), arch, compiler, os.path.basename(path))
