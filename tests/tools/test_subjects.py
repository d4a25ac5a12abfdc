# SPDX-License-Identifier: GPL-2.0-only
"""The tables of subjects: their figures worked out by hand, and where a published one may stand."""
import json
import os
import unittest

import logs
from barestock import records, report, rows
from barestock.records import LogError, read_boot

TOOLS = os.path.dirname(os.path.dirname(records.__file__))
TICKS = {"unit": "ticks", "counter_hz": 1000000000}


def numbered(runs):
    return [dict(one, run=number) if one["rec"] == "run" else one for number, one in enumerate(runs)]


def report_of(*runs, is_short=False, **changes):
    return report.Report([("a.log", logs.boot_log(numbered(runs), **changes))], TOOLS, is_short)


def tables_of(*runs, part, **changes):
    return [one for one in report_of(*runs, **changes).tables() if part in one.title]


def cells(table):
    """{(heading, first key): {(group, column): text}} of a table."""
    columns = [(group, column) for group, names in table.groups for column in names]
    found, heading = {}, ""
    for keys, values in table.rows:
        if values is None:
            heading = keys
        else:
            found[heading, keys[0]] = dict(zip(columns, values))
    return found


def off(extra=0, **changes):
    return [logs.subject_run(0, "alloc4", 200 + extra, "base", accounting=word, **changes)
            for word in ("controller-off", "objects-off")]


class Rows(unittest.TestCase):
    def rows(self, *runs, **changes):
        return rows.rows_of(read_boot(logs.boot_log(list(runs), **changes)))

    def test_what_a_primitive_leaves_out_has_its_default(self):
        row, = self.rows(logs.run(0))
        self.assertEqual([row[name] for name in ("v1", "size", "batch", "accounting", "kops_milli")],
                         [0, 0, 0, "-", None])

    def test_a_run_of_a_subject(self):
        row, = self.rows(logs.subject_run(0, "alloc4", 404, v1=1))
        self.assertEqual([row[name] for name in ("variant", "v1", "size", "batch", "accounting", "n", "min_milli")],
                         ["v6-refill", 1, 32, 4, "on", 8, 404000])

    def test_throughput(self):
        row, = self.rows(logs.throughput(0, [1000, 500], [2000000, 4000000]), clock_changes=TICKS, env="tcg")
        # 1000 pairs in 2 ms and 500 in 4 ms: 500,000 and 125,000 a second.
        self.assertEqual((row["kops_milli"], row["min_milli"], row["n"], row["cpus"]), (625000, None, None, 2))

    def test_throughput_without_a_rate_or_refused(self):
        row, = self.rows(logs.throughput(0, [1000], [2000000]))
        self.assertIsNone(row["kops_milli"])
        row, = self.rows(logs.throughput(0, [], [], verdict="refused", reason="no CPUs"))
        self.assertEqual((row["kops_milli"], row["reason"]), (None, "no CPUs"))

    def test_counts_are_rows_with_their_counts(self):
        row, = self.rows(logs.count(nr=3, lost=0, tick=0))
        self.assertEqual((row["run"], row["case"], row["variant"], row["min_milli"]),
                         (None, "mixed", "v6-refill", None))
        self.assertEqual((row["counts"]["stat_pushes"], row["counts"]["nr"], row["counts"]["ops"]), (800, 3, 1000))
        self.assertFalse({"reason", "lost", "tick", "seq"} & set(row["counts"]))

    def test_records_that_cannot_be(self):
        for bad in (logs.throughput(0, [1], [1, 2]), logs.throughput(0, [], []), logs.throughput(0, [1], [0]),
                    logs.throughput(0, [-1], [5]), logs.subject_run(0, accounting="half"),
                    logs.subject_run(0, size="x"), logs.count(verdict="fine"), logs.count(stat_calls="x")):
            with self.subTest(record=bad), self.assertRaises(LogError):
                self.rows(bad)


class Module(unittest.TestCase):
    RUNS = [*off(), *off(size=4096), *[logs.subject_run(0, "alloc4", total, variant, size=size)
            for size in (32, 4096)
            for variant, total in (("base", 600), ("v6-vmstat", 500), ("v6-refill-xchg", 402))]]

    def table(self, *runs, **changes):
        return tables_of(*runs, part="module loop", **changes)

    def test_figures_by_hand(self):
        table, = self.table(*self.RUNS)
        found = cells(table)["32 B object, cgroup v2", "v6-vmstat"]
        # 500 / 4 = 125, off is 50: 75 more; of the base's 100 and of 50.
        self.assertEqual([found["x86_64 full", column] for column in ("run time", "overhead", "%age 1", "%age 2")],
                         ["125", "75", "75.0", "150.0"])
        self.assertEqual(cells(table)["4 KiB object, cgroup v2", "v6-refill-xchg"]["x86_64 full", "run time"], "100.5")
        self.assertEqual(cells(table)["32 B object, cgroup v2", "controller off"]["x86_64 full", "run time"], "50")

    def test_published_stands_on_its_line(self):
        found = cells(self.table(*self.RUNS)[0])
        group = "published [s for 1e8] [2]"
        wanted = {("32 B object, cgroup v2", "base"): "11.634", ("32 B object, cgroup v2", "v6-vmstat"): "9.425",
                  ("4 KiB object, cgroup v2", "base"): "22.107", ("32 B object, cgroup v2", "v6-refill-xchg"): "-",
                  ("32 B object, cgroup v2", "object accounting off"): "3.130",
                  ("32 B object, cgroup v2", "controller off"): "-"}
        self.assertEqual({key: found[key][group, "run time"] for key in wanted}, wanted)

    def test_v1_has_its_own_published_figures(self):
        table, = self.table(*off(size=4096), logs.subject_run(0, "alloc4", 900, "base", size=4096, v1=1))
        found = cells(table)["4 KiB object, cgroup v1", "base"]
        self.assertEqual(found["published [s for 1e8] [2]", "run time"], "36.807")
        # The zero rows have no cgroup version.
        self.assertEqual(found["x86_64 full", "overhead"], "175")

    def test_published_in_no_other_state(self):
        for changes in ({"irqs": "off"}, {"context": "softirq"}, {"variant": "v6-move"}, {"size": 64}):
            run = dict(self.RUNS[4], **changes)
            with self.subTest(changes=changes):
                text = json.dumps([one.groups for one in self.table(run)])
                self.assertNotIn("published", text)
        self.assertNotIn("Waiman", "".join(report_of(dict(self.RUNS[4], irqs="off")).notes()))

    def test_refused_runs_are_in_no_table(self):
        run = dict(self.RUNS[4], verdict="refused", reason="left out")
        found = report_of(run, dict(run, variant="v6-move"))
        self.assertEqual(found.tables(), [])
        self.assertEqual(len(found.refusals()), 1)
        self.assertIn("2 runs, the first of them: alloc4 32 B, base", found.refusals()[0])

    def test_without_zero_rows_there_is_no_overhead(self):
        table, = self.table(self.RUNS[4])
        self.assertEqual(list(cells(table)["32 B object, cgroup v2", "base"].values())[:4], ["150", "-", "-", "-"])

    def test_each_variant_has_its_own_zero_row(self):
        runs = [logs.subject_run(0, "alloc4", zero, variant, accounting="objects-off")
                for variant, zero in (("base", 200), ("v6-refill", 240))]
        runs += [logs.subject_run(0, "alloc4", time, variant)
                 for variant, time in (("base", 600), ("v6-refill", 440), ("v6-move", 600))]
        table, = self.table(*runs, env="tcg", clock_changes=TICKS)
        found = {key: [values["x86_64 full", column] for column in ("overhead", "%age 1", "%age 2")]
                 for (_, key), values in cells(table).items()}
        self.assertEqual(found["base"], ["100.00", "100.0", "200.0"])
        self.assertEqual(found["v6-refill"], ["50.00", "50.0", "83.3"])
        # A time has no other's zero row to be subtracted.
        self.assertEqual(found["v6-move"], ["-", "-", "-"])
        shown = cells(table)["32 B object, cgroup v2", "object accounting off"]
        self.assertEqual(shown["x86_64 full", "run time"], "50.00")

    def test_total_only_with_the_published_counts(self):
        run = dict(self.RUNS[4])
        table, = self.table(run, env="hardware", clock_changes=TICKS)[:1]
        self.assertNotIn("1e8 pairs, s", table.groups[0][1])
        found = [logs.hello(env="hardware"), logs.clock(**TICKS), logs.plan(1, profile="published"), run]
        log = b"".join(logs.lines_of(logs.numbered(found + [logs.bye(found)])))
        tables = report.Report([("a.log", log)], TOOLS).tables()
        ns = next(one for one in tables if "ns per" in one.title)
        # 150 ns x 1e8 = 15 s.
        self.assertEqual(cells(ns)["32 B object, cgroup v2", "base"]["x86_64 full", "1e8 pairs, s"], "15.000")

    def test_emulated_times_are_labelled(self):
        for one in report_of(*self.RUNS, env="tcg", clock_changes=TICKS).tables():
            self.assertEqual(one.label, "emulated: not a cost", one.title)


class Alloc(unittest.TestCase):
    def runs(self, **changes):
        return [logs.subject_run(0, "alloc1", 400 + place, variant, **{"irqs": "off", "model": "none", **changes})
                for place, variant in enumerate(("v6-taskobj", "v6-refill", "base"))]

    def test_beside_the_published(self):
        table, = tables_of(*self.runs(), part="SERVER")
        found = {keys[1]: values for keys, values in table.rows if values}
        self.assertEqual(found["x86_64"], ["400", "401", "-", "-"])
        self.assertEqual(found["published: Sandy Bridge"], ["85.19", "90.51", "-", "-"])
        self.assertIn("v6-taskobj for OPT", table.notes[0])
        self.assertEqual(len([1 for _, values in table.rows if values is None]), 1)

    def test_each_published_figure_needs_one_of_ours(self):
        table, = tables_of(self.runs(context="softirq")[1], part="SERVER")
        found = {keys[1]: values for keys, values in table.rows if values}
        self.assertEqual(found["published: Zen2"], ["-", "83.94", "-", "-"])
        for changes in ({"irqs": "on"}, {"context": "hardirq"}, {"model": "voluntary"}, {"v1": 1},
                        {"accounting": "objects-off"}, {"size": 64}):
            with self.subTest(changes=changes):
                self.assertEqual(tables_of(*self.runs(**changes), part="SERVER"), [])

    def test_every_state_has_a_line(self):
        runs = self.runs() + self.runs(irqs="on", context="hardirq", model="full") + self.runs(v1=1)
        table, = tables_of(*runs, part="every state")
        self.assertEqual(len(table.rows), 9)


class Threads(unittest.TestCase):
    def table(self, *runs):
        return tables_of(*runs, part="threads in one", env="tcg", clock_changes=TICKS)

    def test_change_is_against_base_of_the_same_version_and_cpus(self):
        runs = [logs.throughput(0, [ops] * cpus, [10**9] * cpus, variant=variant, v1=v1)
                for cpus in (1, 4) for v1 in (0, 1)
                for variant, ops in (("base", 2000 + v1), ("v6-refill", 3000 * cpus))]
        runs.append(logs.throughput(0, [10**7] * 4, [10**9] * 4, variant="base", accounting="objects-off"))
        table, = self.table(*runs)
        values = table.rows[-1][1]
        self.assertEqual(values[-4:], ["4731", "1.34", "418142", "66.99"])
        self.assertEqual(values[:8], ["3.0", "1.50", "3.0", "1.50", "48.0", "6.00", "48.0", "6.00"])
        self.assertEqual(cells(table)["", "object accounting off"]["4 CPUs", "v2 kops/s"], "40000")
        self.assertEqual(table.label, "emulated: not a cost")

    def test_each_published_figure_needs_one_of_ours(self):
        wanted = {0: ["-", "-", "6242", "1.00"], 1: ["3520", "1.00", "-", "-"]}
        for v1, texts in wanted.items():
            table, = self.table(logs.throughput(0, [2000], [10**9], variant="base", v1=v1))
            self.assertEqual([values[-4:] for _, values in table.rows], [texts])
        table, = self.table(logs.throughput(0, [2000], [10**9], variant="base", accounting="objects-off"))
        self.assertEqual([values[-4:] for _, values in table.rows], [["-", "-", "1481291", "-"]])

    def test_published_in_no_other_state(self):
        for changes in ({"irqs": "off"}, {"variant": "v6-move"}, {"accounting": "controller-off"}):
            with self.subTest(changes=changes):
                table, = self.table(logs.throughput(0, [2000], [10**9], **dict({"variant": "base"}, **changes)))
                self.assertEqual((len(table.groups), table.footnotes), (1, []))


class Counts(unittest.TestCase):
    def test_shares(self):
        table, = tables_of(logs.count("v6-vmstat"), part="mod_objcg_state() under")
        found = {keys[0]: values for keys, values in table.rows if values}
        self.assertEqual(found["v6-vmstat"], ["4000", "800", "20.0", "1000", "100", "10.0"])
        # Longer code meets more interrupts: that share is no property of a variant.
        self.assertEqual([name for name, columns in table.groups if "outside task" in columns],
                         ["what the workload was"])
        self.assertIn("parameter of the workload", table.notes[0])
        self.assertEqual(found["parallel kernel build"][:3], ["142512465", "24329265", "17"])

    def test_published_only_beside_the_caching_variants(self):
        table, = tables_of(logs.count("base"), part="mod_objcg_state() under")
        self.assertEqual(len(table.rows), 1)
        self.assertEqual(table.footnotes, [])


class Forms(unittest.TestCase):
    LOG = staticmethod(lambda: logs.matrix_runs("x86_64") + logs.subject_runs() + [logs.count()])

    def test_the_primitives_keep_their_tables(self):
        with_subjects = report_of(*self.LOG()).tables()
        without = report_of(*logs.matrix_runs("x86_64")).tables()
        kept = {one.title: one for one in with_subjects}
        for one in without:
            self.assertEqual((kept[one.title].groups, kept[one.title].rows), (one.groups, one.rows))

    def test_short_form_names_what_it_leaves_out(self):
        short, whole = report_of(*self.LOG(), is_short=True), report_of(*self.LOG())
        self.assertEqual(whole.left_out(), [])
        self.assertEqual(sorted({one.title for one in whole.tables()} - {one.title for one in short.tables()}),
                         sorted(set(short.left_out()) - {one.title for one in short.tables()}))
        main = next(one for one in short.tables() if one.title.startswith("module"))
        self.assertEqual([name for name, _ in main.groups][:2], ["x86_64 none", "x86_64 full"])
        self.assertFalse(any("nodefix" in keys[0] for keys, _ in main.rows))

    def test_written_in_every_form(self):
        from barestock import table, writers
        found = report_of(*self.LOG())
        self.assertIn("module loop", writers.as_text(found, 120, table.Style(False)))
        self.assertIn("## module loop", writers.as_markdown(found))
        document = json.loads(writers.as_json(found))
        titles = [one["title"] for one in document["tables"]]
        self.assertEqual(len(titles), len(set(titles)))
        self.assertTrue(any("SERVER" in title for title in titles))

    def test_published_files_name_place_and_limits(self):
        for name in ("module-loop", "alloc-loop", "threads", "instrumented"):
            with open(os.path.join(TOOLS, "published", name + ".json"), encoding="ascii") as file:
                document = json.load(file)
            for figure in document["figures"]:
                self.assertLessEqual({"source", "table", "row", "column", "value", "unit", "lines"}, set(figure))
            self.assertTrue(document["caution"] and document["context"] and document["state"])


if __name__ == "__main__":
    unittest.main()
