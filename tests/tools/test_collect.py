# SPDX-License-Identifier: GPL-2.0-only
"""tools/collect on made-up sticks: directories, and images with an MBR, a GPT or no partition table."""
import json
import os
import shutil
import struct
import subprocess
import tempfile
import unittest
import zlib

import logs

HERE = os.path.dirname(os.path.realpath(__file__))
TOOLS = os.path.join(os.path.dirname(os.path.dirname(HERE)), "tools")
IMAGE_BYTES = 8 << 20
PARTITION = 1 << 20


def kernel_log(records, tail=b""):
    """What the kernel keeps: its own lines from the first one on, no firmware before them."""
    return b"".join(logs.lines_of(records)[1:]) + tail


def texts(log):
    lines = [line.rstrip(b"\r") for line in log.split(b"\n") if line.startswith(b"BS1 ")]
    return [line[13:] for line in lines if line[4:12] == b"%08x" % zlib.crc32(line[13:])]


def result(log, name="acme-1", **changes):
    """{file: bytes} as the loader writes them for a log."""
    machine, _, number = name.rpartition("-")
    stick = dict({"rec": "stick", "state": "finished", "preset": "quick", "log_bytes": len(log), "lost_bytes": 0,
                  "log_crc_ok": 1, "machine": machine, "n": int(number)}, **changes)
    lines = [json.dumps(stick, separators=(",", ":")).encode()] + texts(log)
    return {name + ".jsonl": b"\n".join(lines) + b"\n", name + ".log": log, name + ".txt": b"all well\n"}


def good_log(**changes):
    return kernel_log(logs.boot_records([logs.run(0), logs.run(1, "null", 0)], **changes))


def cut_log():
    """Cut off in the middle of its fifth record."""
    lines = logs.lines_of(logs.boot_records([logs.run(0), logs.run(1), logs.run(2)]))[1:]
    return b"".join(lines[:6]) + lines[6][:40]


def panic_log():
    panic = {"rec": "panic", "reason": "bad trap", "file": "x.c", "line": 3}
    return kernel_log(logs.numbered([logs.hello(), logs.clock(), logs.plan(1), logs.run(0), panic]))


class CollectCase(unittest.TestCase):
    def setUp(self):
        self._place = tempfile.TemporaryDirectory()
        self.addCleanup(self._place.cleanup)
        self.place = self._place.name
        self.to = os.path.join(self.place, "to")

    def stick(self, files, name="stick"):
        """A mounted one."""
        path = os.path.join(self.place, name)
        os.makedirs(os.path.join(path, "results"))
        for file_name, data in files.items():
            with open(os.path.join(path, "results", file_name), "wb") as file:
                file.write(data)
        return path

    def collect(self, source):
        return subprocess.run([TOOLS + "/collect", source, "--to", self.to], capture_output=True, text=True,
                              timeout=60, cwd=self.place)

    def check(self, source, status, pattern):
        """Collected with that exit status; the pattern is in what was said."""
        done = self.collect(source)
        self.assertEqual((done.returncode, done.stderr), (status, ""), done.stdout)
        self.assertRegex(done.stdout, pattern)
        return done.stdout

    def kept(self, *names):
        """The files under --to, all of them."""
        found = {os.path.relpath(os.path.join(folder, name), self.to)
                 for folder, _, files in os.walk(self.to) for name in files}
        self.assertEqual(found, set(names))


class States(CollectCase):
    def test_finished_is_copied_byte_for_byte(self):
        files = result(good_log())
        out = self.check(self.stick(files), 0, r"\Aacme-1: finished: 6 records, 2 runs ok, 0 refused -> to/acme-1\n")
        self.assertTrue(out.endswith("1 result, 1 whole, 0 damaged or unfinished\n"))
        self.kept(*("acme-1/" + name for name in files))
        for name, data in files.items():
            with open(os.path.join(self.to, "acme-1", name), "rb") as file:
                self.assertEqual(file.read(), data)

    def test_parse_and_report_take_the_collected_log(self):
        self.check(self.stick(result(good_log())), 0, "finished")
        for tool in ("parse", "report"):
            done = subprocess.run([TOOLS + "/" + tool, self.to + "/acme-1/acme-1.log"], capture_output=True, text=True,
                                  timeout=60)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertIn("irq_save", done.stdout)

    def test_failed_in_order_has_a_whole_log(self):
        log = good_log(bye_changes={"status": 1})
        self.check(self.stick(result(log, state="failed")), 0, r"acme-1: failed: 6 records, .*; status 1 ->")

    def test_panic(self):
        self.check(self.stick(result(panic_log(), state="failed")), 1, r"failed: 5 records, 1 runs ok, .*; bad trap ->")

    def test_failed_without_a_last_record(self):
        self.check(self.stick(result(cut_log(), state="failed")), 1, r"failed: 4 records.*; ended at: ")

    def test_reset_midway_says_how_far_it_came(self):
        self.check(self.stick(result(cut_log(), state="reset")), 1,
                   r"acme-1: reset midway: 4 records, 1 runs ok, 0 refused; 1/3 runs -> to/acme-1")
        self.kept("acme-1/acme-1.jsonl", "acme-1/acme-1.log", "acme-1/acme-1.txt")

    def test_reset_before_the_first_record(self):
        self.check(self.stick(result(b"stage: start\nstage: memory\nsta", state="reset")), 1,
                   r"reset midway: no records; memory ->")

    def test_silent(self):
        self.check(self.stick(result(b"", state="silent")), 1, r"acme-1: silent: the kernel never wrote ->")

    def test_what_did_not_fit(self):
        self.check(self.stick(result(cut_log(), state="finished", lost_bytes=77)), 1, "77 bytes did not fit")

    def test_many_are_told_apart_and_counted(self):
        files = {**result(good_log(), "acme-10"), **result(cut_log(), "acme-9", state="reset"),
                 **result(good_log(), "b-b-1")}
        out = self.check(self.stick(files), 1, "3 results")
        self.assertEqual([line.split(":")[0] for line in out.splitlines()],
                         ["acme-9", "acme-10", "b-b-1", "3 results, 2 whole, 1 damaged or unfinished"])


class Damages(CollectCase):
    def damaged(self, files, pattern):
        self.check(self.stick(files), 1, r"acme-1: damaged: .*%s" % pattern)

    def test_wrong_checksum_of_the_area(self):
        self.damaged(result(good_log(), state="damaged", log_crc_ok=0), "did not survive")
        shutil.rmtree(os.path.join(self.place, "stick"))
        self.damaged(result(good_log(), log_crc_ok=0), "did not survive")

    def test_every_file_must_be_there(self):
        for suffix in (".jsonl", ".log", ".txt"):
            files = result(good_log())
            del files["acme-1" + suffix]
            with self.subTest(suffix=suffix):
                self.damaged(files, r"\%s is missing" % suffix)
            shutil.rmtree(os.path.join(self.place, "stick"))

    def test_files_that_do_not_belong_together(self):
        good, other = result(good_log()), result(good_log(machine="another"))
        for changes, pattern in (({"acme-1.log": good["acme-1.log"][:-9]}, "bytes, the loader wrote"),
                                 ({"acme-1.jsonl": result(good_log(), "acme-2")["acme-2.jsonl"]}, "another result"),
                                 ({"acme-1.jsonl": b""}, "first line is no record"),
                                 ({"acme-1.jsonl": b'{"rec":"hello"}\n'}, "not of the loader"),
                                 ({"acme-1.jsonl": good["acme-1.jsonl"][:-30]}, "do not hold the same records"),
                                 ({"acme-1.jsonl": good["acme-1.jsonl"] + b"{}\n"}, "do not hold the same"),
                                 ({"acme-1.jsonl": good["acme-1.jsonl"].replace(b'"n":1', b'"n":"1"')}, "'n'")):
            with self.subTest(pattern=pattern):
                self.damaged({**good, **changes}, pattern)
            shutil.rmtree(os.path.join(self.place, "stick"))
        same_length = dict(other, **{"acme-1.jsonl": good["acme-1.jsonl"].replace(
            b'"log_bytes":%d' % len(good["acme-1.log"]), b'"log_bytes":%d' % len(other["acme-1.log"]))})
        self.damaged(same_length, "do not hold the same records")

    def test_the_loaders_word_is_held_against_the_log(self):
        for files, pattern in ((result(cut_log()[:cut_log().rindex(b"\n") + 1]), "not 'bye'"),
                               (result(b""), "no records"),
                               (result(good_log(bye_changes={"status": 1})), "status 1"),
                               (result(good_log(), state="silent"), "there is a log"),
                               (result(good_log(), state="splendid"), "unknown state"),
                               (result(good_log().replace(b'"seq":2', b'"seq":7')), "damaged record|not hold")):
            with self.subTest(pattern=pattern):
                self.damaged(files, pattern)
            shutil.rmtree(os.path.join(self.place, "stick"))

    def test_what_is_no_result_is_named(self):
        files = dict(result(good_log()), **{"NOTES.DOC": b"x", "x.log": b""})
        self.check(self.stick(files), 0, "passed over: NOTES.DOC\npassed over: x.log\n")


class NeverOver(CollectCase):
    def test_the_same_result_is_left_alone(self):
        stick = self.stick(result(good_log()))
        self.check(stick, 0, r"-> to/acme-1\n")
        self.check(stick, 0, r"-> to/acme-1 \(was there\)\n")
        self.kept("acme-1/acme-1.jsonl", "acme-1/acme-1.log", "acme-1/acme-1.txt")

    def test_another_result_of_the_same_name_gets_a_number(self):
        self.check(self.stick(result(good_log())), 0, "-> to/acme-1\n")
        other = self.stick(result(good_log(build="feedface")), "other")
        self.check(other, 0, r"-> to/acme-1\.2\n")
        self.check(other, 0, r"-> to/acme-1\.2 \(was there\)\n")
        with open(os.path.join(self.to, "acme-1", "acme-1.log"), "rb") as file:
            self.assertEqual(file.read(), good_log())

    def test_a_file_in_the_way(self):
        os.makedirs(self.to)
        with open(os.path.join(self.to, "acme-1"), "w", encoding="ascii"):
            pass
        self.check(self.stick(result(good_log())), 0, r"-> to/acme-1\.2\n")


class Sources(CollectCase):
    def refuse(self, source, pattern, status=1):
        done = self.collect(source)
        self.assertEqual((done.returncode, done.stdout), (status, ""))
        self.assertRegex(done.stderr, r"\Atools/collect: .*(%s).*\n\Z" % pattern)

    def image(self, head, offset, files, results="results"):
        """An image file with a FAT16 volume at `offset`, made by mtools."""
        if not shutil.which("mformat"):
            self.skipTest("no mtools here")
        path = os.path.join(self.place, "stick.img")
        with open(path, "wb") as file:
            file.truncate(IMAGE_BYTES)
            for at, data in head:
                file.seek(at)
                file.write(data)
        volume = "%s@@%d" % (path, offset)
        self.mtools("mformat", "-i", volume, "-T", str((IMAGE_BYTES - offset) // 512), "-h", "4", "-s", "32", "::")
        return self.fill(path, volume, files, results)

    def fill(self, path, volume, files, results):
        source = os.path.join(self.place, "source")
        os.makedirs(source)
        self.mtools("mmd", "-i", volume, "::/" + results)
        for name, data in files.items():
            with open(os.path.join(source, name), "wb") as file:
                file.write(data)
            self.mtools("mcopy", "-i", volume, os.path.join(source, name), "::/%s/" % results)
        return path

    def mtools(self, *words):
        subprocess.run(words, check=True, capture_output=True, timeout=60,
                       env=dict(os.environ, MTOOLSRC=os.devnull, MTOOLS_SKIP_CHECK="1"))

    @staticmethod
    def mbr(*partitions):
        table = b"".join(struct.pack("<8BII", 0x80, 0, 2, 0, kind, 0, 2, 0, first, 4096) for kind, first in partitions)
        return [(446, table), (510, b"\x55\xaa")]

    def test_image_with_an_mbr(self):
        files = result(good_log())
        self.check(self.image(self.mbr((0x83, 64), (0x0e, PARTITION // 512)), PARTITION, files), 0, "finished")
        self.kept(*("acme-1/" + name for name in files))

    def test_image_with_a_gpt(self):
        entry = b"\x28" * 16 + b"\1" * 16 + struct.pack("<QQ", PARTITION // 512, 9999) + bytes(80)
        head = self.mbr((0xee, 1)) + [(512, b"EFI PART"), (512 + 72, struct.pack("<QII", 2, 128, 128)),
                                      (1024 + 128, entry)]
        self.check(self.image(head, PARTITION, result(good_log())), 0, "finished")

    def test_image_of_the_volume_alone(self):
        self.check(self.image([], 0, result(good_log())), 0, "finished")

    def test_names_in_capitals(self):
        files = {name.upper(): data for name, data in result(good_log(), "a-1").items()}
        files = {name.replace(".JSONL", ".jsonl"): data for name, data in files.items()}
        self.check(self.image(self.mbr((0x0e, PARTITION // 512)), PARTITION, files, "RESULTS"), 0, "a-1: finished")

    def test_volume_without_results(self):
        self.refuse(self.image(self.mbr((0x0e, PARTITION // 512)), PARTITION, {}, "other"), "no folder 'results'")

    def test_nothing_in_the_folder(self):
        self.refuse(self.image(self.mbr((0x0e, PARTITION // 512)), PARTITION, {}), "no results on it")
        self.refuse(self.stick({}), "no results on it")

    def test_no_volume(self):
        for content in (b"", b"\x55\xaa" * 4096, os.urandom(4096), bytes(510) + b"\x55\xaa",
                        bytes(446) + b"\xff" * 64 + b"\x55\xaa"):
            path = os.path.join(self.place, "x.img")
            with open(path, "wb") as file:
                file.write(content)
            self.refuse(path, "no FAT volume")

    def test_a_gpt_that_names_the_whole_world(self):
        head = bytes(446) + struct.pack("<8BII", 0, 0, 2, 0, 0xee, 0, 2, 0, 1, 9) + bytes(48) + b"\x55\xaa"
        for first, number, size in ((2**64 - 1, 2**32 - 1, 4096), (2, 2**32 - 1, 2**32 - 1), (2, 1, 0)):
            path = os.path.join(self.place, "x.img")
            with open(path, "wb") as file:
                file.write(head + b"EFI PART" + bytes(64) + struct.pack("<QII", first, number, size) + b"\xff" * 4096)
            self.refuse(path, "no FAT volume")

    def test_no_such_thing(self):
        self.refuse(os.path.join(self.place, "nothing"), "No such file")

    def test_a_folder_without_results(self):
        os.makedirs(os.path.join(self.place, "empty"))
        self.refuse(os.path.join(self.place, "empty"), "no folder 'results'")

    def test_the_folder_itself(self):
        self.check(os.path.join(self.stick(result(good_log())), "results"), 0, "finished")

    def test_usage(self):
        for words in ([], ["a", "b"], ["--to", "x"], ["a", "--to"], ["--from", "a"]):
            done = subprocess.run([TOOLS + "/collect", *words], capture_output=True, text=True, timeout=30)
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertIn("usage: tools/collect", done.stderr)


if __name__ == "__main__":
    unittest.main()
