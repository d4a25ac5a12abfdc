# SPDX-License-Identifier: GPL-2.0-only
"""The cells that one boot must measure of every subject, and what must hold between them under icount.

A cell is found by variant, model and PLACE. Left out: whether a figure is the right one, which tests/codegen and the
budgets say. Every check returns a list of complaints.
"""
import itertools

from barestock import names

MODELS = ("none", "voluntary", "full")
PLACE = ("case", "size", "v1", "accounting", "context", "irqs", "cpus")
# Without groups there is no v1 and v2.
VERSIONS = {"on": (0, 1), "objects-off": (0, 1), "controller-off": (0,)}
ALLOC = (("alloc4", 32, "task"), ("alloc4", 4096, "task"), ("alloc1", 128, "task"), ("alloc1", 128, "softirq"),
         ("alloc1", 128, "hardirq"))
STOCK = ("stock_hit", "stock_refill", "stock_drain", "stock_owner", "stock_node")
PUBLISHED_VARIANTS = ("base", "v6-vmstat", "v6-refill", "v6-taskobj")
COMPLAINTS_SHOWN = 4


def alloc_places(irqs=("on", "off")):
    for (case, size, context), accounting, state in itertools.product(ALLOC, VERSIONS, irqs):
        if (context, state) != ("hardirq", "on"):
            for v1 in VERSIONS[accounting]:
                yield case, size, v1, accounting, context, state, 1


def stock_places():
    for case, v1, irqs in itertools.product(STOCK, (0, 1), ("on", "off")):
        yield case, 0, v1, "on", "task", irqs, 1


def threads_places(cpus):
    for nr, accounting, irqs in itertools.product(cpus, VERSIONS, ("on", "off")):
        for v1 in VERSIONS[accounting]:
            yield "threads", 4096, v1, accounting, "task", irqs, nr


class Cells:
    """The valid rows of subjects of one boot."""

    def __init__(self, rows):
        self._found = {}
        for row in rows:
            if row["verdict"] == "ok" and row["variant"] != "-" and "counts" not in row:
                key = row["variant"], row["model"], tuple(row[name] for name in PLACE)
                self._found.setdefault(key, []).append(row)

    def missing(self, variant, model, places):
        """Each cell must be there, once, with a figure: any, since times of one loop may come out below zero."""
        complaints = []
        for place in places:
            rows = self._found.get((variant, model, place), [])
            figures = [row["kops_milli" if place[0] == "threads" else "min_milli"] for row in rows]
            if len(rows) != 1 or figures[0] is None:
                complaints.append("%s: %s" % (_text(place), "%d times" % len(rows) if len(rows) > 1
                                              else "no figure" if rows else "missing"))
        return some(complaints)

    def free_of_charge(self, variant, model):
        """Under icount accounting must cost something in every state, or the keys of accounting did nothing."""
        complaints = []
        for place in alloc_places():
            ours, off = self._milli(variant, model, place), self._milli(variant, model, _off(place))
            if place[3] == "on" and ours is not None and off is not None and not ours > off > 0:
                complaints.append("%s: %d with accounting, %d without" % (_text(place), ours, off))
        return some(complaints)

    def uneven_zero_rows(self, model):
        """Nothing of a variant, a cgroup version or a kind of off runs in a zero row: all of a state must be equal."""
        values = {}
        for (variant, found, place), rows in self._found.items():
            case, size, v1, accounting, context, irqs, _ = place
            if found == model and accounting in names.OFF and case != "threads":
                for row in rows:
                    at = values.setdefault((case, size, context, irqs), {}).setdefault(row["min_milli"], [])
                    at.append("%s %s v%d" % (variant, accounting, 2 - v1))
        complaints = ["%s: %s" % (" ".join(map(str, state)), "; ".join(
            "%s: %s of %d" % (milli, who[0], len(who)) for milli, who in found.items()))
                      for state, found in values.items() if len(found) > 1]
        return some(complaints) or ([] if values else ["no zero row"])

    def _milli(self, variant, model, place):
        rows = self._found.get((variant, model, place))
        return rows[0]["min_milli"] if rows else None


def _off(place):
    return place[:3] + ("objects-off",) + place[4:]


def _text(place):
    case, size, v1, accounting, context, irqs, cpus = place
    return "%s %d B, v%d, accounting %s, %s, irqs %s, cpus %d" % (case, size, 2 - v1, accounting, context, irqs, cpus)


def some(complaints):
    """The first ones, and how many more there are."""
    more = len(complaints) - COMPLAINTS_SHOWN
    return complaints[:COMPLAINTS_SHOWN] + (["and %d more" % more] if more > 0 else [])


def uncounted(rows, variant):
    """Of the mixed workload, v1 and v2: much was done in tasks and in interrupts, and some calls were pushed."""
    found = {row["v1"]: row["counts"] for row in rows
             if row["verdict"] == "ok" and "counts" in row and (row["variant"], row["model"]) == (variant, "full")}
    complaints = ["mixed v%d: missing" % (2 - v1) for v1 in (0, 1) if v1 not in found]
    for v1, counts in found.items():
        if not counts["stat_calls"] >= counts["stat_pushes"] > 0:
            complaints.append("mixed v%d: %d calls, %d pushes" % (2 - v1, counts["stat_calls"], counts["stat_pushes"]))
        sums = [counts["allocs_task"] + counts["allocs_irq"], counts["frees_task"] + counts["frees_irq"]]
        if not counts["allocs_task"] or not counts["allocs_irq"] or sums[0] != sums[1]:
            complaints.append("mixed v%d: %d allocations, of which %d in interrupts; %d frees"
                              % (2 - v1, sums[0], counts["allocs_irq"], sums[1]))
        if sum(sums) != counts["ops"]:
            complaints.append("mixed v%d: %d operations, not %d" % (2 - v1, counts["ops"], sum(sums)))
    return complaints
