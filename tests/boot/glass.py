# SPDX-License-Identifier: GPL-2.0-only
"""What a screen shows, read back from QEMU's picture of it: text through the glyphs, a QR code by zbarimg."""
import os
import re
import shutil
import socket
import struct
import subprocess
import time
import zlib

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
GLYPHS = os.path.join(ROOT, "build", "glyphs.c")
WIDTH, HEIGHT = 8, 16
SCALE_MAX = 8
UNKNOWN = "\x7f"


def glyphs():
    """Which character has these 16 rows."""
    with open(GLYPHS, encoding="ascii") as text:
        rows = re.findall(r"^\t\{ (.*) \},$", text.read(), re.M)
    return {bytes(int(byte, 16) for byte in row.split(", ")): chr(ord(" ") + n) for n, row in enumerate(rows)}


class Picture:
    """A binary PPM file."""

    def __init__(self, path):
        with open(path, "rb") as file:
            data = file.read()
        match = re.match(rb"P6\s+(\d+)\s+(\d+)\s+255\s", data)
        self.width, self.height = int(match[1]), int(match[2])
        self.pixels = data[match.end():]
        self._glyphs = glyphs()

    def pixel(self, x, y):
        at = (y * self.width + x) * 3
        return self.pixels[at:at + 3]

    def char(self, x, y, scale):
        """The character whose cell begins at this pixel; each of its pixels must be a whole square."""
        paper, rows = self.pixel(x, y), []
        for row in range(HEIGHT):
            top = y + row * scale
            bits = [self.pixel(x + bit * scale, top) != paper for bit in range(WIDTH)]
            ends = [self.pixel(x + (bit + 1) * scale - 1, top + scale - 1) != paper for bit in range(WIDTH)]
            if bits != ends:
                return UNKNOWN
            rows.append(sum(set_ << 7 - bit for bit, set_ in enumerate(bits)))
        return self._glyphs.get(bytes(rows), UNKNOWN)

    def text(self, x, y, scale, columns):
        """A row of characters, without the blanks at its end."""
        columns = min(columns, (self.width - x) // (WIDTH * scale))
        if y + HEIGHT * scale > self.height:
            return ""
        return "".join(self.char(x + n * WIDTH * scale, y, scale) for n in range(columns)).rstrip()

    def console(self):
        """The rows of a console, whose scale is the one at which everything is a character; None: there is none."""
        for scale in range(SCALE_MAX, 0, -1):
            rows, columns = self.height // (HEIGHT * scale), min(160, self.width // (WIDTH * scale))
            lines = [self.text(0, row * HEIGHT * scale, scale, columns) for row in range(min(100, rows))]
            if not any(UNKNOWN in line for line in lines) and any(lines):
                return lines
        return None

    def shows_page(self, lines):
        """At which scale the page of these lines stands there; 0: at none."""
        for scale in range(SCALE_MAX, 0, -1):
            if all(self.text(8, 8 + n * HEIGHT * scale, scale, len(line)) == line for n, line in enumerate(lines)):
                return scale
        return 0

    def png(self):
        """The same as PNG, since that is what every reader knows."""
        lines = b"".join(b"\0" + self.pixels[at:at + self.width * 3]
                         for at in range(0, self.width * self.height * 3, self.width * 3))

        def chunk(kind, data):
            return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        head = struct.pack(">IIBBBBB", self.width, self.height, 8, 2, 0, 0, 0)
        return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(lines, 1)) +
                chunk(b"IEND", b""))

    def code(self, path):
        """The text of the QR code in it; "" if none is found, None if nothing here can read one."""
        if not shutil.which("zbarimg"):
            return None
        with open(path, "wb") as file:
            file.write(self.png())
        done = subprocess.run(["zbarimg", "--quiet", "--raw", "-Sdisable", "-Sqrcode.enable", path],
                              stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
        os.unlink(path)
        return done.stdout.rstrip("\n")


def dump(monitor, path, limit=20):
    """Ask QEMU's monitor for a picture of the screen; True once it is there, whole."""
    if os.path.exists(path):
        os.unlink(path)
    with socket.socket(socket.AF_UNIX) as line:
        line.connect(monitor)
        line.sendall(b"screendump %s\n" % path.encode())
        size, end = -1, time.monotonic() + limit
        while time.monotonic() < end:
            time.sleep(0.2)
            now = os.path.getsize(path) if os.path.exists(path) else -1
            if now > 0 and now == size:
                return True
            size = now
    return False


def leave(monitor):
    """End the QEMU behind the monitor."""
    with socket.socket(socket.AF_UNIX) as line:
        line.connect(monitor)
        line.sendall(b"quit\n")
        time.sleep(0.2)
