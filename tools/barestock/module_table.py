# SPDX-License-Identifier: GPL-2.0-only
"""The module loop (4 allocs, then 4 frees) in the shape of the published table.

Overhead, and both percentages, are against the variant's own row with object accounting off, and against the base's
overhead. The zero row that is shown is the first variant's. A published row stands on the line of the variant that has
its patches, and only where that line has a figure of ours in the published state: task, interrupts on.
"""
from barestock import names
from barestock.rows import divide
from barestock.subjects import merged, title
from barestock.table import NOTHING, SHORT, WHOLE, Table

CASE = "alloc4"
SECTIONS = ((32, 0), (32, 1), (4096, 0), (4096, 1))
SHORT_SECTIONS = ((32, 0), (4096, 0), (4096, 1))
COLUMNS = ["run time", "overhead", "%age 1", "%age 2"]
TOTAL = "1e8 pairs, s"
PUBLISHED = "published [s for 1e8]"
NOTE = ("Run time: of one alloc and free, the mean over a batch of four. Overhead: run time minus the same variant's "
        "with object accounting off (nothing of a variant runs then: all have the same instructions, and the row shown "
        "is the first variant's). %age 1: of the base's overhead; %age 2: of the time with object accounting off.")


def percent_text(part, whole):
    """part / whole in percent, to a tenth."""
    if part is None or not whole or whole < 0:
        return NOTHING
    value = divide(1000 * part, whole)
    return "%s%d.%d" % ("-" if value < 0 else "", abs(value) // 10, abs(value) % 10)


def _overhead(figures, model, place):
    """(figure of the variant's zero row, what accounting adds to it); None where there is none."""
    off = figures.off(model, "objects-off", **place)
    time, zero = figures.get(model, **place), figures.get(model, **off) if off else None
    return zero, None if time is None or zero is None else time - zero


def _total_text(milli_ns):
    """Seconds of 100,000,000 pairs."""
    if milli_ns is None:
        return NOTHING
    value = divide(milli_ns, 10)
    return "%d.%03d" % (value // 1000, value % 1000)


class ModuleTable:
    """Builds the tables of some Figures of the same environment and measure, whose columns stand side by side."""

    def __init__(self, some, published):
        self.some, self.published = some, published
        self.totals = some[0].measure == "ns" and all(figures.has_published_counts for figures in some)

    def whole(self):
        """Every state, model and variant; `some` is one Figures."""
        figures = self.some[0]
        for context in figures.values("context", case=CASE):
            for irqs in figures.values("irqs", case=CASE, context=context):
                state = {"case": CASE, "context": context, "irqs": irqs}
                yield self._table(state, SECTIONS, WHOLE, names.MODELS, None)

    def short(self):
        """The published state, the main models and variants."""
        state = {"case": CASE, "context": "task", "irqs": "on"}
        return self._table(state, SHORT_SECTIONS, SHORT, names.MAIN_MODELS, names.MAIN_VARIANTS)

    def _columns(self):
        return COLUMNS[:1] + ([TOTAL] if self.totals else []) + COLUMNS[1:]

    def _table(self, state, sections, scope, models, variants):
        groups = [(figures, model) for figures in self.some for model in figures.values("model", **state)
                  if model in models]
        is_published = (state["context"], state["irqs"]) == ("task", "on")
        columns = [("%s %s" % (figures.machine_name, model), self._columns()) for figures, model in groups]
        result = Table("module loop, %s, irqs %s%s: %s" % (
            state["context"], state["irqs"], ", every variant" if scope == WHOLE else "",
            title(self.some, "alloc+free pair")),
                       ["variant", "patches"], columns, self.some[0].label, scope, [NOTE])
        has_published = False
        for size, v1 in sections:
            has_published |= self._section(result, dict(state, size=size, v1=v1), groups, variants, is_published)
        if has_published:
            result.groups.append((PUBLISHED + " " + self.published.mark, COLUMNS))
            result.footnotes.append(self.published.note("Seconds of 100,000,000, as printed."))
        result.rows = [(keys, values and values[:sum(len(columns) for _, columns in result.groups)])
                       for keys, values in result.rows]
        return result if result.rows else None

    def _section(self, result, state, groups, variants, is_published):
        """One object size and cgroup version; whether a published figure stands in it."""
        lines = list(self._variant_lines(state, groups, variants))
        if not lines:
            return False
        result.heading("%s object, %s" % (names.size_name(state["size"]), names.group_name(state["v1"])))
        shown = False
        for name, patches, key, values in list(self._off_lines(state, groups)) + lines:
            texts = self._published(key, state) if is_published else [NOTHING] * len(COLUMNS)
            result.row([name, patches], values + texts)
            shown |= any(text != NOTHING for text in texts)
        return shown

    def _off_lines(self, state, groups):
        """(name, patches, word for the published row, texts) of the zero rows that there are."""
        for accounting, name in names.OFF.items():
            values = [text for figures, model in groups for text in self._line(
                figures, model, figures.off(model, accounting, **state), None)]
            if any(value != NOTHING for value in values):
                yield name, "", "off" if accounting == "objects-off" else None, values

    def _variant_lines(self, state, groups, variants):
        """The same of the variants."""
        have = {v for figures, _ in groups for v in figures.values("variant", accounting="on", **state)}
        for variant in sorted(have, key=lambda v: names.order_in(names.VARIANTS, v)):
            if variants and variant not in variants:
                continue
            values = [text for figures, model in groups for text in self._line(
                figures, model, dict(state, variant=variant), state)]
            if any(value != NOTHING for value in values):
                yield variant, names.PATCHES.get(variant, ""), variant, values

    def _line(self, figures, model, place, state):
        """The texts of a model's columns; `state` only for a variant's line, which has overheads."""
        time = figures.get(model, **place) if place else None
        zero, over = _overhead(figures, model, place) if state else (None, None)
        base_over = _overhead(figures, model, dict(state, variant="base"))[1] if state else None
        line = [figures.text(model, **place) if place else NOTHING]
        line += [_total_text(time)] if self.totals else []
        return line + [figures.text_of(over), percent_text(over, base_over), percent_text(over, zero)]

    def _published(self, key, state):
        """The texts of the published row; a figure of ours stands in the same line."""
        if key not in (None, "off"):
            key = "%s %s" % ("32" if state["size"] == 32 else "%d v%d" % (state["size"], 2 - state["v1"]), key)
        forms = ["%.3f", "%.3f", "%.1f", "%.1f"]
        columns = self.published.document["columns"]
        return [self.published.text(key, column, form) for column, form in zip(columns, forms)]


def tables(short, whole, published):
    """`short`: Figures for the short form; `whole`: all of them."""
    found = [ModuleTable(some, published).short() for some in merged(short)]
    found += [table for figures in whole for table in ModuleTable([figures], published).whole()]
    return [table for table in found if table]
