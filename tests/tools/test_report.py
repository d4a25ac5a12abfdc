# SPDX-License-Identifier: GPL-2.0-only
"""Reports of made-up boots of both architectures, against golden files and rule by rule.

After a wanted change of the tables, write the golden files anew with UPDATE_GOLDEN=1 and read the
difference.
"""
import json
import os
import subprocess
import tempfile
import unittest

import logs

HERE = os.path.dirname(os.path.realpath(__file__))
TOOLS = os.path.join(os.path.dirname(os.path.dirname(HERE)), "tools")
REPORT = os.path.join(TOOLS, "report")
ARM64 = {"arch": "arm64", "machine": "Neoverse-N1 r3p1", "build": "c0ffee34"}
TICKS = {"unit": "ticks", "counter": "cntvct", "counter_hz": 62500000}
EMULATED = "emulated: not a cost"
PUBLISHED = "published: Sandy Bridge"


def four_boots():
    """icount and tcg of both architectures; one run of the tcg boots is refused."""
    refused = logs.matrix_runs("x86_64", 3)
    refused[5].update(verdict="refused", reason="interrupt taken in sample 3")
    return {
        "x86_64-icount.log": logs.boot_log(logs.matrix_runs("x86_64")),
        "arm64-icount.log": logs.boot_log(logs.matrix_runs("arm64"),
                                          clock_changes={"counter": "pmu 0x08"}, **ARM64),
        "x86_64-tcg.log": logs.boot_log(refused, env="tcg", clock_changes=dict(
            TICKS, counter="tsc", counter_hz=1000000000)),
        "arm64-tcg.log": logs.boot_log(logs.matrix_runs("arm64"), env="tcg", clock_changes=TICKS,
                                       **ARM64),
    }


class ReportCase(unittest.TestCase):
    def report(self, contents, *words, columns="120"):
        """The finished process of tools/report over {name: bytes}."""
        with tempfile.TemporaryDirectory() as place:
            for name, data in contents.items():
                with open(os.path.join(place, name), "wb") as file:
                    file.write(data)
            return subprocess.run([REPORT, *words, *contents], capture_output=True, text=True,
                                  cwd=place, timeout=60, env={"COLUMNS": columns})

    def text(self, contents, *words, **how):
        done = self.report(contents, *words, **how)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return done.stdout

    def one(self, *runs, words=(), **changes):
        return self.text({"a.log": logs.boot_log(list(runs), **changes)}, *words)

    def golden(self, name, text):
        path = os.path.join(HERE, "golden", name)
        if os.environ.get("UPDATE_GOLDEN"):
            with open(path, "w", encoding="ascii") as file:
                file.write(text)
        with open(path, encoding="ascii") as file:
            self.assertMultiLineEqual(text, file.read())

    def block(self, text, title):
        """The lines of the table whose title starts with `title`."""
        lines = text.split("\n")
        start = next((i for i, line in enumerate(lines) if line.startswith(title)), None)
        self.assertIsNotNone(start, "no table '%s' in\n%s" % (title, text))
        return lines[start:lines.index("", start)]


class Golden(ReportCase):
    def test_both_architectures(self):
        text = self.text(four_boots())
        self.golden("report.txt", text)
        self.assertLessEqual(max(map(len, text.split("\n"))), 120)

    def test_narrow_terminal(self):
        text = self.text(four_boots(), columns="80")
        self.golden("report-80.txt", text)

    def test_markdown(self):
        self.golden("report.md", self.text(four_boots(), "--markdown"))


class Figures(ReportCase):
    def test_headline_answers_the_question(self):
        lines = self.block(self.text(four_boots()), "one pair, outermost: instructions")
        self.assertEqual([line.split() for line in lines[3:]], [
            ["local_irq_save/restore", "on"] + ["10"] * 3 + ["3"] * 3,
            ["local_irq_save/restore", "off"] + ["8"] * 3 + ["3"] * 3,
            ["preempt_disable/enable", "on", "0", "0", "3", "0", "0", "7"],
            ["preempt_disable/enable", "off", "0", "0", "3", "0", "0", "7"]])

    def test_every_emulated_time_is_labelled_and_no_other(self):
        text = self.text(four_boots())
        for line in text.split("\n"):
            if " ns per operation (tcg)" in line or ("this one" in line and " tcg " in line):
                self.assertIn(EMULATED, line)
            if "instructions per operation" in line or "tcg-icount" in line:
                self.assertNotIn(EMULATED, line)
        hardware = self.one(logs.run(0), env="hardware", clock_changes=TICKS)
        self.assertNotIn("emulated", hardware)
        self.assertIn("ns per operation (hardware)", hardware)

    def test_hardware_shows_ns_and_ticks(self):
        text = self.one(logs.run(0, per_operation=21), env="hardware",
                        clock_changes={"unit": "ticks", "counter_hz": 2100000000})
        self.assertIn("10.00", self.block(text, "one pair, outermost: ns per")[3])
        self.assertIn("21.00", self.block(text, "one pair, outermost: counter ticks per")[3])

    def test_emulator_shows_no_ticks(self):
        text = self.one(logs.run(0), env="tcg",
                        clock_changes={"unit": "ticks", "counter_hz": 1000000000})
        self.assertNotIn("ticks per operation", text)

    def test_decimals_of_instructions_are_shown_to_the_thousandth(self):
        text = self.one(logs.run(0, n=8, loops=1, t1=[100] * 4, t2=[103] * 4))
        self.assertIn(" 0.375", self.block(text, "one pair")[3])

    def test_a_count_that_differs_between_samples_or_boots_is_marked(self):
        text = self.one(logs.run(0, n=8, loops=1, t1=[100, 100], t2=[180, 188]))
        self.assertIn(" ~10", self.block(text, "one pair")[3])
        self.assertIn("~: boots or samples differ", text)
        boots = {name: logs.boot_log([logs.run(0, per_operation=count)])
                 for name, count in (("a.log", 8), ("b.log", 9))}
        self.assertIn(" ~8", self.block(self.text(boots), "one pair")[3])
        same = {name: logs.boot_log([logs.run(0)]) for name in ("a.log", "b.log")}
        self.assertNotIn("~", self.text(same))

    def test_empty_block_is_a_row_and_not_subtracted(self):
        text = self.one(logs.run(0, "null", 2), logs.run(1, "irq_save", 10))
        lines = self.block(text, "every case")
        self.assertTrue(any(line.split()[:3] == ["empty", "block", "(null)"]
                            and line.split()[-1] == "2" for line in lines))
        self.assertEqual(self.block(text, "one pair")[3].split()[-1], "10")

    def test_states_are_kept_apart(self):
        text = self.one(logs.run(0, "bh", 1, irqs="on"), logs.run(1, "bh", 2, irqs="on", nest=1),
                        logs.run(2, "bh", 3), logs.run(3, "bh", 4, nest=1))
        rows = [line.split()[1:] for line in self.block(text, "every case")[4:]]
        self.assertEqual(rows, [["on", "outer", "1"], ["on", "nested", "2"],
                                ["off", "outer", "3"], ["off", "nested", "4"]])

    def test_equal_states_share_a_row_only_if_all_are_equal(self):
        text = self.one(logs.run(0, "bh", 1, irqs="on"), logs.run(1, "bh", 1, irqs="on", nest=1),
                        logs.run(2, "bh", 1), logs.run(3, "bh", 2, nest=1))
        rows = [line.split()[1:] for line in self.block(text, "every case")[4:]]
        self.assertEqual(rows, [["on", "both", "1"], ["off", "outer", "1"], ["off", "nested", "2"]])

    def test_unknown_case_and_model_are_shown_as_they_are(self):
        text = self.one(logs.run(0, "warp_core", 5, model="lazy"))
        lines = self.block(text, "every case")
        self.assertIn("lazy", lines[2])
        self.assertEqual(lines[-1].split(), ["warp_core", "off", "outer", "5"])

    def test_contexts_and_cpus_are_told_apart(self):
        text = self.one(logs.run(0), logs.run(1, context="softirq"), logs.run(2, cpus=4))
        self.assertEqual(len(self.block(text, "one pair")[3:]), 3)
        self.assertIn("softirq", text)

    def test_machines_of_one_architecture_are_told_apart(self):
        boots = {"a.log": logs.boot_log([logs.run(0, per_operation=1)], machine="one"),
                 "b.log": logs.boot_log([logs.run(0, per_operation=2)], machine="two")}
        lines = self.block(self.text(boots), "one pair")
        self.assertEqual(lines[1].split(), ["x86_64", "#1", "x86_64", "#2"])
        self.assertEqual(lines[3].split()[-2:], ["1", "2"])


class Refused(ReportCase):
    def test_a_refused_run_is_listed_with_its_reason_and_in_no_table(self):
        text = self.one(logs.run(0), logs.run(1, "bh", 77, verdict="refused", reason="2 switches"))
        self.assertNotIn("77", text)
        self.assertIn("run 1, local_bh_disable/enable, model full, irqs off, outer: 2 switches",
                      text)
        refused = logs.run(0, verdict="refused", reason="x")
        document = json.loads(self.one(refused, words=["--json"]))
        self.assertEqual(document["rows"], [])
        self.assertEqual(document["blocks"], [])
        self.assertEqual(document["refused"][0]["reason"], "x")

    def test_nothing_but_refused_runs(self):
        text = self.one(logs.run(0, verdict="refused", reason="x"))
        self.assertIn("no valid runs", text)
        self.assertNotIn(PUBLISHED, text)

    def test_a_bad_log_leaves_no_table(self):
        for words in ([], ["--json"], ["--markdown"]):
            boots = {"good.log": logs.small_log(), "bad.log": logs.small_log()[:-9]}
            done = self.report(boots, *words)
            self.assertEqual((done.returncode, done.stdout), (1, ""))
            self.assertRegex(done.stderr, r"\Atools/report: bad.log: line \d+: .*\n\Z")

    def test_bad_usage(self):
        for words in ([], ["--jsn", "x"], ["--json", "--markdown", "x"]):
            done = subprocess.run([REPORT, *words], capture_output=True, text=True)
            self.assertEqual((done.returncode, done.stdout), (2, ""))

    def test_the_guests_words_cannot_drive_the_terminal(self):
        # A record is ASCII, but JSON may spell any character.
        self.assertNotIn("\x1b", self.one(logs.run(0), machine="\x1b[2J"))


class Published(ReportCase):
    def test_stands_beside_its_own_state(self):
        text = self.one(logs.run(0, "irq_save", 8), logs.run(1, "preempt", 3))
        lines = self.block(text, "beside the published loop")
        self.assertEqual(lines[2].split(), ["this", "one:", "x86_64", "tcg-icount", "insn", "8",
                                            "3"])
        found = {line.split("published: ")[1].split("  ")[0]: line.split()[-2:]
                 for line in lines if "published: " in line}
        self.assertEqual(found, {
            "Sandy Bridge": ["7.49", "5.12"], "Haswell": ["6.81", "5.22"],
            "Skylake": ["10.62", "5.08"], "AMD-A8 7100": ["4.18", "6.01"],
            "Zen2": ["4.90", "6.23"], "ARM64": ["13.54", "20.00"]})
        self.assertIn("[1] Sebastian Siewior", text)
        self.assertIn("unmask cost", text)

    def test_stands_beside_no_other_state(self):
        for changes in ({"irqs": "on"}, {"nest": 1}, {"model": "none"}, {"model": "voluntary"},
                        {"variant": "popf"}):
            for words in ([], ["--json"], ["--markdown"]):
                with self.subTest(changes=changes, words=words):
                    text = self.one(logs.run(0, **changes), logs.run(1, "bh"), words=words)
                    self.assertNotIn("Sandy Bridge", text)
                    self.assertNotIn("Siewior", text)

    def test_only_our_figures_in_that_state_stand_there(self):
        text = self.one(logs.run(0, per_operation=8), logs.run(1, per_operation=55, irqs="on"),
                        logs.run(2, "preempt", 66, model="none"))
        lines = self.block(text, "beside the published loop")
        self.assertEqual(lines[2].split()[-2:], ["8", "-"])

    def test_file_is_complete_and_names_its_source(self):
        with open(os.path.join(TOOLS, "published", "primitive-loop.json")) as file:
            found = json.load(file)
        self.assertEqual(len(found["figures"]), 12)
        for figure in found["figures"]:
            self.assertEqual(sorted(figure), ["column", "lines", "row", "source", "table", "unit",
                                              "value"])
            self.assertEqual(figure["unit"], "ns per 1e9 iterations")
        self.assertEqual(found["caution"]["id"], "c6")
        self.assertIn("linutronix.de", found["message_id"])


class Json(ReportCase):
    def test_document(self):
        document = json.loads(self.text(four_boots(), "--json"))
        self.assertEqual([(block["env"], block["measure"], block["label"])
                          for block in document["blocks"]],
                         [("tcg-icount", "insn", ""), ("tcg", "ns", EMULATED)])
        cells = [cell for cell in document["blocks"][0]["cells"]
                 if cell["case"] == "preempt" and cell["model"] == "full" and cell["nest"] == 0
                 and cell["irqs"] == "off"]
        self.assertEqual({cell["arch"]: cell["value_milli"] for cell in cells},
                         {"x86_64": 3000, "arm64": 7000})
        self.assertEqual(len(document["boots"]), 4)
        self.assertEqual(len(document["refused"]), 1)
        self.assertIn("published", document)


if __name__ == "__main__":
    unittest.main()
