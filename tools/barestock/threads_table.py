# SPDX-License-Identifier: GPL-2.0-only
"""N threads in one memcg, 4 KiB, for a set time: 1000 pairs a second and the change against base, v1 and v2.

The published group says for how many threads it is; a figure of it stands only where its line has one of ours in the
same state (task, interrupts on, the same cgroup version), and no claim is made that other numbers of CPUs compare.
"""
from barestock import blocks, names
from barestock.rows import divide
from barestock.table import NOTHING, SHORT, WHOLE, Table

CASE, SIZE = "threads", 4096
COLUMNS = ["v1 kops/s", "change", "v2 kops/s", "change"]
NOTE = ("kops/s: 1000 alloc+free pairs a second, all CPUs together. Change: the factor against base. With accounting "
        "off there is no cgroup version.")


def _kops_text(milli):
    if milli is None:
        return NOTHING
    value = divide(milli, 100)
    return "%d" % divide(milli, 1000) if milli >= 10**6 else "%d.%d" % (value // 10, value % 10)


def _change_text(milli, base):
    if milli is None or not base:
        return NOTHING
    value = divide(100 * milli, base)
    return "%d.%02d" % (value // 100, value % 100)


def _pair(figures, model, state, variant):
    """v1 and v2 columns of a variant on some CPUs."""
    texts = []
    for v1 in (1, 0):
        place = dict(state, v1=v1)
        milli = figures.get(model, **dict(place, variant=variant))
        texts += [_kops_text(milli), _change_text(milli, figures.get(model, **dict(place, variant="base")))]
    return texts


def _off(figures, model, state, accounting):
    at = figures.off(model, accounting, **state)
    milli = figures.get(model, **at) if at else None
    return [NOTHING, NOTHING, _kops_text(milli), NOTHING]


def _published(published, row, values):
    """Texts of the published columns beside `values` of ours: v1 and v2 each need one."""
    if row == "off":
        texts = [NOTHING, NOTHING, published.text("off", "off"), NOTHING]
    else:
        texts = [published.text(row, column, form) for column, form in
                 (("v1", "%d"), ("v1 change", "%.2f"), ("v2", "%d"), ("v2 change", "%.2f"))]
    has_ours = [any(value != NOTHING for value in values[rate::len(COLUMNS)]) for rate in (0, 0, 2, 2)]
    return [text if has else NOTHING for text, has in zip(texts, has_ours)]


def _lines(figures, model, state, cpus, variants):
    """(name, patches, word for the published row, texts) of every line that has a figure."""
    lines = [(name, "", "off" if word == "objects-off" else "",
              [text for n in cpus for text in _off(figures, model, dict(state, cpus=n), word)])
             for word, name in names.OFF.items()]
    lines += [(variant, names.PATCHES.get(variant, ""), variant,
               [text for n in cpus for text in _pair(figures, model, dict(state, cpus=n), variant)])
              for variant in figures.values("variant", accounting="on", **state) if variant in variants]
    return [line for line in lines if any(text != NOTHING for text in line[3])]


def table(figures, model, irqs, published, scope, variants):
    """One model; only `variants` of it."""
    state = {"case": CASE, "size": SIZE, "irqs": irqs}
    cpus = figures.values("cpus", **state)
    title = "1000 pairs a second (%s), %s" % (figures.env, figures.machine_name)
    groups = [("%d CPU%s" % (n, "" if n == 1 else "s"), COLUMNS) for n in cpus]
    result = Table("threads in one memcg, 4 KiB, model %s, irqs %s%s: %s" % (
        model, irqs, ", every variant" if scope == WHOLE else "", title),
                   ["variant", "patches"], groups, blocks.label_of(figures.env, "kops"), scope, [NOTE])
    lines = _lines(figures, model, state, cpus, variants)
    more = [_published(published, row, values) if irqs == "on" else [] for _, _, row, values in lines]
    has_published = any(text != NOTHING for texts in more for text in texts)
    if has_published:
        result.groups.append(("published: %d threads %s" % (published.document["threads"], published.mark), COLUMNS))
        result.footnotes.append(published.note("Stands beside other numbers of CPUs than its own."))
    for (name, patches, _, values), texts in zip(lines, more):
        result.row([name, patches], values + (texts if has_published else []))
    return result if result.rows else None


def tables(all_figures, published):
    found = []
    for figures in all_figures:
        for model in figures.values("model", case=CASE):
            for irqs in figures.values("irqs", case=CASE, model=model):
                every = figures.values("variant", case=CASE, model=model)
                found.append(table(figures, model, irqs, published, WHOLE, every))
                # The clock of an icount boot counts instructions: a rate by it is none.
                if irqs == "on" and model in names.MAIN_MODELS and figures.env != "tcg-icount":
                    found.append(table(figures, model, irqs, published, SHORT, names.MAIN_VARIANTS))
    return [one for one in found if one]
