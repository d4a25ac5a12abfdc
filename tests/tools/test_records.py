# SPDX-License-Identifier: GPL-2.0-only
"""The log reader: whole logs are read, and no damage of any kind leaves rows."""
import os
import subprocess
import tempfile
import unittest
import zlib

import logs
from barestock import records
from barestock.records import LogError, read_boot

PARSE = os.path.join(os.path.dirname(records.__file__), "..", "parse")


def with_json(text):
    """A whole log whose plan record's JSON is `text`."""
    found = logs.lines_of(logs.boot_records([logs.run(0)]))
    at = next(i for i, line in enumerate(found) if b'"plan"' in line)
    found[at] = b"BS1 %08x %s\n" % (zlib.crc32(text), text)
    return b"".join(found)


class GoodLogs(unittest.TestCase):
    def test_reads_a_whole_log(self):
        boot = read_boot(logs.small_log())
        self.assertEqual([r["rec"] for r in boot.records],
                         ["hello", "clock", "plan", "run", "run", "bye"])
        self.assertEqual([r["case"] for r in boot.runs], ["irq_save", "null"])

    def test_line_ends_may_be_without_carriage_return(self):
        log = logs.small_log().replace(b"\r\n", b"\n")
        self.assertEqual(len(read_boot(log).runs), 2)

    def test_other_lines_do_not_matter(self):
        found = logs.lines_of(logs.boot_records([logs.run(0)]))
        garbage = bytes(range(11, 256)) + b" BS1 BS2 BS1x\n\0\0\n\n"
        log = garbage + garbage.join(found) + garbage
        self.assertEqual(len(read_boot(log).runs), 1)

    def test_unknown_kinds_and_members_are_let_through(self):
        first = [logs.hello(colour="blue"), logs.clock(), {"rec": "weather", "sky": [1, -2]}]
        log = b"".join(logs.lines_of(logs.numbered(first + [logs.bye(first)])))
        self.assertEqual(read_boot(log).records[2]["sky"], [1, -2])

    def test_checksum_inside_a_text_is_no_interleaving(self):
        log = logs.boot_log([logs.run(0)], cmdline="BS1 01234567 {}")
        self.assertEqual(read_boot(log).hello["cmdline"], "BS1 01234567 {}")


class DamagedLogs(unittest.TestCase):
    def refuse(self, log, why):
        with self.assertRaisesRegex(LogError, why):
            read_boot(log)

    def changed(self, why, change):
        """Numbered records of a whole boot, after `change` had its way, are refused for `why`."""
        found = logs.boot_records([logs.run(0), logs.run(1, "null", 0)])
        found = change(found) or found
        self.refuse(b"".join(logs.lines_of(found)), why)

    def test_truncated_at_every_byte(self):
        log = logs.small_log()
        for size in range(len(log) - 2):
            with self.subTest(size=size), self.assertRaises(LogError):
                read_boot(log[:size])
        # Without the end of its last line the last record is still whole.
        self.assertEqual(len(read_boot(log[:-2]).runs), 2)

    def test_every_bit_of_every_record_flipped(self):
        found = logs.lines_of(logs.boot_records([logs.run(0)]))
        whole, start, tried = b"".join(found), 0, 0
        for line in found:
            if line.startswith(b"BS1 "):
                last = start + len(line) == len(whole)
                for at in range(start, start + len(line) - (2 if last else 0)):
                    for bit in range(8):
                        log = bytearray(whole)
                        log[at] ^= 1 << bit
                        tried += 1
                        with self.subTest(at=at, bit=bit), self.assertRaises(LogError):
                            read_boot(bytes(log))
            start += len(line)
        self.assertGreater(tried, 6000)

    def test_two_lines_interleaved_at_every_byte(self):
        found = logs.lines_of(logs.boot_records([logs.run(0), logs.run(1, "null", 0)]))
        at = next(i for i, line in enumerate(found) if b'"run"' in line)
        first, second = found[at], found[at + 1]
        for cut in range(1, len(first)):
            mixed = first[:cut] + second + first[cut:]
            log = b"".join(found[:at] + [mixed] + found[at + 2:])
            with self.subTest(cut=cut), self.assertRaises(LogError):
                read_boot(log)

    def test_stage_line_printed_into_a_record_and_a_record_into_a_stage_line(self):
        log = logs.small_log()
        self.refuse(log.replace(b'"case":"null"', b'"case":stage: x\n"null"'), "damaged record")
        self.refuse(log.replace(b"stage: measure\r\n", b"stage: meas"), "two lines are mixed")

    def test_error_names_the_line(self):
        log = logs.small_log().replace(b'"case":"null"', b'"case":"nul1"')
        with self.assertRaises(LogError) as caught:
            read_boot(log)
        line = log.split(b"\n")[caught.exception.line - 1]
        self.assertIn(b"nul1", line)
        self.assertIn("line %d: " % caught.exception.line, str(caught.exception))

    def test_record_missing(self):
        for at in range(1, 5):
            with self.subTest(at=at):
                self.changed("records are missing", lambda found: found[:at] + found[at + 1:])

    def test_first_record_missing(self):
        self.changed("record 1 where 0 is due", lambda found: found[1:])

    def test_last_record_missing(self):
        self.changed("cut off", lambda found: found[:-1])

    def test_record_doubled(self):
        for at in range(6):
            with self.subTest(at=at):
                self.changed("doubled|after 'bye'", lambda found: found[:at + 1] + found[at:])

    def test_nothing_and_no_records(self):
        self.refuse(b"", "no records")
        self.refuse(b"SeaBIOS\r\nstage: boot\r\n", "no records")

    def test_two_boots_in_one_log(self):
        self.refuse(logs.small_log() * 2, "record 0 where 6 is due")

    def test_other_version(self):
        self.refuse(logs.boot_log([], version=2), "version 2, this reader knows 1")

    def test_unknown_environment(self):
        self.refuse(logs.boot_log([], env="cloud"), "unknown environment 'cloud'")

    def test_first_record_is_not_hello(self):
        self.refuse(b"".join(logs.lines_of(logs.numbered([logs.clock()]))), "not 'hello'")

    def test_counts_of_the_last_record(self):
        runs = [logs.run(0)]
        self.refuse(logs.boot_log(runs, bye_changes={"records": 9}), "sent 9 records, log has 5")
        self.refuse(logs.boot_log(runs, bye_changes={"dropped": 1}), "could not build 1")
        self.refuse(logs.boot_log(runs, bye_changes={"runs_ok": 2}), "2 runs ok and 0 refused")
        self.refuse(logs.boot_log(runs, bye_changes={"runs_refused": 1}), "log has 1 and 0")

    def test_record_after_the_last(self):
        found = logs.boot_records([])
        self.refuse(b"".join(logs.lines_of(logs.numbered(found + [logs.clock()]))), "after 'bye'")

    def test_panic_leaves_no_rows(self):
        panic = {"rec": "panic", "reason": "bad trap", "file": "trap.c", "line": 3}
        found = logs.numbered([logs.hello(), logs.clock(), logs.run(0), panic])
        self.refuse(b"".join(logs.lines_of(found)), "panic: bad trap")

    def test_member_missing_or_of_wrong_type(self):
        for record in logs.boot_records([logs.run(0)]):
            for name in list(record)[2:]:
                without = {k: v for k, v in record.items() if k != name}
                wrong = dict(record, **{name: [1] if isinstance(record[name], str) else "x"})
                for bad in (without, wrong):
                    found = logs.boot_records([logs.run(0)])
                    found[record["seq"]] = bad
                    with self.subTest(rec=record["rec"], name=name):
                        self.refuse(b"".join(logs.lines_of(found)), "without|wrong type")

    def test_what_json_allows_and_records_do_not(self):
        start = b'{"rec":"plan","seq":2,"profile":"quick","samples":4,"seed":1,"runs":'
        read_boot(with_json(start + b"1}"))
        for value in (b"1.0", b"1e3", b"null", b"true", b'{"a":1}', b"[[1]]", b"NaN", b"Infinity",
                      b"9223372036854775808", b'1,"runs":1', b'1,"x":["a"]', b"1}{"):
            with self.subTest(value=value):
                self.refuse(with_json(start + value + b"}"), "")

    def test_order_of_the_first_members(self):
        text = b'{"seq":2,"rec":"plan","runs":1,"profile":"q","samples":4,"seed":1}'
        self.refuse(with_json(text), "does not start with 'rec' and 'seq'")

    def test_form_of_a_record_line(self):
        good = logs.small_log()
        crc = good[good.index(b"BS1 ") + 4:][:8]
        lettered = next(line for line in good.split(b"\n") if line.startswith(b"BS1 ")
                        and line[4:12].upper() != line[4:12])[4:12]
        self.refuse(good.replace(lettered, lettered.upper()), "damaged record")
        self.refuse(good.replace(b"BS1 " + crc + b" ", b"BS1 " + crc + b"  "), "damaged record")
        self.refuse(good.replace(b"BS1 " + crc, b"BS1 "), "damaged record")
        self.refuse(good.replace(b"\r\n", b"\r\r\n"), "damaged record")

    def test_record_too_long(self):
        self.refuse(logs.boot_log([], machine="x" * 4000), "damaged record")

    def test_runs_that_cannot_be(self):
        for changes in ({"n": 0}, {"loops": 0}, {"nest": -1}, {"t1": []}, {"t2": []},
                        {"verdict": "fine"}, {"irqs": "maybe"}):
            run = logs.run(0)
            run.update(changes)
            with self.subTest(changes=changes):
                self.refuse(logs.boot_log([run]), "run|verdict")
        self.refuse(logs.boot_log([logs.run(3), logs.run(3)]), "run 3 is there twice")


class ParseProgram(unittest.TestCase):
    def parse(self, *contents):
        with tempfile.TemporaryDirectory() as place:
            paths = []
            for number, content in enumerate(contents):
                paths.append("%s/%d.log" % (place, number))
                with open(paths[-1], "wb") as file:
                    file.write(content)
            return subprocess.run([PARSE, *paths], capture_output=True, text=True, timeout=30)

    def test_good_log(self):
        done = self.parse(logs.small_log())
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(len(done.stdout.splitlines()), 2)

    def test_bad_log_gives_one_line_and_no_rows(self):
        done = self.parse(logs.small_log(), logs.small_log()[:-40])
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertRegex(done.stderr, r"\A.*1\.log: line \d+: damaged record.*\n\Z")

    def test_bad_usage(self):
        done = self.parse()
        self.assertEqual((done.returncode, done.stdout), (2, ""))

    def test_no_such_log(self):
        done = subprocess.run([PARSE, "/nowhere/x.log"], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertIn("No such file", done.stderr)


if __name__ == "__main__":
    unittest.main()
