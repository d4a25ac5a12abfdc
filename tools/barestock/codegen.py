# SPDX-License-Identifier: GPL-2.0-only
"""The codegen contract as a whole: an image against its list, counts from the list, a log against counts.

The invariant: a count is given only for an image that holds to the list, so a number from here is what
the image executes and not what somebody once wrote down.
"""
from itertools import zip_longest

from barestock.codewalk import Mismatch, Walk, check_block_pair

# HOT_COPIES of bench/include/bench/case.h.
COPIES = 32


class Result:
    """One case of one model: `why` is empty when it holds; `walks`: {(irqs, nest): short Walk}."""

    def __init__(self, case, model):
        self.case, self.model = case, model
        self.why, self.walks = [], {}


def _difference(mismatch):
    """The copy where execution left the list, side by side."""
    rows = [(line.text if line else "", step.text if step else "")
            for line, step in zip_longest(mismatch.wanted, mismatch.found)]
    if not mismatch.found or not rows:
        return []
    width = max(len(left) for left, _ in rows + [("expected", "")]) + 2
    lines = ["  %-*s%s" % (width, "expected", "found")]
    last = len(mismatch.found) - 1
    for at, (left, right) in enumerate(rows):
        lines.append("%s %-*s%s" % (">" if at == last else " ", width, left, right))
    return lines


def check_case(image, code, contract, case):
    """The Result of one case of an image."""
    result = Result(case.name, case.model)
    sequence = contract.sequences.get((case.name, case.model))
    if sequence is None:
        result.why = ["the image has this case, the list does not"]
        return result
    for state in case.states():
        def walk(state=state):
            return Walk(code, image, contract, sequence, case.model, state)
        try:
            result.walks[state] = check_block_pair(walk, case, COPIES)[0]
        except Mismatch as mismatch:
            result.why = ["irqs=%s nest=%d: %s" % (*state, mismatch)] + _difference(mismatch)
            break
    return result


def check(image, code, contract):
    """A Result for every case of the image, and one for everything in the list that it has not."""
    results = [check_case(image, code, contract, case) for case in image.cases]
    have = {(case.name, case.model) for case in image.cases}
    for key in contract.sequences:
        if key not in have:
            results.append(Result(*key))
            results[-1].why = ["the list has this case, the image does not"]
    if not image.cases:
        results.append(Result("-", "-"))
        results[-1].why = ["the image has no cases"]
    return results


def counts(results):
    """[{case, model, irqs, nest, count}] of the Results that hold: instructions of one operation."""
    return [{"case": result.case, "model": result.model, "irqs": irqs, "nest": nest,
             "count": len(walk.copies[0])}
            for result in results if not result.why
            for (irqs, nest), walk in result.walks.items()]


def compare(boot, counted):
    """[(run record, why)] of the primitives of an icount boot; why is "" where it equals its count."""
    known = {(c["case"], c["model"], c["irqs"], c["nest"]): c["count"] for c in counted}
    return [(run, _compare_run(run, known)) for run in boot.runs
            if run["verdict"] == "ok" and run.get("variant", "-") == "-"]


def _compare_run(run, known):
    key = run["case"], run["model"], run["irqs"], run["nest"]
    if key not in known:
        return "no static count for it"
    for name in ("t1", "t2"):
        if min(run[name]) != max(run[name]):
            return "%s is not the same in every sample: %d to %d" % (
                name, min(run[name]), max(run[name]))
    want = known[key] * run["n"] * run["loops"]
    got = run["t2"][0] - run["t1"][0]
    if got == want:
        return ""
    return "%d instructions for %d operations, static count %d makes %d" % (
        got, run["n"] * run["loops"], known[key], want)
