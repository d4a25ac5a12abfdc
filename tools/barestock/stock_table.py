# SPDX-License-Identifier: GPL-2.0-only
"""The stock alone: hit, refill, drain, owner switch, node switch. Nothing was published beside which it could stand."""
from barestock import names
from barestock.subjects import merged, title
from barestock.table import NOTHING, SHORT, WHOLE, Table

CASES = [case for case in names.SUBJECT_CASES if case.startswith("stock_")]


def _cases(figures):
    return [case for case in CASES if figures.values("variant", case=case)]


def short(some):
    """The main variants and models, task, irqs on, cgroup v2; a variant's cases in one line."""
    columns = [(figures, model, case) for figures in some for model in names.MAIN_MODELS for case in _cases(figures)
               if model in figures.values("model", case=case)]
    groups = {}
    for figures, model, case in columns:
        groups.setdefault("%s %s" % (figures.machine_name, model), []).append(names.case_name(case))
    result = Table("the stock alone, task, irqs on, cgroup v2: " + title(some, "operation"), ["variant"],
                   list(groups.items()), some[0].label, SHORT)
    for variant in names.MAIN_VARIANTS:
        values = [_any_size(figures, model, case=case, variant=variant) for figures, model, case in columns]
        if any(value != NOTHING for value in values):
            result.row([variant], values)
    return result if result.rows else None


def _any_size(figures, model, **place):
    """The text whatever size the case says: it is one for each case."""
    sizes = figures.values("size", case=place["case"])
    return figures.text(model, size=sizes[0], **place) if sizes else NOTHING


def whole(figures):
    cases = _cases(figures)
    models = dict.fromkeys(m for case in cases for m in figures.values("model", case=case))
    result = Table("the stock alone, every state: " + title([figures], "operation"),
                   ["variant", "context", "irqs", "cgroup"], [("", list(models))], figures.label, WHOLE)
    for case in cases:
        result.heading(names.case_name(case))
        for variant in figures.values("variant", case=case):
            _rows(result, figures, {"case": case, "variant": variant}, models)
    return result if result.rows else None


def _rows(result, figures, place, models):
    for context in figures.values("context", **place):
        for irqs in figures.values("irqs", context=context, **place):
            for v1 in figures.values("v1", context=context, irqs=irqs, **place):
                values = [_any_size(figures, model, context=context, irqs=irqs, v1=v1, **place) for model in models]
                if any(value != NOTHING for value in values):
                    result.row([place["variant"], context, irqs, "v1" if v1 else "v2"], values)


def tables(short_figures, whole_figures):
    found = [short(some) for some in merged(short_figures)] + [whole(figures) for figures in whole_figures]
    return [table for table in found if table]
