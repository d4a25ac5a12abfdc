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
    if not report.blocks:
        lines += ["no valid runs: nothing to show", ""]
    if report.refused:
        lines.append(style.strong("refused runs: in no table"))
        lines += ["  " + _printable(line) for line in report.refusals()]
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
    if not report.blocks:
        lines += ["No valid runs: nothing to show.", ""]
    if report.refused:
        lines += ["## refused runs: in no table", ""]
        lines += ["- " + _printable(line) for line in report.refusals()] + [""]
    for note in report.notes():
        lines += [note, ""]
    return "\n".join(lines)


def _cells(block):
    fields = ("case", "variant", "context", "cpus", "irqs", "nest")
    for (state, (arch, machine), model), cell in block.cells.items():
        yield dict(zip(fields, state), arch=arch, machine=machine, model=model,
                   value_milli=cell.milli, differs=cell.differs)


def as_json(report):
    document = {
        "boots": [{"log": path, "hello": boot.hello, "clock": boot.clock, "bye": boot.bye}
                  for path, boot in report.boots],
        "blocks": [{"env": block.env, "measure": block.measure, "title": block.title,
                    "label": block.label, "emulated": blocks.is_emulated(block.env),
                    "cells": list(_cells(block))} for block in report.blocks],
        "rows": [row for row in report.rows if row["verdict"] == "ok"],
        "refused": report.refused,
    }
    if report.published_table:
        document["published"] = report.published
    return json.dumps(document, indent=1) + "\n"
