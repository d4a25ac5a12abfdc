# SPDX-License-Identifier: GPL-2.0-only
"""tools/run against a QEMU that does as it is told: verdicts, limits, and nothing left behind."""
import os
import pty
import re
import select
import signal
import subprocess
import tempfile
import time
import unittest

import logs

HERE = os.path.dirname(os.path.realpath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
RUN = os.path.join(ROOT, "tools", "run")
FAKE = os.path.join(HERE, "fake_qemu.py")
KTAP = (b"KTAP version 1\r\n1..3\r\nok 1 crc32\r\nok 2 sort\r\n# a note\r\n"
        b"ok 3 ipi # SKIP one CPU\r\n")


def is_running(pid):
    """Whether the process lives; one that waits for its parent does not."""
    try:
        with open("/proc/%d/stat" % pid) as file:
            return file.read().rpartition(")")[2].split()[0] not in "ZX"
    except FileNotFoundError:
        return False


class RunCase(unittest.TestCase):
    def setUp(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.place = place.name
        self.kernel = self.path("kernel.elf")
        self.log = self.path("boot.log")
        self.write("kernel.elf", b"")
        self.addCleanup(self.end_all)

    def path(self, name):
        return os.path.join(self.place, name)

    def write(self, name, data):
        with open(self.path(name), "wb") as file:
            file.write(data)
        return self.path(name)

    def read(self, name):
        with open(self.path(name), "rb") as file:
            return file.read()

    def pids(self):
        if not os.path.exists(self.kernel + ".pids"):
            return []
        return [int(pid) for pid in self.read("kernel.elf.pids").split()]

    def end_all(self):
        for pid in self.pids():
            if is_running(pid):
                os.kill(pid, signal.SIGKILL)

    def command(self, action, *words, arch="x86_64", mode="icount"):
        return [RUN, "--arch", arch, "--mode", mode, "--qemu", FAKE, "--kernel", self.kernel,
                "--log", self.log, "--append", "fake=" + action, *words]

    def run_tool(self, action, *words, **how):
        return subprocess.run(self.command(action, *words, **how), capture_output=True, text=True,
                              timeout=60, stdin=subprocess.DEVNULL)

    def play(self, log, status=1, *words, **how):
        self.write("said", log)
        done = self.run_tool("play:%s:%d" % (self.path("said"), status), *words, **how)
        self.assertEqual(self.read("boot.log"), log, "the log is not what the console said")
        return done

    def assert_ended(self, done, status, text):
        self.assertEqual((done.returncode, done.stdout), (status, ""), done.stderr)
        self.assertRegex(done.stderr, text)

    def assert_nothing_left(self):
        pids = self.pids()
        self.assertTrue(pids, "the fake QEMU did not run")
        end = time.monotonic() + 5
        while any(is_running(pid) for pid in pids) and time.monotonic() < end:
            time.sleep(0.01)
        self.assertEqual([pid for pid in pids if is_running(pid)], [])


class Verdicts(RunCase):
    def test_finished_x86(self):
        done = self.play(logs.small_log(), 1)
        self.assert_ended(done, 0, "^x86_64 tcg-icount: finished: 2 runs, 0 refused\n$")

    def test_finished_arm64(self):
        self.assert_ended(self.play(logs.small_log(), 0, arch="arm64"), 0, "^arm64 .*finished")

    def test_garbage_and_any_bytes_go_to_the_log(self):
        done = self.play(bytes(range(256)) * 9 + b"\n" + logs.small_log() + b"\xff\x00\n\n")
        self.assert_ended(done, 0, "finished")

    def test_bytes_are_in_the_log_while_the_guest_runs(self):
        said = self.write("said", logs.small_log())
        tool = subprocess.Popen(self.command("hang:" + said, "--limit", "30"),
                                stderr=subprocess.PIPE)
        self.addCleanup(tool.stderr.close)
        self.addCleanup(tool.wait)
        self.addCleanup(tool.terminate)
        end = time.monotonic() + 10
        while time.monotonic() < end:
            if os.path.exists(self.log) and self.read("boot.log") == logs.small_log():
                return
            time.sleep(0.01)
        self.fail("the log is not there while the guest runs")

    def test_lines_cut_anywhere(self):
        said = self.write("said", logs.small_log())
        self.assert_ended(self.run_tool("slowly:" + said), 0, "finished: 2 runs")
        self.assertEqual(self.read("boot.log"), logs.small_log())

    def test_failed_by_both_witnesses(self):
        log = logs.boot_log([logs.run(0)], bye_changes={"status": 1})
        self.assert_ended(self.play(log, 3), 1, "failed: the guest says so: 1 runs")
        self.assert_ended(self.play(log, 1, arch="arm64"), 1, "failed: the guest says so")

    def test_witnesses_disagree(self):
        self.assert_ended(self.play(logs.small_log(), 3), 1, "exit code 1, but the last record")
        log = logs.boot_log([], bye_changes={"status": 1})
        self.assert_ended(self.play(log, 1), 1, "exit code 0, but the last record says 1")

    def test_a_good_log_and_a_crash_after_it(self):
        for status in (0, 2, 5, 77):
            with self.subTest(status=status):
                self.assert_ended(self.play(logs.small_log(), status), 3, "crash after the last")

    def test_the_kernel_refuses_and_says_why(self):
        done = self.play(b"stage: start\nerror: case=x: unknown case\r\nvalid cases:\n  y\n", 3)
        self.assert_ended(done, 1, "refused by the kernel:\n  error: case=x: unknown case\n"
                          "  valid cases:\n    y\n$")

    def test_qemu_does_not_start(self):
        done = self.run_tool("refuse")
        self.assert_ended(done, 4, "no records: QEMU ended with status 1: qemu: -M nonsense: "
                          "unsupported machine type\n$")

    def test_says_nothing(self):
        self.assert_ended(self.play(b"", 1), 4, "no records: QEMU ended with status 1")
        self.assert_ended(self.play(b"SeaBIOS\nboot failed\n", 0), 4, "no records")

    def test_killed_by_a_signal(self):
        said = self.write("said", b"".join(logs.lines_of(logs.boot_records([]))[:4]))
        done = self.run_tool("die:%s:11" % said)
        self.assert_ended(done, 3, "crash: no last record; QEMU ended with signal 11; "
                          "last stage: boot")

    def test_ends_without_the_last_record(self):
        log = b"".join(logs.lines_of(logs.boot_records([logs.run(0)]))[:-1])
        self.assert_ended(self.play(log, 1), 3, "no last record; .*; last stage: measure")

    def test_damaged_log(self):
        log = logs.small_log().replace(b'"null"', b'"nulk"')
        self.assert_ended(self.play(log), 1, r"bad log: line \d+: damaged record")

    def test_panic(self):
        panic = {"rec": "panic", "reason": "bad trap", "file": "trap.c", "line": 31}
        log = b"".join(logs.lines_of(logs.numbered([logs.hello(), panic])))
        self.assert_ended(self.play(log, 3), 3, r"panic: bad trap \(trap.c:31\)")

    def test_quiet_says_nothing_when_all_is_well_and_why_when_it_is_not(self):
        self.assert_ended(self.play(logs.small_log(), 1, "--quiet"), 0, r"\A\Z")
        self.assert_ended(self.play(b"", 1, "--quiet"), 4, "no records")


class TestImage(RunCase):
    """The test image: its verdict is KTAP and the last record."""

    def boot(self, ktap, qemu=1, **changes):
        lines = logs.lines_of(logs.boot_records([], image="test", **changes))
        return self.play(b"".join(lines[:-2] + [ktap] + lines[-2:]), qemu, "--image", "test")

    def test_all_passed(self):
        self.assert_ended(self.boot(KTAP), 0, "finished: 2 passed, 0 failed, 1 skipped")

    def test_one_failed(self):
        done = self.boot(KTAP.replace(b"ok 2", b"not ok 2"), 3, bye_changes={"status": 1})
        self.assert_ended(done, 1, "failed: 1 passed, 1 failed, 1 skipped\n  not ok 2 sort\n")

    def test_one_failed_that_the_guest_did_not_count(self):
        self.assert_ended(self.boot(KTAP.replace(b"ok 2", b"not ok 2")), 1, "not ok 2 sort")

    def test_incomplete_results(self):
        for old, new, why in ((b"ok 2 sort\r\n", b"", "test 3 reported where 2 is due"),
                              (b"1..3", b"1..4", "4 tests planned, 3 reported"),
                              (b"1..3\r\n", b"", "no plan"),
                              (b"KTAP version 1\r\n", b"", "no test results"),
                              (b"# a note", b"Bail out! no memory", "Bail out! no memory"),
                              (KTAP[16:], b"1..0\r\n", "no tests")):
            with self.subTest(why=why):
                self.assert_ended(self.boot(KTAP.replace(old, new)), 1, why)

    def test_the_guest_says_failed_without_a_failed_test(self):
        done = self.boot(KTAP, 3, bye_changes={"status": 1})
        self.assert_ended(done, 1, "failed: the guest says so: 2 passed")


class Ends(RunCase):
    """However it ends, no QEMU is left."""

    def started(self, action, *words, **popen):
        tool = subprocess.Popen(self.command(action, *words), stderr=subprocess.PIPE, text=True,
                                stdin=subprocess.DEVNULL, **popen)
        self.addCleanup(tool.stderr.close)
        end = time.monotonic() + 10
        while not (os.path.exists(self.log) and self.read("boot.log")):
            self.assertLess(time.monotonic(), end, "no console output")
            time.sleep(0.01)
        return tool

    def part(self):
        return self.write("said", b"".join(logs.lines_of(logs.boot_records([logs.run(0)]))[:6]))

    def test_hang(self):
        begun = time.monotonic()
        done = self.run_tool("hang:" + self.part(), "--limit", "0.5")
        self.assert_ended(done, 3, "hang: no end after 0.5 s; last stage: measure\n$")
        self.assertLess(time.monotonic() - begun, 5)
        self.assert_nothing_left()

    def test_hang_before_any_stage(self):
        done = self.run_tool("hang:/dev/null", "--limit", "0.3")
        self.assert_ended(done, 3, "hang: no end after 0.3 s; last stage: none")
        self.assert_nothing_left()

    def test_hang_with_its_console_closed(self):
        done = self.run_tool("close:" + self.part(), "--limit", "0.5")
        self.assert_ended(done, 3, "hang: no end after 0.5 s")
        self.assert_nothing_left()

    def test_hang_of_a_qemu_that_does_not_listen(self):
        self.assert_ended(self.run_tool("deaf:" + self.part(), "--limit", "1"), 3, "hang")
        self.assertEqual(len(self.pids()), 2)
        self.assert_nothing_left()

    def test_hang_after_the_last_record(self):
        said = self.write("said", logs.small_log())
        begun = time.monotonic()
        done = self.run_tool("hang:" + said, "--limit", "40")
        self.assert_ended(done, 3, "hang: the guest did not end after its last record")
        self.assertLess(time.monotonic() - begun, 20)
        self.assert_nothing_left()

    def test_signals(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            with self.subTest(number=number):
                tool = self.started("deaf:" + self.part())
                time.sleep(0.2)
                tool.send_signal(number)
                self.assertEqual(tool.wait(10), 130)
                self.assertIn("interrupted", tool.stderr.read())
                self.assert_nothing_left()

    def test_a_second_interrupt_and_one_at_once(self):
        tool = subprocess.Popen(self.command("hang:" + self.part()), stderr=subprocess.DEVNULL)
        end = time.monotonic() + 10
        while not self.pids():
            self.assertLess(time.monotonic(), end)
        for _ in range(3):
            tool.send_signal(signal.SIGINT)
        self.assertNotEqual(tool.wait(10), 0)
        self.assert_nothing_left()

    def test_the_tool_is_killed(self):
        tool = self.started("hang:" + self.part())
        tool.kill()
        tool.wait(10)
        self.assert_nothing_left()


class Usage(RunCase):
    def refused(self, words, text):
        done = subprocess.run([RUN, *words], capture_output=True, text=True, timeout=30,
                              env={"PATH": self.place})
        self.assertEqual((done.returncode, done.stdout), (2, ""), done.stderr)
        self.assertRegex(done.stderr, text)
        self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)

    def test_bad_words(self):
        log = ["--log", self.log]
        self.refused([], "--arch is missing")
        self.refused(["--arch", "riscv", *log], "unknown arch 'riscv' .valid: x86_64, arm64")
        self.refused(["--arch", "arm64"], "--log is missing")
        self.refused(["--arch", "arm64", *log, "--speed", "9"], "unknown option '--speed' .valid: ")
        self.refused(["--arch", "arm64", *log, "extra"], "unknown option 'extra'")
        self.refused(["--arch"], "--arch needs a value")
        self.refused(["--arch", "arm64", "--arch", "arm64"], "--arch is given twice")
        self.refused(["--arch", "arm64", *log, "--quiet=1"], "--quiet takes no value")
        self.refused(["--arch", "arm64", *log, "--image", "x"], "unknown image 'x'")
        self.refused(["--arch", "arm64", *log, "--mode", "fast"], "unknown mode 'fast'")
        for cpus in ("0", "two", "", "-1"):
            self.refused(["--arch", "arm64", *log, "--smp=" + cpus], "--smp '%s'" % cpus)
        for limit in ("0", "-1", "nan", "inf", "soon"):
            self.refused(["--arch", "arm64", *log, "--limit", limit], "--limit '%s'" % limit)

    def test_no_qemu(self):
        for arch, program in (("x86_64", "qemu-system-x86_64"), ("arm64", "qemu-system-aarch64")):
            words = ["--arch", arch, "--mode", "tcg", "--kernel", self.kernel, "--log", self.log]
            self.refused(words, "no QEMU: '%s'" % program)
        self.refused([*words, "--qemu", "/nowhere/qemu"], "no QEMU: '/nowhere/qemu'")
        self.refused([*words, "--qemu", self.kernel], "not an executable")

    def test_no_kernel(self):
        words = ["--arch", "x86_64", "--mode", "tcg", "--qemu", FAKE, "--log", self.log]
        self.refused([*words, "--kernel", "/nowhere/k.elf"], "no kernel image: .*'/nowhere/k.elf'")
        self.refused([*words, "--kernel", self.place], "no kernel image")
        self.assertFalse(os.path.exists(self.log))

    def test_log_cannot_be_written(self):
        self.refused(["--arch", "x86_64", "--mode", "tcg", "--qemu", FAKE, "--kernel", self.kernel,
                      "--log", "/nowhere/x.log"], "cannot write log '/nowhere/x.log'")

    def test_no_kvm(self):
        arch = "arm64" if os.uname().machine == "x86_64" else "x86_64"
        self.refused(["--arch", arch, "--mode", "kvm", "--qemu", FAKE, "--kernel", self.kernel,
                      "--log", self.log], "no usable KVM for " + arch)

    def test_program_that_cannot_be_executed(self):
        broken = self.write("broken", b"#!/nowhere/interpreter\n")
        os.chmod(broken, 0o755)
        self.refused(["--arch", "x86_64", "--mode", "tcg", "--qemu", broken, "--kernel",
                      self.kernel, "--log", self.log], "cannot execute")

    def test_help(self):
        done = subprocess.run([RUN, "--help"], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("usage: tools/run", done.stdout)


class Commands(RunCase):
    def arguments(self, *words, **how):
        self.play(logs.small_log(), 1, *words, **how)
        return self.read("kernel.elf.args").decode().split("\n")

    def value(self, arguments, name):
        return arguments[arguments.index(name) + 1]

    def test_defaults(self):
        found = self.arguments()
        self.assertEqual(self.value(found, "-M"), "q35,sata=off")
        self.assertEqual(self.value(found, "-cpu"), "max")
        self.assertEqual((self.value(found, "-m"), self.value(found, "-smp")), ("128", "1"))
        self.assertEqual(self.value(found, "-icount").split(",")[0], "shift=0")
        self.assertTrue(self.value(found, "-append").startswith("env=tcg-icount exit=isa-debug "))
        self.assertIn("isa-debug-exit,iobase=0xf4,iosize=4", found)
        found = self.arguments(arch="arm64", mode="tcg")
        self.assertEqual(self.value(found, "-M"), "virt,gic-version=3")
        self.assertEqual(self.value(found, "-cpu"), "neoverse-n1")
        self.assertEqual(self.value(found, "-accel"), "tcg,thread=multi")
        self.assertTrue(self.value(found, "-append").startswith("env=tcg exit=semihost "))
        self.assertNotIn("-icount", found)
        self.assertIn("-semihosting", found)

    def test_what_the_user_says_is_taken(self):
        found = self.arguments("--machine", "microvm,pit=off", "--cpu", "max,-apic", "--mem", "32M",
                               "--smp", "2,maxcpus=6", "--firmware-data", "/a",
                               "--firmware-data=/b", "--gdb")
        self.assertEqual(self.value(found, "-M"), "microvm,pit=off,isa-serial=on")
        self.assertEqual(self.value(found, "-cpu"), "max,-apic")
        self.assertEqual((self.value(found, "-m"), self.value(found, "-smp")),
                         ("32M", "2,maxcpus=6"))
        self.assertIn("\n-L\n/a\n-L\n/b\n", "\n".join(found))
        self.assertIn("\n-S\n-gdb\ntcp::1234\n", "\n".join(found))
        self.assertEqual(self.value(self.arguments("--machine", "q35,sata=on"), "-M"),
                         "q35,sata=on")
        self.assertEqual(self.value(self.arguments("--machine", "pc"), "-M"), "pc")

    def test_words_for_env_and_exit_are_the_users_when_given(self):
        said = self.write("said", logs.small_log())
        command = self.command("play:%s:0" % said)
        command[-1] += " env=tcg exit=psci"
        done = subprocess.run(command, capture_output=True, text=True, timeout=30)
        words = self.value(self.read("kernel.elf.args").decode().split("\n"), "-append").split()
        self.assertEqual(words[1:], ["env=tcg", "exit=psci"])
        # No exit device is in use, so the last record alone decides.
        self.assert_ended(done, 0, "finished")


class StartUp(unittest.TestCase):
    def test_nothing_slow_is_imported_before_qemu_is_started(self):
        code = ("import sys; sys.path.insert(0, sys.argv[1]); import barestock.runner; "
                "print(*sys.modules)")
        done = subprocess.run(["/usr/bin/python3", "-IS", "-c", code, os.path.dirname(RUN)],
                              capture_output=True, text=True, timeout=30)
        loaded = set(done.stdout.split())
        self.assertIn("barestock.child", loaded)
        slow = {"argparse", "ctypes", "enum", "json", "re", "select", "signal", "subprocess",
                "zlib", "barestock.boot", "barestock.records", "barestock.verdict"}
        self.assertEqual(loaded & slow, set())


class Screens(RunCase):
    def test_progress_on_a_terminal(self):
        said = self.write("said", logs.boot_log([logs.run(i) for i in range(9)]))
        screen = self.on_terminal(self.command("slowly:" + said))
        self.assertRegex(screen, r"\rx86_64 tcg-icount|\x1b\[Kx86_64 tcg-icount: \d/9 runs")
        self.assertIn("/9 runs\r\x1b[K", screen)
        last = "\r\x1b[Kx86_64 tcg-icount: finished: 9 runs, 0 refused\r\n"
        self.assertTrue(screen.endswith(last), screen)
        counts = [int(count) for count in re.findall(r"(\d)/9 runs", screen)]
        self.assertGreater(len(set(counts)), 1)
        self.assertEqual(counts, sorted(counts))

    def test_no_escape_sequences_elsewhere(self):
        said = self.write("said", logs.small_log())
        self.assertNotIn("\x1b", self.run_tool("slowly:" + said).stderr)

    def test_interactive_shows_the_console(self):
        said = self.write("said", logs.small_log())
        screen = self.on_terminal(self.command("play:%s:1" % said, "--interactive"))
        self.assertIn('"rec":"bye"', screen)
        self.assertEqual(self.read("boot.log"), logs.small_log())
        self.assertIn("mon:stdio", self.read("kernel.elf.args").decode())

    def on_terminal(self, command):
        """What a terminal shows while `command` runs on it."""
        ours, theirs = pty.openpty()
        tool = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs)
        os.close(theirs)
        shown = b""
        end = time.monotonic() + 30
        while time.monotonic() < end and select.select([ours], [], [], 30)[0]:
            try:
                data = os.read(ours, 4096)
            except OSError:
                break
            shown += data
        os.close(ours)
        self.assertEqual(tool.wait(10), 0)
        return shown.decode("latin-1")


if __name__ == "__main__":
    unittest.main()
