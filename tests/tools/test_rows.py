# SPDX-License-Identifier: GPL-2.0-only
"""The arithmetic of rows, against figures worked out by hand."""
import unittest

import logs
from barestock import blocks, rows
from barestock.records import LogError, read_boot

# docs/records.md: these members, in this order, at least.
MEMBERS = ["run", "case", "variant", "model", "arch", "env", "cpus", "context", "irqs", "nest", "v1",
           "size", "batch", "accounting", "n", "samples", "unit", "min_milli", "p50_milli",
           "p99_milli", "max_milli", "overhead_milli", "verdict", "reason", "build", "machine"]


def rows_for(*runs, **changes):
    return rows.rows_of(read_boot(logs.boot_log(list(runs), **changes)))


class Arithmetic(unittest.TestCase):
    def test_divide_rounds_to_nearest_and_halves_away_from_zero(self):
        cases = {(7, 2): 4, (-7, 2): -4, (5, 2): 3, (1, 3): 0, (2, 3): 1, (-2, 3): -1, (0, 9): 0,
                 (10**18, 3): 333333333333333333}
        for (numerator, denominator), expected in cases.items():
            self.assertEqual(rows.divide(numerator, denominator), expected)

    def test_median_and_percentile(self):
        self.assertEqual(rows.median_doubled([9, 1, 5]), 10)
        self.assertEqual(rows.median_doubled([9, 1, 5, 2]), 7)
        self.assertEqual(rows.percentile([5], 99), 5)
        self.assertEqual(rows.percentile(list(range(1, 101)), 99), 99)
        self.assertEqual(rows.percentile(list(range(1, 102)), 99), 100)
        self.assertEqual(rows.percentile(list(range(1, 100)), 99), 99)

    def test_figures_of_a_run(self):
        # N x loops = 10 x 2 = 20 operations in a sample of t1, 40 in one of t2.
        run = logs.run(0, n=10, loops=2, t1=[107, 103, 110, 104], t2=[205, 301, 208, 206])
        row, = rows_for(run)
        self.assertEqual(row["min_milli"], 5100)    # (205 - 103) / 20
        self.assertEqual(row["p50_milli"], 5075)    # (207 - 105.5) / 20
        self.assertEqual(row["p99_milli"], 7525)    # 301 / 40
        self.assertEqual(row["max_milli"], 7525)
        self.assertEqual(row["samples"], 4)

    def test_p99_is_not_the_maximum_where_there_are_enough_samples(self):
        t2 = list(range(1000, 1200))
        row, = rows_for(logs.run(0, n=1, loops=1, t1=[500] * 200, t2=t2))
        self.assertEqual((row["p99_milli"], row["max_milli"]), (598500, 599500))  # 1197/2, 1199/2

    def test_thirds_are_rounded(self):
        row, = rows_for(logs.run(0, n=3, loops=1, t1=[100], t2=[102]))
        self.assertEqual(row["min_milli"], 667)

    def test_a_difference_may_be_negative(self):
        row, = rows_for(logs.run(0, n=4, loops=1, t1=[103], t2=[100]))
        self.assertEqual(row["min_milli"], -750)

    def test_the_loop_is_not_in_the_figure(self):
        row, = rows_for(logs.run(0, per_operation=10))
        self.assertEqual((row["min_milli"], row["p50_milli"]), (10000, 10000))


class Rows(unittest.TestCase):
    def test_members_in_the_agreed_order(self):
        row, = rows_for(logs.run(0), arch="arm64", env="tcg", machine="N1")
        self.assertEqual(list(row)[:len(MEMBERS)], MEMBERS)
        self.assertEqual((row["arch"], row["env"], row["machine"], row["build"], row["unit"]),
                         ("arm64", "tcg", "N1", "c0ffee12", "insn"))

    def test_overhead_is_the_empty_block_of_the_same_model_and_state(self):
        found = rows_for(logs.run(0, irqs="on"), logs.run(1, "null", 2),
                         logs.run(2, "null", 3, model="none"), logs.run(3),
                         logs.run(4, "null", 4, nest=1), logs.run(5, "preempt", 1, model="none"))
        self.assertEqual([row["overhead_milli"] for row in found],
                         [None, 2000, 3000, 2000, 4000, 3000])
        self.assertEqual(found[3]["min_milli"], 10000)    # shown beside, not subtracted

    def test_overhead_is_of_the_cpu_that_measured(self):
        found = rows_for(logs.run(0, cpu=0, core=7), logs.run(1, "null", 2, cpu=4, core=9),
                         logs.run(2, cpu=4, core=9))
        self.assertEqual([row["overhead_milli"] for row in found], [None, 2000, 2000])
        self.assertEqual([(row["cpu"], row["core"]) for row in found], [(0, 7), (4, 9), (4, 9)])

    def test_logs_without_cores_are_of_cpu_0(self):
        row, = rows_for(logs.run(0))
        self.assertEqual((row["cpu"], row["core"]), (0, 0))

    def test_a_refused_empty_block_is_no_overhead(self):
        found = rows_for(logs.run(0), logs.run(1, "null", 2, verdict="refused", reason="x"))
        self.assertIsNone(found[0]["overhead_milli"])

    def test_a_run_that_never_began_is_a_row_without_figures(self):
        run = logs.run(0, verdict="refused", reason="no such register", loops=0, t1=[], t2=[])
        row = rows_for(run)[0]
        self.assertEqual((row["min_milli"], row["samples"], row["reason"]), (None, 0, "no such register"))
        with self.assertRaises(LogError):
            rows_for(logs.run(0, loops=0))

    def test_refused_runs_are_rows_with_their_reason(self):
        found = rows_for(logs.run(0, verdict="refused", reason="moved", t1=[], t2=[]), logs.run(1))
        self.assertEqual((found[0]["verdict"], found[0]["reason"]), ("refused", "moved"))
        self.assertIsNone(found[0]["min_milli"])
        self.assertEqual(found[1]["verdict"], "ok")


class Measures(unittest.TestCase):
    def measures(self, unit, rate, env):
        row, = rows_for(logs.run(0, n=10, loops=1, t1=[100, 120], t2=[300, 340]), env=env,
                        clock_changes={"unit": unit, "counter_hz": rate})
        return blocks.measures_of(row)    # min 20, median (320 - 110) / 10 = 21

    def test_instructions_are_the_minimum(self):
        self.assertEqual(self.measures("insn", 0, "tcg-icount"), {"insn": 20000})

    def test_ticks_become_ns_by_the_rate(self):
        self.assertEqual(self.measures("ticks", 62500000, "tcg"), {"ns": 336000})

    def test_the_counter_and_ns_on_hardware_and_kvm(self):
        for env in ("hardware", "kvm"):
            for unit in ("ticks", "cycles"):
                self.assertEqual(self.measures(unit, 2100000000, env), {"ns": 10000, unit: 21000})

    def test_no_counter_of_an_emulator(self):
        for unit in ("ticks", "cycles"):
            self.assertEqual(self.measures(unit, 1000000000, "tcg"), {"ns": 21000})

    def test_without_a_rate_there_are_no_ns(self):
        self.assertEqual(self.measures("cycles", 0, "hardware"), {"cycles": 21000})
        self.assertEqual(self.measures("ticks", 0, "hardware"), {"ticks": 21000})


if __name__ == "__main__":
    unittest.main()
