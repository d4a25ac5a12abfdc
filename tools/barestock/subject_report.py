# SPDX-License-Identifier: GPL-2.0-only
"""All tables of the subjects, in the order of reading.

Owns which of them the short form keeps: where instructions were counted for an architecture, its emulated times are
left to the whole report, since they say nothing that the counts do not say better.
"""
from barestock import alloc_table, counts_table, module_table, stock_table, subjects, threads_table


class SubjectReport:
    """`rows` are those of subjects, refused ones too; `series` is {name: Series}."""

    def __init__(self, rows, machine_names, series):
        figures, counts, self.refused = subjects.sort_rows(rows, machine_names)
        self.differs = any(one.differs for one in figures)
        rates = [one for one in figures if one.measure == "kops"]
        timed = [one for one in figures if one.measure != "kops"]
        counted = {one.machine[0] for one in figures if one.measure == "insn"}
        short = [one for one in timed if not (one.is_emulated_time and one.machine[0] in counted)]
        self.tables = module_table.tables(short, timed, series["module-loop"])
        self.tables += alloc_table.tables(short, timed, series["alloc-loop"])
        self.tables += threads_table.tables(rates, series["threads"])
        self.tables += counts_table.tables(counts, series["instrumented"])
        self.tables += stock_table.tables(short, timed)
