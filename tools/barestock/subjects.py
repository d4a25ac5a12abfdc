# SPDX-License-Identifier: GPL-2.0-only
"""The figures of subjects (a variant of the memcg stock under a model), found by the state they were taken in.

One Figures holds one measure of one environment on one machine, so figures that may not be compared never meet. The
invariant: a refused run is in none. A figure of a batch is divided by the batch: it is per alloc and free.
"""
from barestock import blocks, names
from barestock.rows import divide
from barestock.table import NOTHING

KEY = ("case", "variant", "size", "v1", "accounting", "context", "irqs", "cpus", "nest")
USUAL = {"size": 0, "v1": 0, "accounting": "on", "context": "task", "irqs": "on", "cpus": 1, "nest": 0}


def is_subject(row):
    return row["variant"] != "-" or row["accounting"] != "-"


class Figures:
    """`get()` is the figure of a model in a state, in thousandths; None where there is none."""

    def __init__(self, env, measure, machine, machine_name):
        self.env, self.measure, self.machine = env, measure, machine
        self.machine_name = machine_name
        self.has_published_counts = True
        self._cells = {}
        self._states, self._values = {}, {}  # by case; what was asked before

    def add(self, row, milli):
        key = tuple(row[name] for name in KEY), row["model"]
        if key not in self._cells:
            self._cells[key] = blocks.Cell()
            self._states.setdefault(row["case"], []).append(dict(zip(KEY, key[0]), model=key[1]))
            self._values = {}
        self._cells[key].add(milli, row)
        self.has_published_counts &= row["profile"] == "published"

    def _cell(self, model, place):
        return self._cells.get((tuple(dict(USUAL, **place)[name] for name in KEY), model))

    def get(self, model, **place):
        cell = self._cell(model, place)
        return cell.milli if cell else None

    def text(self, model, **place):
        cell = self._cell(model, place)
        return cell.text(self.measure) if cell else NOTHING

    def text_of(self, milli):
        return NOTHING if milli is None else blocks.figure_text(milli, self.measure)

    @property
    def differs(self):
        return any(cell.differs for cell in self._cells.values())

    def values(self, name, **place):
        """Every value that a member of the key (or the model) takes in a case, where others are as in `place`."""
        asked = name, frozenset(place.items())
        if asked not in self._values:
            found = {state[name] for state in self._states.get(place["case"], ())
                     if place.items() <= state.items()}
            self._values[asked] = sorted(found, key=ORDER.get(name, lambda value: value))
        return self._values[asked]

    def off(self, model, accounting, variant=None, **place):
        """Where a zero row stands: (place of it) under `variant`, if need be under the other cgroup version.

        Nothing of a variant is left where accounting is off. Instructions are the same for all, so any variant's row
        stands for a missing one; times are those of one object at one address, and have no other to stand for them.
        Without `variant` it is the first one's: the row that is shown.
        """
        v1 = place.get("v1", 0)
        others = self.values("variant", case=place["case"], accounting=accounting)
        variants = ([variant] if variant else []) + (others if self.measure == "insn" or not variant else [])
        for one in variants:
            for version in (v1, 1 - v1):
                at = dict(place, v1=version, variant=one, accounting=accounting)
                if self._cell(model, at):
                    return at
        return None

    @property
    def label(self):
        return blocks.label_of(self.env, self.measure)

    @property
    def is_emulated_time(self):
        return self.measure not in ("insn", "kops") and blocks.is_emulated(self.env)


ORDER = {
    "variant": lambda variant: names.order_in(names.VARIANTS, variant),
    "model": lambda model: names.order_in(names.MODELS, model),
    "context": lambda context: names.order_in(names.CONTEXTS, context),
    "accounting": lambda word: names.order_in(list(names.OFF), word),
    "irqs": lambda irqs: irqs != "on",
}


def _measures(row):
    """{measure: thousandths} of a valid row: a rate, or what one pair (else one operation) took."""
    if row["min_milli"] is None:
        return {} if row["kops_milli"] is None else {"kops": row["kops_milli"]}
    return {measure: divide(milli, row["batch"] or 1)
            for measure, milli in blocks.measures_of(row).items()}


def sort_rows(rows, machine_names):
    """(Figures in the order of reading, valid count rows, refused rows) of the rows of subjects."""
    found, counts, refused = {}, [], []
    for row in rows:
        machine = row["arch"], row["machine"]
        if row["verdict"] != "ok":
            refused.append(row)
        elif "counts" in row:
            counts.append(dict(row, machine_name=machine_names[machine]))
        else:
            for measure, milli in _measures(row).items():
                key = row["env"], measure, machine
                figures = found.setdefault(key, Figures(*key, machine_names[machine]))
                figures.add(row, milli)
    ordered = sorted(found.values(), key=lambda f: (blocks.order_of(f.env, f.measure),
                                                    names.order_in(names.ARCHES, f.machine[0]),
                                                    f.machine[1]))
    return ordered, counts, refused


def merged(all_figures):
    """Lists of Figures of the same environment and measure: they may share a table."""
    found = {}
    for figures in all_figures:
        found.setdefault((figures.env, figures.measure), []).append(figures)
    return list(found.values())


def title(some, what):
    """The title of a table of some Figures of the same environment and measure."""
    machine = ", " + some[0].machine_name if len(some) == 1 else ""
    return blocks.title_of(some[0].env, some[0].measure, what) + machine


def refusals(refused, machine_names):
    """A line for each machine, case and reason: runs of subjects are too many for one each."""
    found = {}
    for row in refused:
        key = (machine_names[row["arch"], row["machine"]], row["env"], row["case"], row["reason"])
        found.setdefault(key, []).append(row)
    lines = []
    for (machine, env, case, reason), rows in found.items():
        first = rows[0]
        many = "" if len(rows) == 1 else "%d runs, the first of them: " % len(rows)
        size = " %d B" % first["size"] if first["size"] else ""
        lines.append("%s %s: %s%s%s, %s, model %s, accounting %s, %s, irqs %s, v%d: %s" % (
            machine, env, many, case, size, first["variant"], first["model"],
            first["accounting"], first["context"], first["irqs"], 1 if first["v1"] else 2,
            reason or "no reason given"))
    return lines
