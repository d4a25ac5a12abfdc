# SPDX-License-Identifier: GPL-2.0-only
"""The published figures, and the one state in which they may stand beside ours.

The file under tools/published/ holds each figure with its source, its place there and the caution
that belongs to it. The invariant: a published figure is shown only when a figure of ours in the
same state stands in the same table.
"""
import json
import os

from barestock.rows import divide
from barestock.table import NOTHING, Table

FILE = os.path.join("published", "primitive-loop.json")


def load(tools):
    with open(os.path.join(tools, FILE), encoding="ascii") as file:
        return json.load(file)


def state_matches(published, state, model):
    """Whether a figure of ours was taken in the published state."""
    case, variant, _, _, irqs, nest = state
    wanted = published["state"]
    return (case in published["rows"] and variant == "-" and irqs == wanted["irqs"]
            and nest == wanted["nest"] and model in wanted["models"])


def _nanoseconds(published, case, column):
    for figure in published["figures"]:
        if figure["row"] == published["rows"][case] and figure["column"] == column:
            value = divide(figure["value"] * 100, published["iterations"])
            return "%d.%02d" % (value // 100, value % 100)
    return NOTHING


def _ours(published, blocks, machine_names):
    """{what one row of the table is about: {case: text}} of our figures in the published state."""
    found = {}
    for block in blocks:
        for (state, machine, model), cell in block.cells.items():
            if state_matches(published, state, model):
                key = (machine_names[machine], model, block.env, block.measure, block.label,
                       state[2], state[3])
                found.setdefault(key, {})[state[0]] = cell.text(block.measure)
    return found


def table(published, blocks, machine_names, case_name):
    """The table of ours beside the published ones; None when ours has nothing in that state."""
    ours = _ours(published, blocks, machine_names)
    if not ours:
        return None
    cases = list(published["rows"])
    result = Table("beside the published loop: interrupts off at entry, outermost, model full [1]",
                   ["machine", "environment", "unit"], [("", [case_name(case) for case in cases])])
    for (machine, _, env, measure, label, _, _), texts in ours.items():
        unit = measure + (" (%s)" % label if label else "")
        result.row(["this one: " + machine, env, unit],
                   [texts.get(case, NOTHING) for case in cases])
    columns = dict.fromkeys(figure["column"] for figure in published["figures"])
    for column in columns:
        result.row(["published: " + column, "hardware", "ns"],
                   [_nanoseconds(published, case, column) for case in cases])
    return result


def footnote(published):
    return ("[1] %s, %s (%s). State: %s. Repeats: %s. Limits: %s"
            % (published["who"], published["figures"][0]["table"], published["message_id"],
               published["context"], published["repeats"], published["caution"]["issue"]))
