# SPDX-License-Identifier: GPL-2.0-only
"""Is a PE file one that strict firmware loads: sections on pages of their own, none writable and executable, movable.

Offsets: Microsoft's "PE Format". Only what those rules need is read.
"""
import struct

MACHINES = {"x86_64": 0x8664, "arm64": 0xaa64}
EFI_APPLICATION = 10
DYNAMIC_BASE, NX_COMPAT = 0x40, 0x100
EXECUTE, READ, WRITE = 0x20000000, 0x40000000, 0x80000000
RELOCATIONS = 5
PAGE = 4096


def _sections(data, header, count):
    at = header + 24 + struct.unpack_from("<H", data, header + 20)[0]
    for i in range(count):
        name, size, start, raw, _, _, _, _, _, flags = struct.unpack_from("<8sIIIIIIHHI", data, at + 40 * i)
        yield name.rstrip(b"\0").decode(), start, max(size, raw), flags


def _section_complaints(sections, image_bytes):
    end = 0
    for name, start, size, flags in sections:
        if flags & EXECUTE and flags & WRITE:
            yield "%s is writable and executable" % name
        if not flags & READ:
            yield "%s cannot be read" % name
        if start % PAGE:
            yield "%s begins at 0x%x, not on a page" % (name, start)
        if start < end:
            yield "%s begins in the page of the section before it" % name
        end = (start + size + PAGE - 1) // PAGE * PAGE
    if end > image_bytes:
        yield "the image has 0x%x bytes, its sections need 0x%x" % (image_bytes, end)


def complaints(data, arch):
    """What is wrong with the file `data`; nothing if it is well."""
    header, = struct.unpack_from("<I", data, 0x3c)
    signature, machine, count, time = struct.unpack_from("<4sHHI", data, header)
    optional = header + 24
    if data[:2] != b"MZ" or signature != b"PE\0\0" or struct.unpack_from("<H", data, optional)[0] != 0x20b:
        return ["is no PE32+ file"]
    found = []
    if machine != MACHINES[arch]:
        found.append("is for machine 0x%x" % machine)
    if time:
        found.append("says when it was made")
    alignment, = struct.unpack_from("<I", data, optional + 32)
    image_bytes, = struct.unpack_from("<I", data, optional + 56)
    subsystem, flags = struct.unpack_from("<HH", data, optional + 68)
    if alignment % PAGE:
        found.append("aligns sections to %d bytes" % alignment)
    if subsystem != EFI_APPLICATION:
        found.append("is of subsystem %d" % subsystem)
    if flags & (DYNAMIC_BASE | NX_COMPAT) != DYNAMIC_BASE | NX_COMPAT:
        found.append("lacks NX_COMPAT or DYNAMIC_BASE: 0x%x" % flags)
    place, size = struct.unpack_from("<II", data, optional + 112 + 8 * RELOCATIONS)
    if not place or not size:
        found.append("has no relocations")
    return found + list(_section_complaints(_sections(data, header, count), image_bytes))
