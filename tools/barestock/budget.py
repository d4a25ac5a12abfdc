# SPDX-License-Identifier: GPL-2.0-only
"""What one operation of a subject takes, by part: instructions, accesses to memory, locked ones.

Taken from two calls of the same loop, N and 2N copies, as every figure of the bench: the difference of both is N
operations. The invariant: the instructions of all parts together equal the counter's difference in the record of the
same boot, to one; a budget that does not is an error, since then something was executed that nobody saw.
"""
from collections import Counter

from barestock import accesses, disassembly, exec_log, names, parts, reach, watched_boot
from barestock.rows import divide

# (case, size, loops): as many operations as it takes for refills of the stock to come round evenly.
CASES = (("alloc1", 128, 1), ("alloc4", 32, 1), ("alloc4", 4096, 4))
STATES = ("on", "objects-off")
MODEL = "full"
WORDS = "case=%s size=%d variant=%s model=full context=task irqs=on v1=0 accounting=%s samples=1 loops=%d"
TOTAL = "total"


class BudgetError(Exception):
    """No budget can be given; the text says why."""


def subject_of(variant):
    return "%s_%s" % (variant.replace("-", "_"), MODEL)


class Measured:
    """Reads an image once, then boots it for each case and state."""

    def __init__(self, image, kernel, directory):
        self.image, self.kernel, self.directory = image, kernel, directory
        self._code = reach.Code(disassembly.disassemble(image), image.symbols)
        self._parts, self._accesses = {}, {}

    def variants(self, case):
        found = {name[:-len(MODEL) - 1] for one, name in self.image.subject_cases
                 if one == case and name.endswith("_" + MODEL)}
        return sorted((name.replace("_", "-") for name in found),
                      key=lambda name: names.order_in(names.VARIANTS, name))

    def measure(self, case, size, loops, accounting):
        """{variant: {part: (instructions, accesses, locked), in thousandths of an operation}}"""
        variants = self.variants(case)
        blocks = {v: self.image.subject_cases[case, subject_of(v)] for v in variants}
        entries = [entry for pair in blocks.values() for entry in pair.values()]
        calls = exec_log.Calls({e: self._code.returns(e) for e in entries},
                               lambda first, last: self._code.addresses(first, last + 1))
        boot = watched_boot.boot(
            self.image.arch, self.kernel, WORDS % (case, size, ",".join(variants), accounting, loops),
            reach.functions(self._code, entries), calls, self.directory)
        runs = {run["variant"]: run for run in boot.runs}
        if boot.hello["build"] != self.image.build:
            raise BudgetError("%s is not the image that booted" % self.image.path)
        return {v: self._of_run(runs.get(v), blocks[v], calls.last) for v in variants}

    def _of_run(self, run, pair, last):
        if run is None or run["verdict"] != "ok":
            raise BudgetError("no valid run: %s" % (run["reason"] if run else "not in the plan"))
        what = "%(case)s %(size)d B, %(variant)s, accounting %(accounting)s" % run
        if not last.keys() >= set(pair.values()):
            raise BudgetError(what + ": its loops were not seen")
        pcs = [last[pair[name]] for name in ("short", "long")]
        short, long = map(self._sums, pcs)
        counted = run["t2"][0] - run["t1"][0]
        seen = len(pcs[1]) - len(pcs[0])
        if seen != counted or len(run["t1"]) != 1 or len(run["t2"]) != 1:
            raise BudgetError("%s: %d instructions were seen, %d were counted" % (what, seen, counted))
        uneven = [part for part in parts.PARTS[1:] for kind in range(3)
                  if long[part, kind] != 2 * short[part, kind]]
        if uneven:
            raise BudgetError("%s: %s does not come round evenly in %d operations; give it more loops"
                              % (what, uneven[0], run["n"] * run["loops"]))
        operations = run["n"] * run["loops"]
        return {part: tuple(divide(1000 * (long[part, kind] - short[part, kind]), operations)
                            for kind in range(3)) for part in parts.PARTS}

    def _sums(self, pcs):
        """{(part, kind): number} of one call. What no part owns is part of what called it."""
        self._learn(set(pcs))
        sums, part = Counter(), "loop"
        for pc in pcs:
            part = self._parts[pc] or part
            is_memory, is_locked = self._accesses[pc]
            sums[part, 0] += 1
            sums[part, 1] += is_memory
            sums[part, 2] += is_locked
        return sums

    def _learn(self, pcs):
        new = pcs - self._parts.keys()
        if new:
            self._parts.update(parts.parts_of(self.image, new))
        for pc in new:
            self._accesses[pc] = accesses.classify(self.image.arch, self._code.text[pc])


def total(by_part):
    return tuple(sum(values) for values in zip(*by_part.values()))


def accounting(found, *key):
    """Instructions that accounting takes, in thousandths: accounted minus object accounting off."""
    return found[(*key, "on", TOTAL)][0] - found[(*key, "objects-off", TOTAL)][0]


def measure_all(image, kernel, directory, cases=CASES, say=lambda text: None):
    """{(case, size, variant, accounting, part): figures}; the last part is the total."""
    measured, found = Measured(image, kernel, directory), {}
    for case, size, loops in cases:
        for state in STATES:
            say("%s %d B, accounting %s" % (case, size, state))
            for variant, by_part in measured.measure(case, size, loops, state).items():
                for part, figures in dict(by_part, **{TOTAL: total(by_part)}).items():
                    found[case, size, variant, state, part] = figures
    return found
