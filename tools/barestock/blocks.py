# SPDX-License-Identifier: GPL-2.0-only
"""Sorts the rows of several boots into blocks of comparable figures.

A block holds one measure (instructions, ns, ticks, cycles) of one environment; figures of different
environments never meet in a block. The invariant: a refused run is in no block.
"""
from barestock import names
from barestock.rows import divide
from barestock.table import NOTHING

MARK_DIFFER = "~"

# Order of the blocks, and what each environment's time may be called.
TIME_LABELS = {
    "tcg-icount": "emulated: not a cost",
    "hardware": "",
    "kvm": "",
    "hypervisor": "under a hypervisor that is not KVM",
    "unknown": "environment not established: not to be called a cost",
    "tcg": "emulated: not a cost",
}
MEASURES = ("insn", "ns", "cycles", "ticks", "kops")
TITLES = {
    "insn": "instructions per",
    "ns": "ns per",
    "cycles": "cycles per",
    "ticks": "counter ticks per",
    "kops": "1000",
}


def is_emulated(env):
    return env in ("tcg", "tcg-icount")


def label_of(env, measure):
    """What must stand beside every figure of a measure that was taken there."""
    return "" if measure == "insn" else TIME_LABELS[env]


def title_of(env, measure, what="operation"):
    emulated = measure != "insn" and is_emulated(env)
    return "%s%s %s (%s)" % ("emulated " if emulated else "", TITLES[measure], what, env)


def order_of(env, measure):
    """A sort key: instructions first, then times by environment."""
    return (MEASURES.index(measure) if measure == "insn" else 1, list(TIME_LABELS).index(env),
            MEASURES.index(measure))


def measures_of(row):
    """{measure: thousandths} of a valid row: the minimum of a count, the median of a time."""
    if row["unit"] == "insn":
        return {"insn": row["min_milli"]}
    middle, rate = row["p50_milli"], row["counter_hz"]
    found = {}
    if row["unit"] == "ns":
        found["ns"] = middle
    elif rate > 0:
        found["ns"] = divide(middle * 10**9, rate)
    # An emulator's counter is its clock under another name.
    if row["unit"] in ("cycles", "ticks") and not is_emulated(row["env"]):
        found[row["unit"]] = middle
    return found or {"ticks": middle}


def figure_text(milli, measure):
    """A figure as people read it: counts to the last thousandth, times to a hundredth."""
    value = abs(milli)
    if measure == "insn":
        text = "%d.%03d" % (value // 1000, value % 1000)
        text = text.rstrip("0").rstrip(".")
    else:
        value = divide(value, 10)
        text = "%d.%02d" % (value // 100, value % 100)
    return ("-" if milli < 0 and text.strip("0.") else "") + text


class Cell:
    """All the figures that claim one place of a table."""

    def __init__(self):
        self._values = []
        self._differ = False

    def add(self, value, row):
        self._values.append(value)
        # A count that is not the same in every sample is no exact count.
        if row["unit"] == "insn" and row["p50_milli"] != row["min_milli"]:
            self._differ = True

    @property
    def milli(self):
        return sorted(self._values)[(len(self._values) - 1) // 2]

    @property
    def differs(self):
        return self._differ or len(set(self._values)) > 1

    def text(self, measure):
        return (MARK_DIFFER if self.differs else "") + figure_text(self.milli, measure)


class Block:
    """`cells`[(state, machine, model)]; a state is (case, variant, context, cpus, irqs, nest)."""

    def __init__(self, env, measure):
        self.env = env
        self.measure = measure
        self.cells = {}

    @property
    def label(self):
        return label_of(self.env, self.measure)

    @property
    def title(self):
        return title_of(self.env, self.measure)

    def machines(self):
        found = {machine for _, machine, _ in self.cells}
        return sorted(found, key=lambda m: (names.order_in(names.ARCHES, m[0]), m[1]))

    def models(self):
        found = {model for _, _, model in self.cells}
        return sorted(found, key=lambda model: names.order_in(names.MODELS, model))

    def states(self):
        """Every state in the tables' order: by case, interrupts on before off, outer first."""
        found = {state for state, _, _ in self.cells}
        return sorted(found, key=lambda s: (names.case_order(s[0]), s[1], s[2], s[3],
                                            s[4] != "on", s[5]))

    def text(self, state, machine, model):
        cell = self.cells.get((state, machine, model))
        return cell.text(self.measure) if cell else NOTHING


def state_of(row):
    return tuple(row[name] for name in ("case", "variant", "context", "cpus", "irqs", "nest"))


def sort_rows(rows):
    """(blocks in their order, refused rows) of all rows of all boots."""
    blocks, refused = {}, []
    for row in rows:
        if row["verdict"] != "ok":
            refused.append(row)
            continue
        for measure, value in measures_of(row).items():
            key = row["env"], measure
            block = blocks.setdefault(key, Block(*key))
            place = state_of(row), (row["arch"], row["machine"]), row["model"]
            block.cells.setdefault(place, Cell()).add(value, row)
    return sorted(blocks.values(), key=lambda block: order_of(block.env, block.measure)), refused
