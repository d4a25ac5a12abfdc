# SPDX-License-Identifier: GPL-2.0-only
"""A QEMU machine with UEFI firmware, held at its serial line: wait for a text, press keys, look at what was said.

Resets are allowed, the firmware's variables are thrown away, every wait ends. Close it, best by `with`.
"""
import os
import re
import selectors
import subprocess
import time

OVMF, AAVMF = "/usr/share/OVMF/", "/usr/share/AAVMF/"
COMMON = ["-nodefaults", "-no-user-config", "-display", "none", "-serial", "stdio"]
MACHINES = {
    "x86_64": (["qemu-system-x86_64", "-M", "q35,sata=off", "-cpu", "max", "-device",
                "isa-debug-exit,iobase=0xf4,iosize=4"], OVMF + "OVMF_CODE_4M.fd", OVMF + "OVMF_VARS_4M.fd"),
    "arm64": (["qemu-system-aarch64", "-M", "virt,gic-version=3", "-cpu", "neoverse-n1", "-semihosting"],
              AAVMF + "AAVMF_CODE.fd", AAVMF + "AAVMF_VARS.fd"),
}
SEQUENCES = re.compile(rb"\x1b\[[0-9;?=]*[A-Za-z]")
KEYS = {"up": b"\x1b[A", "down": b"\x1b[B", "enter": b"\r", "backspace": b"\x7f", "escape": b"\x1b"}
# Under emulation, beside other work.
LIMIT = 90


class Late(Exception):
    """A text did not come."""


def command(arch, volume, drive="", more=(), mem="512M"):
    """QEMU for `arch` booting the file `volume`; `drive` is more of -drive, `volume` None boots nothing."""
    argv, code, variables = MACHINES[arch]
    argv = argv + COMMON + ["-m", mem, "-drive", "if=pflash,unit=0,format=raw,readonly=on,file=" + code,
                            "-drive", "if=pflash,unit=1,format=raw,snapshot=on,file=" + variables]
    if volume:
        argv += ["-drive", "if=none,id=disk,format=raw,file=%s%s" % (volume, drive),
                 "-device", "virtio-blk-pci,drive=disk,bootindex=0"]
    return argv + list(more)


class Machine:
    def __init__(self, argv, log):
        self._log = open(log, "wb")
        self._child = subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._log)
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._child.stdout, selectors.EVENT_READ)
        self._raw = b""
        self._seen = 0
        self.start = time.monotonic()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._child.kill()
        self._child.wait()
        self._selector.close()
        self._child.stdin.close()
        self._child.stdout.close()
        self._log.write(self._raw)
        self._log.close()

    @property
    def text(self):
        """All that was said, without what moves the cursor."""
        return SEQUENCES.sub(b"", self._raw).replace(b"\r", b"").decode("ascii", "replace")

    def _read(self, end):
        """More bytes, or b"" when QEMU is gone. Late after `end`."""
        if not self._selector.select(max(0, end - time.monotonic())):
            raise Late()
        return os.read(self._child.stdout.fileno(), 65536)

    def wait(self, text, limit=LIMIT):
        """Until `text` is said, after what was waited for before. The text between the two."""
        end = time.monotonic() + limit
        while True:
            said = self.text
            at = said.find(text, self._seen)
            if at >= 0:
                between = said[self._seen:at]
                self._seen = at + len(text)
                return between
            try:
                more = self._read(end)
            except Late:
                raise Late("no \"%s\" in %d s; last: %r" % (text, limit, said[-300:])) from None
            if not more:
                raise Late("QEMU ended before \"%s\"; last: %r" % (text, said[-300:]))
            self._raw += more

    def wait_end(self, limit=LIMIT):
        """Until QEMU ends by itself; its exit status."""
        end = time.monotonic() + limit
        try:
            while more := self._read(end):
                self._raw += more
        except Late:
            raise Late("no end in %d s; last: %r" % (limit, self.text[-300:])) from None
        return self._child.wait(max(1, end - time.monotonic()))

    def press(self, *keys):
        for key in keys:
            self._child.stdin.write(KEYS.get(key, key.encode()))
            self._child.stdin.flush()
