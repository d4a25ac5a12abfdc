# SPDX-License-Identifier: GPL-2.0-only
"""A table, and how it is written for a terminal and in Markdown.

A table knows nothing about measuring: it has key columns, groups of value columns, and text.
On a terminal too narrow for it, its groups of columns stand below each other, each with the keys.
"""

# What stands where there is no figure.
NOTHING = "-"


# Which of a report's two forms shows a table: the short one, the whole one, or both.
SHORT, WHOLE, BOTH = "short", "whole", "both"


class Table:
    """`groups` is [(name, [column, ...])]; `label` is a warning that belongs to every figure.

    `notes` are paragraphs that must stand beside the table, `footnotes` those that several tables
    share; `scope`: where it is shown.
    """

    def __init__(self, title, keys, groups, label="", scope=BOTH, notes=()):
        self.scope = scope
        self.footnotes = []
        self.notes = list(notes)
        self.title = title
        self.label = label
        self.keys = keys
        self.groups = groups
        self.rows = []

    def heading(self, text):
        self.rows.append((text, None))

    def row(self, keys, values):
        """`values` has one text for each column of each group, in order."""
        self.rows.append((keys, values))


class Style:
    """How emphasis is written: by escape sequences on a terminal, else not at all."""

    def __init__(self, colour):
        self._colour = colour

    def _wrap(self, code, text):
        return "\x1b[%sm%s\x1b[0m" % (code, text) if self._colour and text else text

    def strong(self, text):
        return self._wrap("1", text)

    def warning(self, text):
        return self._wrap("33", text)


def _pad_keys(keys, widths):
    return "  " + "  ".join(key.ljust(width) for key, width in zip(keys, widths))


def _column_widths(table):
    columns = [column for _, names in table.groups for column in names]
    widths = [len(column) for column in columns]
    for _, values in table.rows:
        for place, value in enumerate(values or ()):
            widths[place] = max(widths[place], len(value))
    return widths


def _key_widths(table):
    widths = [len(key) for key in table.keys]
    for keys, values in table.rows:
        if values is not None:
            widths = [max(width, len(key)) for width, key in zip(widths, keys)]
    return widths


def _slices(table, widths, room):
    """Consecutive groups that fit into `room` columns together: (groups, first, end) of columns."""
    slices, first, end, groups, used = [], 0, 0, [], 0
    for name, columns in table.groups:
        need = max(3 + sum(w + 2 for w in widths[end:end + len(columns)]), len(name) + 5)
        if groups and used + need > room:
            slices.append((groups, first, end))
            groups, first, used = [], end, 0
        groups.append((name, columns))
        end += len(columns)
        used += need
    return slices + [(groups, first, end)]


def _grouped(texts, groups, widths):
    """Value texts, right-aligned, with a wider gap before each group."""
    parts, place = [], 0
    for name, columns in groups:
        part = "".join("  " + texts[place + i].rjust(widths[place + i])
                       for i in range(len(columns)))
        # A group is at least as wide as its name.
        parts.append("   " + part.rjust(len(name) + 2))
        place += len(columns)
    return "".join(parts)


def _group_names(groups, widths):
    line, place = "", 0
    for name, columns in groups:
        width = sum(w + 2 for w in widths[place:place + len(columns)])
        line += "   " + ("  " + name).rjust(max(width, len(name) + 2))
        place += len(columns)
    return line


def _rows_within(table, first, end):
    """The rows with these columns only, without those that have nothing there."""
    heading = None
    for keys, values in table.rows:
        if values is None:
            heading = keys
        elif any(value != NOTHING for value in values[first:end]):
            if heading is not None:
                yield heading, None
            heading = None
            yield keys, values[first:end]


def write_text(table, width, style):
    """The lines of a table for a terminal of `width` columns."""
    widths, key_widths = _column_widths(table), _key_widths(table)
    margin = len(_pad_keys([""] * len(key_widths), key_widths))
    title = style.strong(table.title)
    lines = [title + ("   " + style.warning(table.label) if table.label else "")]
    for groups, first, end in _slices(table, widths, width - margin):
        part = widths[first:end]
        columns = [column for _, names in groups for column in names]
        if any(name for name, _ in groups):
            lines.append((" " * margin + _group_names(groups, part)).rstrip())
        lines.append((_pad_keys(table.keys, key_widths) + _grouped(columns, groups, part)).rstrip())
        for keys, values in _rows_within(table, first, end):
            if values is None:
                lines.append(" " + style.strong(keys))
            else:
                text = _pad_keys(keys, key_widths) + _grouped(values, groups, part)
                lines.append(text.rstrip())
        lines.append("")
    return lines[:-1] + _notes_text(table, width) + [""]


def _notes_text(table, width):
    import textwrap
    return [line for note in table.notes
            for line in textwrap.wrap(note, min(width, 120), initial_indent="  ",
                                      subsequent_indent="    ")]


def _cell(text):
    return text.replace("|", "\\|")


def write_markdown(table):
    """The lines of a table in Markdown; headings within it become rows of their own."""
    columns = [(name + " " + column).strip() for name, names in table.groups for column in names]
    lines = ["## " + table.title, ""]
    if table.label:
        lines += ["**%s**" % table.label, ""]
    lines.append("| %s |" % " | ".join(_cell(text) for text in table.keys + columns))
    lines.append("|%s%s" % (" --- |" * len(table.keys), " ---: |" * len(columns)))
    for keys, values in table.rows:
        if values is None:
            keys, values = ["*%s*" % keys] + [""] * (len(table.keys) - 1), [""] * len(columns)
        lines.append("| %s |" % " | ".join(_cell(text) for text in list(keys) + list(values)))
    for note in table.notes:
        lines += ["", _cell(note)]
    return lines + [""]
