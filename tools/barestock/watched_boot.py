# SPDX-License-Identifier: GPL-2.0-only
"""One icount boot of the bench, with every executed block of code of chosen functions read as it happens.

The execution log goes through a pipe, since it is far larger than what is kept of it. The boot is judged by its records
as any other.
"""
import fcntl
import os
import subprocess
import threading
import time

from barestock import options, qemu, records

LIMIT_S = 300
PIPE_BYTES = 1 << 20
F_SETPIPE_SZ = 1031  # of Linux
# QEMU writes line by line; whoever wakes for each of them slows both down.
PAUSE_S = 0.01


class BootError(Exception):
    """The boot gave no whole log; the text says why."""


def _command(arch, kernel, words, pipe, ranges):
    chosen = options.parse(["--arch", arch, "--mode", "icount", "--kernel", kernel, "--log", os.devnull,
                            "--append", words])
    argv = qemu.command(chosen, "icount", qemu.find_program(chosen), kernel)
    spans = ",".join("0x%x..0x%x" % (start, end - 1) for start, end in ranges)
    return argv + ["-d", "in_asm,exec,nochain", "-D", pipe, "-dfilter", spans]


def _lines(raw):
    rest = b""
    while data := raw.read(PIPE_BYTES):
        lines = (rest + data).split(b"\n")
        rest = lines.pop()
        yield from lines
        time.sleep(PAUSE_S)


def boot(arch, kernel, words, ranges, calls, directory):
    """The Boot; what was executed is read into `calls`. BootError."""
    pipe = os.path.join(directory, "exec-%s.pipe" % arch)
    log = os.path.join(directory, "budget-%s.log" % arch)
    if os.path.exists(pipe):
        os.unlink(pipe)
    os.mkfifo(pipe)
    with open(log, "wb") as out:
        child = subprocess.Popen(_command(arch, kernel, words, pipe, ranges), stdin=subprocess.DEVNULL,
                                 stdout=out, stderr=subprocess.PIPE)
    guard = threading.Timer(LIMIT_S, child.kill)
    guard.start()
    # Opened for writing, too: a QEMU that ends before it opens the pipe must not leave us waiting.
    holder = os.open(pipe, os.O_RDWR)
    fcntl.fcntl(holder, F_SETPIPE_SZ, PIPE_BYTES)
    try:
        watcher = threading.Thread(target=lambda: (child.wait(), os.close(holder)))
        watcher.start()
        with open(pipe, "rb", buffering=0) as raw:
            calls.read(_lines(raw))
        watcher.join()
    finally:
        guard.cancel()
        child.kill()
        os.unlink(pipe)
    errors = child.stderr.read().decode("utf-8", "replace").strip()
    try:
        with open(log, "rb") as file:
            return records.read_boot(file.read())
    except records.LogError as error:
        raise BootError("%s: %s %s" % (log, error, errors)) from None
