# SPDX-License-Identifier: GPL-2.0-only
"""A linked kernel image as the codegen contract needs it: symbols, bytes by address, the table of cases.

The table is read from the image and not from its sources, so what is checked is what the bench will
run. The invariant: a case whose blocks do not have the names that their case and model give them is
an error, since then struct bench_case and this reader disagree.
"""
import struct

from barestock import names

SECTION_SYMTAB, SECTION_NOBITS = 2, 8
OBJECT = 1
ARCHES = {62: "x86_64", 183: "arm64"}

# As bench/include/bench/case.h lays struct bench_case out, and its flags.
CASE = struct.Struct("<QIIQQ")
CASE_MASKS_IRQS, CASE_NESTS, CASE_UNMASKS = 1, 2, 4


class ImageError(Exception):
    """The file is not an image of the bench."""


class Case:
    """One entry of the table: what it is called, in which states it can be asked, where its blocks are."""

    def __init__(self, name, model, flags, short, long):
        self.name, self.model = name, model
        self.masks, self.nests = bool(flags & CASE_MASKS_IRQS), bool(flags & CASE_NESTS)
        self.unmasks = bool(flags & CASE_UNMASKS)
        self.blocks = {"short": short, "long": long}

    def states(self):
        """Every (irqs, nest) in which the bench can ask it, as bench/plan.c does."""
        for irqs in ("on", "off"):
            for nest in (0, 1):
                if nest and (not self.nests or self.masks and irqs == "on"):
                    continue
                if irqs == "on" or not self.unmasks:
                    yield irqs, nest


class Image:
    """One ELF file. Raises ImageError, or OSError where it cannot be read."""

    def __init__(self, path):
        self.path = path
        with open(path, "rb") as file:
            self._data = file.read()
        try:
            self._read_sections()
            self.subject_cases = {}  # (case, subject): its blocks
            self.cases = list(self._read_cases())
        except (struct.error, IndexError, KeyError, ValueError) as error:
            raise ImageError("%s: not an image of the bench: %s" % (path, error)) from None

    def _read_sections(self):
        data = self._data
        if data[:6] != b"\x7fELF\x02\x01":
            raise ValueError("not a 64-bit little-endian ELF file")
        self.arch = ARCHES[struct.unpack_from("<H", data, 18)[0]]
        table, = struct.unpack_from("<Q", data, 40)
        size, count = struct.unpack_from("<HH", data, 58)
        # Of each section: type, flags, address, offset, size, link.
        self._sections = [struct.unpack_from("<4xIQQQQI", data, table + size * i)
                          for i in range(count)]
        self.symbols = []  # (address, size, type, name)
        for section in self._sections:
            if section[0] == SECTION_SYMTAB:
                self._read_symbols(section)
        # Of several names for one address the first one in the table counts.
        objects = {}
        for value, size, kind, name in self.symbols:
            if kind == OBJECT and size:
                objects.setdefault(value, (value, size, name))
        self._objects = sorted(objects.values())
        self._by_name = {name: address for address, _, _, name in self.symbols}
        self._by_address = {}
        for address, _, _, name in self.symbols:
            self._by_address.setdefault(address, set()).add(name)

    def _read_symbols(self, section):
        strings = self._sections[section[5]][3]
        for at in range(section[3], section[3] + section[4], 24):
            name, info, _, index, value, size = struct.unpack_from("<IBBHQQ", self._data, at)
            if index and name:
                self.symbols.append((value, size, info & 15, self._string(strings + name)))

    def _string(self, offset):
        return self._data[offset:self._data.index(b"\0", offset)].decode("ascii")

    def _offset(self, address):
        for kind, flags, start, offset, size, _ in self._sections:
            if flags & 2 and kind != SECTION_NOBITS and start <= address < start + size:
                return address - start + offset
        raise ValueError("address 0x%x is not in the file" % address)

    def _read_cases(self):
        for at in range(self._by_name["__cases_start"], self._by_name["__cases_end"], 8):
            entry, = struct.unpack_from("<Q", self._data, self._offset(at))
            name, _, flags, short, long = CASE.unpack_from(self._data, self._offset(entry))
            name = self._string(self._offset(name))
            if not short and not long:
                continue  # counted, not timed
            owner = self._owner(name, short, long)
            if owner in names.MODELS:
                yield Case(name, owner, flags, short, long)
            else:
                self.subject_cases[name, owner] = {"short": short, "long": long}

    def _owner(self, name, short, long):
        """Model or subject for which a case was compiled: what its blocks have in their names."""
        start = "hot_%s_" % name
        for symbol in self.names(short):
            if symbol.startswith(start) and symbol.endswith("_short"):
                owner = symbol[len(start):-len("_short")]
                if start + owner + "_long" in self.names(long):
                    return owner
        raise ValueError("case %s: its blocks are not hot_%s_<model or subject>_short and _long"
                         % (name, name))

    def names(self, address):
        """Every symbol that stands at an address."""
        return self._by_address.get(address, set())

    def variable(self, address):
        """`name` or `name+0xoffset` of the variable at an address, or None."""
        import bisect
        at = bisect.bisect_right(self._objects, (address, 1 << 64)) - 1
        if at < 0 or address >= self._objects[at][0] + self._objects[at][1]:
            return None
        start, _, name = self._objects[at]
        return name + ("+0x%x" % (address - start) if address > start else "")

    @property
    def build(self):
        """The build's name, as the `hello` record of its boots has it."""
        return self._string(self._offset(self._by_name["build_id"]))

    @property
    def compiler(self):
        """Who built it, by its debug information."""
        return "clang" if b"clang version" in self._data else "gcc"
