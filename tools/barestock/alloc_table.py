# SPDX-License-Identifier: GPL-2.0-only
"""One 128-byte alloc and free: beside the published SERVER and PREEMPT tables, and every variant, model and state."""
from barestock import names
from barestock.rows import divide
from barestock.subjects import merged, title
from barestock.table import NOTHING, SHORT, WHOLE, Table

CASE, SIZE = "alloc1", 128
ROWS = {"task": "ALLOC/FREE", "softirq": "ALLOC/FREE BH"}
CONFIGS = {"none": "SERVER (none)", "full": "PREEMPT (full)"}
OPTIONS = {"v6-taskobj": "OPT", "v6-refill": "NO-OPT"}
NOTE = ("The published OPT and NO-OPT are the tree of the RFC (v5.16-rc5, local locks), which is not here yet. The "
        "nearest stand in their columns: v6-taskobj for OPT, v6-refill for NO-OPT. The cgroup version of the published "
        "rows is not stated; ours is v2. In the BH row in_task() is false and a remote memcg is set.")


def _cells(figures, context):
    """{(model, variant): text} of ours in the published state."""
    found = {}
    for model in CONFIGS:
        for variant in OPTIONS:
            found[model, variant] = figures.text(model, case=CASE, size=SIZE, variant=variant, irqs="off",
                                                 context=context)
    return found


def _published(published, context, place, table):
    """ns of one iteration, to a hundredth."""
    value = divide(published.find(context, "%s %s" % place, table)["value"] * 100, published.document["iterations"])
    return "%d.%02d" % (value // 100, value % 100)


def server_preempt(all_figures, published):
    """The SERVER and PREEMPT tables in one; None without a figure of ours in their state (irqs off)."""
    result = Table("one 128 B alloc+free, irqs off: beside the published SERVER and PREEMPT tables " + published.mark,
                   ["row", "machine", "unit"], [(name, list(OPTIONS.values())) for name in CONFIGS.values()],
                   notes=[NOTE])
    result.footnotes.append(published.note("In ns of one iteration."))
    for context, row in ROWS.items():
        ours = [(figures, _cells(figures, context)) for figures in all_figures]
        ours = [(figures, cells) for figures, cells in ours if any(text != NOTHING for text in cells.values())]
        if not ours:
            continue
        result.heading("%s (%s)" % (row, context))
        for figures, cells in ours:
            unit = "%s (%s%s)" % (figures.measure, figures.env, "; " + figures.label if figures.label else "")
            result.row([row, figures.machine_name, unit], list(cells.values()))
        for machine, table in published.document["machines"].items():
            texts = [_published(published, context, place, table)
                     if any(cells[place] != NOTHING for _, cells in ours) else NOTHING for place in ours[0][1]]
            result.row([row, "published: " + machine, "ns (hardware)"], texts)
    return result if result.rows else None


def _places(variants):
    """(name, what of the place it says) of every line: the zero rows, then the variants."""
    for accounting, name in names.OFF.items():
        yield name, {"accounting": accounting}
    for variant in variants:
        yield variant, {"accounting": "on", "variant": variant}


def _place(figures, model, state, more):
    """The state of a cell: zero rows stand under any variant."""
    place = dict(state, **more)
    return place if "variant" in more else figures.off(model, **place)


def whole(figures):
    """Every variant x model x context x interrupts x cgroup version, beside the two zero rows."""
    models = figures.values("model", case=CASE)
    result = Table("one %s alloc+free, every state: %s" % (names.size_name(SIZE), title([figures], "alloc+free")),
                   ["variant", "context", "irqs", "cgroup"], [("", models)], figures.label, WHOLE)
    for context in figures.values("context", case=CASE):
        for irqs in figures.values("irqs", case=CASE, context=context):
            for v1 in figures.values("v1", case=CASE, context=context, irqs=irqs, accounting="on"):
                state = {"case": CASE, "size": SIZE, "context": context, "irqs": irqs, "v1": v1}
                _section(result, figures, state, models)
    return result if result.rows else None


def _section(result, figures, state, models):
    for name, more in _places(figures.values("variant", case=CASE, accounting="on")):
        values = []
        for model in models:
            place = _place(figures, model, state, more)
            values.append(figures.text(model, **place) if place else NOTHING)
        if any(value != NOTHING for value in values):
            result.row([name, state["context"], state["irqs"], "v1" if state["v1"] else "v2"], values)


def short(some):
    """The main variants and models, cgroup v2, irqs on, in every context; machines side by side."""
    state = {"case": CASE, "size": SIZE, "irqs": "on"}
    columns = [(figures, context, model) for figures in some
               for context in figures.values("context", case=CASE, irqs="on")
               for model in figures.values("model", case=CASE) if model in names.MAIN_MODELS]
    groups = {}
    for figures, context, model in columns:
        groups.setdefault("%s %s" % (figures.machine_name, context), []).append(model)
    result = Table("one %s alloc+free, irqs on, cgroup v2: %s" % (names.size_name(SIZE), title(some, "alloc+free")),
                   ["variant"], list(groups.items()), some[0].label, SHORT)
    for name, more in _places(names.MAIN_VARIANTS):
        values = []
        for figures, context, model in columns:
            place = _place(figures, model, dict(state, context=context), more)
            values.append(figures.text(model, **place) if place else NOTHING)
        if any(value != NOTHING for value in values):
            result.row([name], values)
    return result if result.rows else None


def tables(short_figures, whole_figures, published):
    """`short_figures`: those for the short form; `whole_figures`: all of them."""
    found = [short(some) for some in merged(short_figures)] + [server_preempt(whole_figures, published)]
    return [table for table in found + [whole(figures) for figures in whole_figures] if table]
