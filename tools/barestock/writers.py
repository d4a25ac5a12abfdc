# SPDX-License-Identifier: GPL-2.0-only
"""A Report as text for a terminal, as Markdown and as JSON."""
import json
import textwrap

from barestock import blocks, table


def _printable(text):
    """The guest's own words without what a terminal would obey."""
    return "".join(c if c.isprintable() or c == "\n" else "?" for c in text)


def as_text(report, width, style):
    lines = [style.strong("boots")]
    lines += ["  " + _printable(line) for line in report.boot_lines()]
    lines.append("")
    for one in report.tables():
        lines += table.write_text(one, width, style)
    if report.is_empty:
        lines += ["no valid runs: nothing to show", ""]
    refusals = report.refusals()
    if refusals:
        lines.append(style.strong("refused runs: in no table"))
        lines += ["  " + _printable(line) for line in refusals]
        lines.append("")
    left_out = report.left_out()
    if left_out:
        lines.append(style.strong("left to the whole report"))
        lines += ["  " + title for title in left_out]
        lines.append("")
    for note in report.notes():
        lines += textwrap.wrap(note, min(width, 100), subsequent_indent="  ")
    return "\n".join(lines) + "\n"


def as_markdown(report):
    lines = ["# barestock report", "", "## boots", ""]
    lines += ["- " + _printable(line.strip()) for line in report.boot_lines()]
    lines.append("")
    for one in report.tables():
        lines += table.write_markdown(one)
    if report.is_empty:
        lines += ["No valid runs: nothing to show.", ""]
    refusals = report.refusals()
    if refusals:
        lines += ["## refused runs: in no table", ""]
        lines += ["- " + _printable(line) for line in refusals] + [""]
    for note in report.notes():
        lines += [note, ""]
    return "\n".join(lines)


def _cells(block):
    fields = ("case", "variant", "context", "cpus", "irqs", "nest")
    for (state, (arch, machine), model), cell in block.cells.items():
        yield dict(zip(fields, state), arch=arch, machine=machine, model=model,
                   value_milli=cell.milli, differs=cell.differs)


def _table(one):
    return {"title": one.title, "label": one.label, "keys": one.keys,
            "columns": [[name, column] for name, columns in one.groups for column in columns],
            "rows": [{"heading": keys} if values is None else {"keys": keys, "values": values}
                     for keys, values in one.rows], "notes": one.notes}


def as_json(report):
    document = {
        "boots": [{"log": path, "hello": boot.hello, "clock": boot.clock, "bye": boot.bye}
                  for path, boot in report.boots],
        "blocks": [{"env": block.env, "measure": block.measure, "title": block.title,
                    "label": block.label, "emulated": blocks.is_emulated(block.env),
                    "cells": list(_cells(block))} for block in report.blocks],
        "tables": [_table(one) for one in report.subjects.tables if one.scope != table.SHORT],
        "rows": [row for row in report.rows if row["verdict"] == "ok"],
        "refused": report.refused + report.subjects.refused,
    }
    if report.published_table:
        document["published"] = report.published
    return json.dumps(document, indent=1) + "\n"
