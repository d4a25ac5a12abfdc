# SPDX-License-Identifier: GPL-2.0-only
"""Names for the addresses of a backtrace, from the kernel's ELF file.

Owns a small reader of 64-bit little-endian symbol tables, so that an image of either architecture
is read without a cross toolchain. File and line are added where an addr2line that knows the
architecture is installed; a missing one costs only that.
"""
import re
import struct

SECTION_SYMTAB = 2
SYMBOL_FUNC = 2
SYMBOL_NOTYPE = 0
BACKTRACE_LINE = re.compile(r"(  bt: ([0-9a-f]{16}))( pc)?")
MACHINE_PREFIXES = {62: "x86_64-linux-gnu-", 183: "aarch64-linux-gnu-"}


class Symbols:
    """The functions and code labels of one ELF file. Raises ValueError when it is not one."""

    def __init__(self, path):
        self.path = path
        with open(path, "rb") as file:
            data = file.read()
        try:
            self._read(data)
        except (struct.error, IndexError) as error:
            raise ValueError("%s: damaged ELF file: %s" % (path, error)) from None

    def _read(self, data):
        if data[:6] != b"\x7fELF\x02\x01":
            raise ValueError("%s: not a 64-bit little-endian ELF file" % self.path)
        self.machine, = struct.unpack_from("<H", data, 18)
        table, = struct.unpack_from("<Q", data, 40)
        size, count = struct.unpack_from("<HH", data, 58)
        # Of each section: type, flags, address, offset, size, link.
        sections = [struct.unpack_from("<4xIQQQQI", data, table + size * i) for i in range(count)]
        self._table = []
        for section in sections:
            if section[0] == SECTION_SYMTAB:
                self._symtab(data, section, sections)
        self._table.sort()

    def _symtab(self, data, section, sections):
        strings = sections[section[5]][3]
        for at in range(section[3], section[3] + section[4], 24):
            name, info, _, index, value, _ = struct.unpack_from("<IBBHQQ", data, at)
            if info & 15 not in (SYMBOL_FUNC, SYMBOL_NOTYPE) or index in (0, 0xfff1) or not value:
                continue
            end = data.index(b"\0", strings + name)
            text = data[strings + name:end].decode("ascii", "replace")
            # $x and $d are arm64 marks, .L local labels.
            if text and not text.startswith(("$", ".L")):
                # Functions sort last among equals, and the last one is taken.
                self._table.append((value, info & 15, text))

    def name(self, address):
        """`function+0xoffset`, or "?" below the first symbol."""
        import bisect
        at = bisect.bisect_right(self._table, (address, 16, "")) - 1
        if at < 0:
            return "?"
        value, _, text = self._table[at]
        return "%s+0x%x" % (text, address - value)

    def place(self, address):
        """`file:line` of an address, or "" when nobody can tell."""
        import subprocess
        prefix = MACHINE_PREFIXES.get(self.machine, "")
        for program in (prefix + "addr2line", "llvm-addr2line", "addr2line"):
            try:
                done = subprocess.run([program, "-e", self.path, "%x" % address],
                                      capture_output=True, text=True, timeout=20)
            except (OSError, subprocess.TimeoutExpired):
                continue
            line = done.stdout.strip()
            if done.returncode == 0 and line and not line.startswith("?"):
                return line
        return ""

    def describe(self, address, is_exact=False):
        """Name and place of a return address: the call is the instruction before it. Exact: of itself."""
        place = self.place(address if is_exact else address - 1)
        name = self.name(address)
        # Behind the last call of a function that does not return begins the next function.
        if name.endswith("+0x0") and not is_exact:
            name = self.name(address - 1)
        return name + (" " + place if place else "")


def elf_beside(image):
    """The path of the ELF file that belongs to an image."""
    stem = image[:-4] if image.endswith((".img", ".elf")) else image
    return stem + ".elf"


def annotate(line, symbols):
    """`line`, with what its address means if it is a line of a backtrace."""
    match = BACKTRACE_LINE.match(line)
    if not match:
        return line
    return "%s %s" % (match[1], symbols.describe(int(match[2], 16), bool(match[3])))
