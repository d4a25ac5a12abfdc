# SPDX-License-Identifier: GPL-2.0-only
"""The LAVA jobs of docs/lab/, as far as can be seen without LAVA: their form, and their patterns on made-up consoles.

Where LAVA's own schema is installed (Debian's lava-common) the jobs are held against that, too.
"""
import glob
import json
import os
import re
import subprocess
import tempfile
import unittest

import logs

HERE = os.path.dirname(os.path.realpath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
JOBS = sorted(glob.glob(os.path.join(ROOT, "docs", "lab", "*.yaml")))
# pexpect looks at so many of the last characters (lava_dispatcher/shell.py).
WINDOW = 2000
KTAP = ("KTAP version 1\r\n1..3\r\nstage: a.one\r\nok 1 a.one\r\n# why\r\nnot ok 2 a.two\r\nok 3 a.three # SKIP no\r\n")


def console(records, middle=""):
    """What a machine says, with firmware and loader before it."""
    text = b"".join(logs.lines_of(records)).decode("latin-1")
    bye = text.rindex("BS1 ")
    return "stage: start\r\nstage: payload\r\n" + text[:bye] + middle + "stage: bye\r\n" + text[bye:]


def watch(text, monitor):
    """What LAVA's monitor makes of a console that comes in small pieces: ([(case, result)], ended)."""
    start = re.search(monitor["start"], text, re.S)
    if not start:
        return [], False
    buffer, found = "", []
    pieces = [text[at:at + 7] for at in range(start.end(), len(text), 7)]
    for piece in pieces:
        buffer = (buffer + piece)[-WINDOW:]
        while True:
            hits = [(m.start(), place, m) for place, m in enumerate(
                re.compile(monitor[name], re.S).search(buffer) for name in ("end", "pattern")) if m]
            if not hits:
                break
            _, place, match = min(hits, key=lambda hit: hit[:2])
            if place == 0:
                return found, True
            found.append((match["test_case_id"], monitor["fixupdict"][match["result"]]))
            buffer = buffer[match.end():]
    return found, False


class Jobs(unittest.TestCase):
    def setUp(self):
        try:
            import yaml
        except ImportError:
            self.skipTest("no yaml module here")
        self.jobs = {}
        for path in JOBS:
            with open(path, encoding="ascii") as file:
                self.jobs[os.path.basename(path)] = yaml.safe_load(file)

    def monitor(self, name):
        tests = [action["test"] for action in self.jobs[name]["actions"] if "test" in action]
        return tests[0]["monitors"][0]

    def test_there_is_one_for_each_architecture(self):
        self.assertEqual({job["metadata"]["arch"] for job in self.jobs.values()}, {"x86_64", "arm64"})

    def test_form(self):
        for name, job in self.jobs.items():
            with self.subTest(job=name):
                self.assertLessEqual({"job_name", "device_type", "timeouts", "visibility", "actions"}, set(job))
                self.assertEqual([kind for action in job["actions"] for kind in action][-2:], ["boot", "test"])
                for action in job["actions"]:
                    (body,) = action.values()
                    self.assertIn("timeout", body)
                    self.assertLess(body["timeout"]["minutes"], job["timeouts"]["job"]["minutes"])

    def test_lavas_own_schema(self):
        try:
            from lava_common import schemas
        except ImportError:
            self.skipTest("no lava-common here")
        for job in self.jobs.values():
            schemas.validate(job)

    def test_status_of_a_bench(self):
        # A record far longer than LAVA's window.
        runs = [logs.run(0), dict(logs.run(1), t1=[1234567] * 200, t2=[7654321] * 200)]
        for name in ("x86_64.yaml", "arm64.yaml", "arm64-u-boot.yaml"):
            for status, result in ((0, "pass"), (1, "fail")):
                text = console(logs.boot_records(runs, bye_changes={"status": status}))
                with self.subTest(job=name, status=status):
                    self.assertEqual(watch(text, self.monitor(name)), ([("status", result)], True))

    def test_no_end_is_no_result(self):
        text = console(logs.boot_records([logs.run(0)]))
        cut = text[:text.index("stage: bye")]
        self.assertEqual(watch(cut, self.monitor("x86_64.yaml")), ([], False))

    def test_tests_of_the_selftest(self):
        text = console(logs.boot_records([]), KTAP)
        self.assertEqual(watch(text, self.monitor("x86_64-grub.yaml")),
                         ([("a.one", "pass"), ("a.two", "fail"), ("a.three", "pass")], True))


class LavaLog(unittest.TestCase):
    def lava(self, text, escaped):
        lines = ['- {"dt": "2026-01-01T00:00:00", "lvl": "info", "msg": "start: 1 minimal-boot"}',
                 '- {"dt": "2026-01-01T00:00:00", "lvl": "debug", "msg": {"a": "target"}}']
        for line in text.replace("\r", "").replace("\x1b", "").split("\n"):
            said = line.replace('"', '\\"') if escaped else line
            lines.append('- {"dt": "2026-01-01T00:00:01", "lvl": "target", "msg": %s}' % json.dumps(said))
        lines.append('- {"dt": "2026-01-01T00:00:01", "lvl": "target", "msg": "\\e[0m\\_"}')
        return "\n".join(lines) + "\n"

    def run_tool(self, tool, content):
        with tempfile.TemporaryDirectory() as place:
            path = os.path.join(place, "log")
            with open(path, "wb") as file:
                file.write(content)
            return subprocess.run([os.path.join(ROOT, "tools", tool), path], capture_output=True, timeout=30)

    def test_a_log_is_whole_again(self):
        # A quote inside a string is the one place where the two ways of writing differ.
        records = logs.boot_records([logs.run(0)], cmdline='a="b" \\ c')
        for escaped in (False, True):
            done = self.run_tool("lava-log", self.lava(console(records), escaped).encode())
            self.assertEqual((done.returncode, done.stderr), (0, b""))
            rows = self.run_tool("parse", done.stdout)
            self.assertEqual((rows.returncode, rows.stderr), (0, b""), escaped)
            self.assertEqual(len(rows.stdout.splitlines()), 1)

    def test_what_is_no_log(self):
        for content, why in ((b"", "no line of a machine"), (b"hello\n", "no line of a machine"),
                             (b'- {"lvl": "target", "msg": "BS1 \\e"}\n', "line 1: not as LAVA writes it")):
            done = self.run_tool("lava-log", content)
            self.assertEqual((done.returncode, done.stdout), (1, b""))
            self.assertIn(why, done.stderr.decode())


if __name__ == "__main__":
    unittest.main()
