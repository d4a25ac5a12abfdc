# SPDX-License-Identifier: GPL-2.0-only
"""The published figures of the two series: the files beside primitive-loop.json, by what they stand beside.

A file's `rows` and `columns` map our words to the published ones. Whether a figure may be shown is decided by the
table: only where a figure of ours in the same state stands in it.
"""
import json
import os

from barestock.table import NOTHING

FILES = ("module-loop", "alloc-loop", "threads", "instrumented")
# [1] is the primitive loop.
MARKS = {name: "[%d]" % number for number, name in enumerate(FILES, 2)}


class Series:
    """One file of tools/published/."""

    def __init__(self, name, document):
        self.mark = MARKS[name]
        self.document = document
        self._figures = {(f["table"], f["row"], f["column"]): f for f in document["figures"]}

    def find(self, row, column, table=None):
        """The published figure (value, unit, ...) for our words; None where nothing was published."""
        row, column = self.document["rows"].get(row), self.document["columns"].get(column)
        table = table or self.document["figures"][0]["table"]
        return self._figures.get((table, row, column))

    def text(self, row, column, form="%s", table=None):
        figure = self.find(row, column, table)
        return form % figure["value"] if figure else NOTHING

    def note(self, more=""):
        """Who, where, in which state, and what limits it: the footnote of every table with a figure of it."""
        d = self.document
        machine = " Machine: %s." % d["machine"] if "machine" in d else ""
        kernel = " Kernel: %s." % d["kernel"] if "kernel" in d else ""
        cautions = " ".join("%s: %s." % (c["about"], c["issue"].rstrip(".")) for c in d["caution"])
        return self.mark + " %s.%s%s State: %s. Repeats: %s.%s Limits: %s" % (
            d["source_title"], machine, kernel, d["context"], d["repeats"],
            " " + more if more else "", cautions)


def load(tools):
    """{name: Series} of tools/published/."""
    found = {}
    for name in FILES:
        with open(os.path.join(tools, "published", name + ".json"), encoding="ascii") as file:
            found[name] = Series(name, json.load(file))
    return found
