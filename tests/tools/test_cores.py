# SPDX-License-Identifier: GPL-2.0-only
"""Boots of machines with more than one kind of CPU: told apart in every table, and only then."""
import json
import unittest

import logs
from barestock import cores
from test_report import ReportCase

A53, A72 = 0x410fd030, 0x410fd080
P_CORE, E_CORE = 0x40 << 32 | 0x906a3, 0x20 << 32 | 0x906a3
ARM64 = {"arch": "arm64", "machine": "Cortex-A53 r0p4", "env": "hardware",
         "clock_changes": {"unit": "ticks", "counter": "cntvct", "counter_hz": 10**9}}


def two_kinds(first=A53, second=A72):
    return [logs.run(0, per_operation=40, cpu=0, core=first), logs.run(1, "null", 0, cpu=0, core=first),
            logs.run(2, per_operation=10, cpu=4, core=second), logs.run(3, "null", 0, cpu=4, core=second),
            logs.subject_run(4, per_operation=800, cpu=0, core=first),
            logs.subject_run(5, per_operation=200, cpu=4, core=second),
            logs.throughput(6, [10**5] * 2, [10**7] * 2, variant="base")]


class Names(unittest.TestCase):
    def test_kinds(self):
        self.assertEqual(cores.core_name("arm64", A72), "Cortex-A72")
        self.assertEqual(cores.core_name("arm64", 0x610f0220), "MIDR 610f0220")
        self.assertEqual(cores.core_name("arm64", 0x410fffff), "MIDR 410fffff")
        self.assertEqual(cores.core_name("x86_64", P_CORE), "Core (P)")
        self.assertEqual(cores.core_name("x86_64", E_CORE), "Atom (E)")
        self.assertEqual(cores.core_name("x86_64", 0x906a3), "CPUID 906a3")


class Tables(ReportCase):
    def test_kinds_stand_side_by_side(self):
        text = self.one(*two_kinds(), **ARM64)
        self.assertIn("measured on CPU 0 (Cortex-A53), CPU 4 (Cortex-A72)", text)
        line = next(one for one in text.splitlines() if one.startswith("  local_irq_save/restore  off"))
        self.assertEqual(line.split()[-2:], ["40.00", "10.00"])
        self.assertRegex(text, "arm64 Cortex-A53 +arm64 Cortex-A72")
        for name, figure in (("Cortex-A53", "800.00"), ("Cortex-A72", "200.00")):
            self.assertIn("every state: ns per alloc+free (hardware), arm64 " + name, text)
            self.assertIn(figure, text)
        # Nothing differs: no cell has both.
        self.assertNotIn("~", text)

    def test_threads_are_the_machines(self):
        text = self.one(*two_kinds(), **ARM64)
        self.assertIn("1000 pairs a second (hardware), arm64\n", text)

    def test_one_kind_is_not_named(self):
        text = self.one(*(dict(run, cpu=0, core=A53) for run in two_kinds()[:2]), **ARM64)
        self.assertNotIn("  measured on CPU", text)
        self.assertNotIn("arm64 Cortex", text)

    def test_two_cpus_of_one_kind_have_their_numbers(self):
        text = self.one(*two_kinds(A53, A53), **ARM64)
        self.assertIn("measured on CPU 0 (Cortex-A53), CPU 4 (Cortex-A53)", text)
        self.assertRegex(text, "arm64 Cortex-A53, CPU 0 +arm64 Cortex-A53, CPU 4")

    def test_machines_keep_their_numbers(self):
        other = logs.boot_log([logs.run(0)], **dict(ARM64, machine="Neoverse-N1"))
        text = self.text({"a.log": logs.boot_log(two_kinds(), **ARM64), "b.log": other})
        self.assertRegex(text, "arm64 #1 Cortex-A53 +arm64 #1 Cortex-A72 +arm64 #2")

    def test_refusals_and_json_name_the_core(self):
        runs = two_kinds()
        runs[2].update(verdict="refused", reason="interrupts were taken")
        text = self.one(*runs, **ARM64)
        self.assertIn("arm64 Cortex-A72 hardware: run 2", text)
        found = json.loads(self.one(*runs, words=["--json"], **ARM64))
        self.assertEqual({cell["machine"] for block in found["blocks"] for cell in block["cells"]},
                         {"Cortex-A53 r0p4, Cortex-A53", "Cortex-A53 r0p4, Cortex-A72"})


if __name__ == "__main__":
    unittest.main()
