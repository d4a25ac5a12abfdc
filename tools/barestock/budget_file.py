# SPDX-License-Identifier: GPL-2.0-only
"""The budgets in the tree: a line for each case, variant, state of accounting and part.

Written by tools/budget alone. A figure above its line is a failure, one below it a remark; so is a line without a
figure and a figure without a line, since a budget that nobody holds against anything protects nothing.
"""
HEAD = """\
# SPDX-License-Identifier: GPL-2.0-only
#
# Budgets of one operation in steady state, %s: model full, task, interrupts on, cgroup v2. tools/budget
# wrote this file and holds the image against it; `tools/budget update %s` writes it anew.
#
# accounting: on, or the objects' key off. part: the loop and its calls; slab (kernel/mm); hooks (slab_hooks,
# current); charge (stocks, objcg, page_counter, percpu_ref); statistics (obj_stat, stat, rstat). Functions of the
# core belong to what calls them. alloc1 is one alloc and free; alloc4 is four allocs, then four frees, and of 4 KiB
# it is the mean over whole rounds of the stock's refills.
#
"""
COLUMNS = ("case", "size", "variant", "accounting", "part", "instructions", "memory", "locked")
WIDTHS = (6, 4, 18, 11, 10, 12, 8, 7)


class FileError(Exception):
    """The file is none; the text says where and why."""


def figure_text(milli):
    text = "%d.%03d" % (abs(milli) // 1000, abs(milli) % 1000)
    return ("-" if milli < 0 else "") + text.rstrip("0").rstrip(".")


def _milli(text, number):
    whole, _, rest = text.lstrip("-").partition(".")
    if not (whole + rest).isdecimal() or len(rest) > 3:
        raise FileError("line %d: '%s' is no figure" % (number, text))
    return (-1 if text.startswith("-") else 1) * int(whole + rest.ljust(3, "0"))


def _line(words):
    left = " ".join(str(word).ljust(width) for word, width in zip(words[:5], WIDTHS))
    return left + " " + " ".join(str(word).rjust(width) for word, width in zip(words[5:], WIDTHS[5:])) + "\n"


def write(arch, found):
    """The text of the file for {(case, size, variant, accounting, part): figures}."""
    lines, last = [HEAD % (arch, arch), _line(("# " + COLUMNS[0], *COLUMNS[1:]))], None
    for key, figures in found.items():
        if last not in (None, key[:4]):
            lines.append("\n")
        last = key[:4]
        lines.append(_line(key + tuple(map(figure_text, figures))))
    return "".join(lines)


def read(text):
    """{key: figures} of a file's text; FileError."""
    found = {}
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split()
        if not words or line.startswith("#"):
            continue
        if len(words) != len(COLUMNS) or not words[1].isdecimal():
            raise FileError("line %d: not %s" % (number, " ".join(COLUMNS)))
        key = words[0], int(words[1]), *words[2:5]
        if key in found:
            raise FileError("line %d: there already" % number)
        found[key] = tuple(_milli(word, number) for word in words[5:])
    return found


def _difference(figures, budget):
    """(what rose, what fell) as texts."""
    rose, fell = [], []
    for name, figure, limit in zip(COLUMNS[5:], figures, budget):
        text = "%s %s, budget %s" % (name, figure_text(figure), figure_text(limit))
        (rose if figure > limit else fell if figure < limit else []).append(text)
    return rose, fell


def compare(found, budgets):
    """[(key, what is wrong, what could be lowered)] for every key of either side."""
    results = []
    for key in list(found) + [key for key in budgets if key not in found]:
        if key not in budgets:
            results.append((key, ["has no budget"], []))
        elif key not in found:
            results.append((key, ["was not measured"], []))
        else:
            results.append((key, *_difference(found[key], budgets[key])))
    return results
