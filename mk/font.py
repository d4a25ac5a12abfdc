#!/usr/bin/python3 -IS
# SPDX-License-Identifier: GPL-2.0-only
"""The printable ASCII of a console font as C: font.py FONT.psf (version 1 or 2, 8x16) >glyphs.c"""
import struct
import sys

FIRST, LAST, HEIGHT = ord(" "), ord("~"), 16


def fail(text):
    sys.exit("font: %s: %s" % (sys.argv[1], text))


def names_psf1(table):
    """Which glyph draws a character: 16-bit words, ffff after each glyph, fffe before sequences."""
    glyph, names, in_sequence = 0, {}, False
    for code, in struct.iter_unpack("<H", table[:len(table) & ~1]):
        if code == 0xffff:
            glyph, in_sequence = glyph + 1, False
        elif code == 0xfffe:
            in_sequence = True
        elif not in_sequence:
            names.setdefault(code, glyph)
    return names


def names_psf2(table):
    """The same in UTF-8: ff after each glyph, fe before sequences."""
    names = {}
    for glyph, entry in enumerate(table.split(b"\xff")):
        for char in entry.split(b"\xfe")[0].decode("utf-8", "replace"):
            names.setdefault(ord(char), glyph)
    return names


def read_psf(data):
    """(glyphs, which glyph draws a character)."""
    if data[:2] == b"\x36\x04":
        mode, height = data[2], data[3]
        width, nr, start, names = 8, 512 if mode & 1 else 256, 4, names_psf1 if mode & 2 else None
    elif data[:4] == b"\x72\xb5\x4a\x86" and len(data) >= 32:
        start, flags, nr, _, height, width = struct.unpack_from("<6I", data, 8)
        names = names_psf2 if flags & 1 else None
    else:
        fail("not a PSF font")
    if (width, height) != (8, HEIGHT):
        fail("glyphs of %dx%d, not 8x16" % (width, height))
    end = start + nr * HEIGHT
    glyphs = [data[at:at + HEIGHT] for at in range(start, end, HEIGHT)]
    return glyphs, names(data[end:]) if names else {n: n for n in range(nr)}


def main():
    with open(sys.argv[1], "rb") as file:
        glyphs, names = read_psf(file.read())
    print("#include <lib/pixels.h>\n\nconst u8 glyphs[][GLYPH_HEIGHT] = {")
    for char in range(FIRST, LAST + 1):
        rows = glyphs[names[char]] if names.get(char, len(glyphs)) < len(glyphs) else b""
        if len(rows) != HEIGHT:
            fail("it has no glyph for %r" % chr(char))
        print("\t{ %s }," % ", ".join("0x%02x" % row for row in rows))
    print("};")


main()
