# SPDX-License-Identifier: GPL-2.0-only
"""Follows what a measured block executes in one state, and holds it against the expected sequence.

Execution is compared, not layout: compilers turn loops round and put slow paths in between, and
neither changes what an operation costs in instructions. Which way a branch goes is what the list
says of it. Whatever is executed and is not the sequence must be the loop's own: its decrement, its
branch, jumps. It must be the same for N and 2N copies, since only then does T(2N) - T(N) hold nothing
but N copies; so must what stands before and after the loop.
"""
import re

TURNED = {"je": "jne", "b.eq": "b.ne", "cbz": "cbnz"}
TURNED.update({value: key for key, value in TURNED.items()})
PROLOGUE_MAX = 48
OUT_OF_LINE_MAX = 10


class Mismatch(Exception):
    """Where execution leaves the list: `done` copies were right; `found`, `wanted` of the next one."""

    def __init__(self, why, done=0, found=(), wanted=()):
        super().__init__(why)
        self.done, self.found, self.wanted = done, list(found), list(wanted)


def turned(text):
    """The branch with the opposite condition."""
    return re.sub(r"^\S+", lambda match: TURNED.get(match[0], "-"), text)


class Walk:
    """What one block executes in one state, when it is as expected."""

    def __init__(self, code, image, contract, sequence, model, state):
        self._code, self._image, self._contract = code, image, contract
        self._sequence, self._model = sequence, model
        self._lines = sequence.executed(*state)
        # Of each executed line: is it a skip that jumps, because the listed line behind it is left out?
        self._jumps = {line: following is None or not following.holds(*state)
                       for line, following in zip(sequence.lines, sequence.lines[1:] + [None])
                       if line.branch == "skip"}
        self.overhead, self.before, self.after, self.copies = [], 0, 0, []

    def run(self, entry, copies):
        """Follow the block at `entry`. Mismatch if it is not that many copies and a loop."""
        best = None
        for start, passed in self._starts(entry):
            try:
                self._from(start, passed, copies)
                return self
            except Mismatch as mismatch:
                if best is None or (mismatch.done, len(mismatch.found)) > (best.done, len(best.found)):
                    best = mismatch
        raise best

    def _at(self, address):
        if address not in self._code:
            raise Mismatch("runs into 0x%x, which is no code" % (address or 0))
        return self._code[address]

    def _starts(self, entry):
        """(address, instructions passed) of every place where the loop may begin."""
        address, passed = entry, []
        while len(passed) < PROLOGUE_MAX and address in self._code:
            yield address, list(passed)
            instruction = self._code[address]
            if instruction.flow not in (None, "jump"):
                return
            passed.append(instruction)
            address = instruction.target if instruction.flow else instruction.next

    def _from(self, start, passed, copies):
        self.overhead, self.copies, self._loop, self._done = [], [], None, 0
        constants = self._constants(passed)
        address = start
        for self._done in range(copies):
            self._is_last = self._done == copies - 1
            address = self._copy(address, dict(constants))
        self._done = copies
        leave = self._tail(address, start)
        self.before, self.after = len(passed), self._epilogue(leave)

    def _constants(self, passed):
        """The registers that are set once for the whole loop."""
        bound, rest = {}, iter(passed)
        for line in self._sequence.before:
            if not any(line.match(instruction.text, bound) for instruction in rest):
                raise Mismatch("before the loop: '%s' is missing" % line.text)
        return bound

    def _fail(self, why, found):
        raise Mismatch(why, self._done, found, self._lines)

    def _copy(self, address, bound):
        """Follow one copy; the address behind it."""
        found, returns = [], []
        for line in self._lines:
            address = self._overhead_at(address, line, bound)
            instruction = self._at(address)
            found.append(instruction)
            if line.match(instruction.text, bound):
                address = self._follow(line, instruction, found, returns)
            elif (self._is_last and line.branch == "out"
                  and line.match(turned(instruction.text), bound)):
                # The block's end: compilers like to jump back and to let the rare case fall through.
                self._check_out(line, instruction.next, found)
                address = instruction.target
            else:
                self._fail("copy %d, instruction %d" % (self._done + 1, len(found)), found)
        if returns:
            self._fail("copy %d does not return from what it calls" % (self._done + 1), found)
        self.copies.append(found)
        return address

    def _overhead_at(self, address, line, bound):
        """Step over what belongs to the loop; the address of what does not."""
        while True:
            instruction = self._at(address)
            if line is not None and line.match(instruction.text, dict(bound)):
                return address
            if instruction.flow == "jump" and len(self.overhead) < PROLOGUE_MAX:
                address = instruction.target
            elif self._is_decrement(instruction):
                address = instruction.next
            else:
                return address
            self.overhead.append(instruction)

    def _is_decrement(self, instruction):
        """The loop's own, met for the first time in this round?"""
        if self._loop:
            return False
        for loop in self._contract.loops:
            bound = {}
            if loop[0].match(instruction.text, bound):
                self._loop = loop, bound
                return True
        return False

    def _follow(self, line, instruction, found, returns):
        """Where execution goes on behind a matched instruction."""
        if line.call:
            if line.call.replace("$MODEL", self._model) not in self._image.names(instruction.target):
                self._fail("calls something else than %s" % line.call, found)
            returns.append(instruction.next)
            return instruction.target
        if instruction.flow == "ret":
            return returns.pop() if returns else self._fail("returns", found)
        if line.branch == "retry" and instruction.target not in [i.address for i in found]:
            self._fail("'%s' does not go back into the copy" % line.text, found)
        if line.branch == "out":
            self._check_out(line, instruction.target, found)
        if line.branch == "in" or line.branch == "skip" and self._jumps[line]:
            return instruction.target
        return instruction.next

    def _check_out(self, line, address, found):
        """The part that is not executed must call (or end in) what the list names."""
        if not line.names:
            return
        for _ in range(OUT_OF_LINE_MAX):
            step = self._at(address)
            if step.flow in ("call", "jump") and line.names in self._image.names(step.target):
                return
            address = step.target if step.flow == "jump" else step.next
        self._fail("out of line is no call of %s" % line.names, found)

    def _tail(self, address, start):
        """Follow the loop's end back to its start; the address where it leaves."""
        address = self._overhead_at(address, None, None)
        instruction = self._at(address)
        if not self._loop:
            self._fail("after %d copies: no decrement of the loop" % self._done, [instruction])
        branch = self._loop[0][1]
        back, leave = self._ends(branch, instruction)
        self.overhead.append(instruction)
        for _ in range(PROLOGUE_MAX):
            if back == start:
                return leave
            instruction = self._at(back)
            if instruction.flow != "jump":
                break
            self.overhead.append(instruction)
            back = instruction.target
        self._fail("the loop does not go back to its first copy", [instruction])

    def _ends(self, branch, instruction):
        """(stays, leaves) of the loop's branch, which may be written either way round."""
        if branch.match(instruction.text, dict(self._loop[1])):
            return instruction.target, instruction.next
        if branch.match(turned(instruction.text), dict(self._loop[1])):
            return instruction.next, instruction.target
        self._fail("after %d copies: not the end of the loop" % self._done, [instruction])

    def _epilogue(self, address):
        """How many instructions are executed from the loop to the return."""
        for count in range(1, PROLOGUE_MAX):
            instruction = self._at(address)
            if instruction.flow == "ret":
                return count
            if instruction.flow not in (None, "jump"):
                break
            address = instruction.target if instruction.flow else instruction.next
        self._fail("after the loop: no straight way to the return", [instruction])


def check_block_pair(walk, case, copies):
    """(short Walk, long Walk) of a case in one state; `walk` makes a Walk. Mismatch if they differ."""
    pair = []
    for name, number in (("short", copies), ("long", 2 * copies)):
        try:
            pair.append(walk().run(case.blocks[name], number))
        except Mismatch as mismatch:
            mismatch.args = ("%s block: %s" % (name, mismatch),)
            raise
    short, long = pair
    for what, one, two in (("in each round of the loop", short.overhead, long.overhead),
                           ("before the loop", range(short.before), range(long.before)),
                           ("after the loop", range(short.after), range(long.after))):
        if len(one) != len(two):
            raise Mismatch("%s: %d instructions of its own in the short block, %d in the long one"
                           % (what, len(one), len(two)))
    return short, long
