# SPDX-License-Identifier: GPL-2.0-only
"""Names for backtraces, from an ELF file put together by hand: no compiler is needed."""
import os
import struct
import subprocess
import tempfile
import unittest

from barestock import symbols

TOOLS = os.path.join(os.path.dirname(symbols.__file__), "..")
BASE = 0xffffffff80200000
TEXT, FUNC, OBJECT = 1, 2, 1


def elf(table, machine=62):
    """A 64-bit ELF file with the symbols [(name, value, type, section)]."""
    names = b"\0" + b"".join(name.encode() + b"\0" for name, *_ in table)
    entries, at = b"\0" * 24, 1
    for name, value, kind, section in table:
        entries += struct.pack("<IBBHQQ", at, 16 | kind, 0, section, value, 0)
        at += len(name) + 1
    strings_at = 64 + len(entries)
    sections_at = strings_at + len(names)

    def section(kind, offset, size, link):
        return struct.pack("<IIQQQQIIQQ", 0, kind, 0, 0, offset, size, link, 0, 8, 24)

    header = b"\x7fELF\x02\x01\x01" + b"\0" * 9
    header += struct.pack("<HHIQQQIHHHHHH", 2, machine, 1, BASE, 0, sections_at, 0, 64, 56, 0, 64,
                          3, 2)
    return (header + entries + names + section(0, 0, 0, 0)
            + section(2, 64, len(entries), 2) + section(3, strings_at, len(names), 0))


KERNEL = elf([("kmain", BASE + 0x100, FUNC, TEXT), ("trap_entry", BASE + 0x40, 0, TEXT),
              ("a_table", BASE + 0x180, OBJECT, TEXT), ("panic", BASE + 0x200, FUNC, TEXT),
              ("$x", BASE + 0x204, 0, TEXT), ("absent", BASE + 0x208, FUNC, 0)])


class SymbolsCase(unittest.TestCase):
    def setUp(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.path = os.path.join(place.name, "kernel.elf")
        self.write(KERNEL)

    def write(self, data):
        with open(self.path, "wb") as file:
            file.write(data)

    def test_names(self):
        table = symbols.Symbols(self.path)
        for offset, expected in ((0x40, "trap_entry+0x0"), (0xff, "trap_entry+0xbf"),
                                 (0x100, "kmain+0x0"), (0x19c, "kmain+0x9c"),
                                 (0x210, "panic+0x10"), (0x3f, "?")):
            self.assertEqual(table.name(BASE + offset), expected)

    def test_what_is_no_elf_file(self):
        for data in (b"", b"MZ", KERNEL[:63], KERNEL[:200], b"\x7fELF\x01" + KERNEL[5:]):
            self.write(data)
            with self.assertRaises(ValueError):
                symbols.Symbols(self.path)

    def test_elf_beside_the_image(self):
        for image, expected in (("a/bench.img", "a/bench.elf"), ("bench.elf", "bench.elf"),
                                ("kernel", "kernel.elf")):
            self.assertEqual(symbols.elf_beside(image), expected)

    def test_program(self):
        text = "before\n  bt: %016x\n  bt: zz\nafter\n" % (BASE + 0x110)
        done = subprocess.run([os.path.join(TOOLS, "symbolise"), self.path], input=text,
                              capture_output=True, text=True, timeout=60)
        self.assertEqual(done.stdout.split("\n")[1].split()[:3],
                         ["bt:", "%016x" % (BASE + 0x110), "kmain+0x10"])
        self.assertEqual(done.stdout.replace(" kmain+0x10", ""), text)

    def test_run_names_the_backtrace_of_a_panic(self):
        fake = os.path.join(os.path.dirname(os.path.realpath(__file__)), "fake_qemu.py")
        said = self.path + ".said"
        with open(said, "wb") as file:
            file.write(b"panic: bad trap\r\n  bt: %016x\r\n" % (BASE + 0x120))
        done = subprocess.run(
            [os.path.join(TOOLS, "run"), "--arch", "x86_64", "--mode", "tcg", "--qemu", fake,
             "--kernel", self.path, "--log", self.path + ".log", "--append",
             "fake=play:%s:3" % said], capture_output=True, text=True, timeout=60)
        self.assertEqual(done.returncode, 3)
        self.assertIn("  bt: %016x kmain+0x20" % (BASE + 0x120), done.stderr)


if __name__ == "__main__":
    unittest.main()
