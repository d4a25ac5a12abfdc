# SPDX-License-Identifier: GPL-2.0-only
"""Reads the test image's results: KTAP version 1, top level only.

The invariant: `problems` is empty only if the plan is there and every planned test reported once,
in order, and passed or was skipped. What stands before the version line is the firmware's.
"""
import re

PLAN = re.compile(r"1\.\.(\d+)\b")
RESULT = re.compile(r"(not )?ok (\d+)(?:\s+(?:- )?(.*?))?(?:\s*#\s*(SKIP)\b.*)?", re.IGNORECASE)


class Results:
    """Counts of a finished test boot, and one line for each thing that is wrong with it."""

    def __init__(self):
        self.planned = None
        self.passed = self.failed = self.skipped = 0
        self.problems = []

    def _result(self, match):
        number = self.passed + self.failed + self.skipped + 1
        if int(match[2]) != number:
            self.problems.append("test %s reported where %d is due" % (match[2], number))
        if match[1]:
            self.failed += 1
            self.problems.append("not ok %s %s" % (match[2], match[3] or ""))
        elif match[4]:
            self.skipped += 1
        else:
            self.passed += 1


def read(data):
    """The Results in the bytes of a test image's log."""
    results = Results()
    lines = data.decode("ascii", "replace").splitlines()
    if "KTAP version 1" not in lines:
        results.problems.append("no test results: no line 'KTAP version 1'")
        return results
    for line in lines[lines.index("KTAP version 1") + 1:]:
        plan, result = PLAN.match(line), RESULT.fullmatch(line)
        if plan and results.planned is None:
            results.planned = int(plan[1])
        elif result:
            results._result(result)
        elif line.startswith("Bail out!"):
            results.problems.append(line)
    done = results.passed + results.failed + results.skipped
    if results.planned is None:
        results.problems.append("no plan: no line '1..N'")
    elif done != results.planned:
        results.problems.append("%d tests planned, %d reported" % (results.planned, done))
    elif done == 0:
        results.problems.append("no tests")
    return results
