# SPDX-License-Identifier: GPL-2.0-only
"""What the counting builds counted under the mixed workload, beside the published instrumented counts."""
from barestock import names
from barestock.module_table import percent_text
from barestock.table import NOTHING, SHORT, WHOLE, Table

GROUPS = [("mod_objcg_state()", ["calls", "pushes", "%"]),
          ("what the workload was", ["allocs", "outside task", "%"])]
NOTE = ("calls, pushes: of mod_objcg_state(), and those that reached the per-CPU array. Allocations outside task "
        "context are those of interrupts. Their share is a parameter of the workload, not a property of the variant: a "
        "task's work is a number of steps, interrupts come by time, so longer code meets more of them. Ours is a "
        "made-up mix with interrupts, not a boot or a kernel build.")


def _values(row):
    counts = row["counts"]
    allocs = counts["allocs_task"] + counts["allocs_irq"]
    return [str(counts["stat_calls"]), str(counts["stat_pushes"]),
            percent_text(counts["stat_pushes"], counts["stat_calls"]),
            str(allocs), str(counts["allocs_irq"]), percent_text(counts["allocs_irq"], allocs)]


def _published(result, published):
    tables = published.document["tables"]
    result.heading("published " + published.mark)
    for row in ("boot", "build"):
        texts = [published.text(row, column, "%d", tables[row]) for column in ("calls", "pushes", "share")]
        result.row([published.document["rows"][row], "v4", "", "", ""], texts + [NOTHING] * 3)
    result.row(["share of allocations", "v6", "", "", ""],
               [NOTHING] * 5 + [published.text("outside", "outside", "%.2f", tables["outside"])])


def table(counts, published, scope):
    result = Table("instrumented counts%s: mod_objcg_state() under a mixed workload" % (
        ", every variant" if scope == WHOLE else ""),
                   ["variant", "machine", "environment", "model", "cgroup"], GROUPS, scope=scope, notes=[NOTE])
    for row in counts:
        result.row([row["variant"], row["machine_name"], row["env"], row["model"], "v1" if row["v1"] else "v2"],
                   _values(row))
    if {row["variant"] for row in counts} & set(published.document["state"]["variants"]):
        _published(result, published)
        result.footnotes.append(published.note())
    return result if counts else None


def every_count(counts):
    """All counts of the counting builds by name: for the files."""
    columns = list(dict.fromkeys(name for row in counts for name in row["counts"]))
    result = Table("instrumented counts: every counter", ["variant", "machine", "environment", "cgroup"],
                   [("", [column]) for column in columns], scope=WHOLE)
    for row in counts:
        result.row([row["variant"], row["machine_name"], row["env"], "v1" if row["v1"] else "v2"],
                   [str(row["counts"].get(column, NOTHING)) for column in columns])
    return result if counts else None


def _order(row):
    return (names.order_in(names.ARCHES, row["arch"]), row["env"], names.order_in(names.VARIANTS, row["variant"]),
            names.order_in(names.MODELS, row["model"]), row["v1"])


def tables(counts, published):
    """In short: the main variants, cgroup v2, and of an architecture the counts that are the same in every boot."""
    counts = sorted(counts, key=_order)
    exact = {row["arch"] for row in counts if row["env"] == "tcg-icount"}
    main = [row for row in counts if row["variant"] in names.MAIN_VARIANTS and row["model"] in names.MAIN_MODELS
            and not row["v1"] and (row["env"] == "tcg-icount" or row["arch"] not in exact)]
    found = table(main, published, SHORT), table(counts, published, WHOLE), every_count(counts)
    return [one for one in found if one]
