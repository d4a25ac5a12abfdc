#!/usr/bin/python3 -IS
# SPDX-License-Identifier: GPL-2.0-only
"""Stands in for QEMU: does what the word `fake=` on the kernel's command line says.

`fake=play:FILE:STATUS` prints FILE and ends with STATUS; the others are below. Every process leaves
its id and its arguments beside the kernel image, so that a test can see what came of it.
"""
import os
import sys
import time


def _print(path):
    with open(path, "rb") as file:
        os.write(1, file.read())


def _play(path, status):
    _print(path)
    os._exit(int(status))


def _hang(path):
    _print(path)
    time.sleep(600)


def _die(path, signal):
    _print(path)
    os.kill(os.getpid(), int(signal))


def _refuse():
    os.write(2, b"qemu: warning: this one does not matter\n"
                b"qemu: -M nonsense: unsupported machine type\nUse -machine help\n")
    os._exit(1)


def _close(path):
    """Console and stderr are closed, yet the process lives."""
    _print(path)
    os.close(1)
    os.close(2)
    time.sleep(600)


def _deaf(path):
    """Like hang, but signals that ask politely are not heard, and there is a child."""
    import signal
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    child = os.fork()
    if child == 0:
        time.sleep(600)
    with open(sys.argv[sys.argv.index("-kernel") + 1] + ".pids", "a") as file:
        file.write("%d\n" % child)
    _hang(path)


def _slowly(path):
    """One piece of the log every 20 ms, cut anywhere."""
    with open(path, "rb") as file:
        data = file.read()
    for at in range(0, len(data), 100):
        os.write(1, data[at:at + 100])
        time.sleep(0.02)
    os._exit(1)


ACTIONS = {"play": _play, "hang": _hang, "die": _die, "refuse": _refuse, "close": _close,
           "deaf": _deaf, "slowly": _slowly}


def main():
    kernel = sys.argv[sys.argv.index("-kernel") + 1]
    with open(kernel + ".args", "w") as file:
        file.write("\n".join(sys.argv[1:]))
    with open(kernel + ".pids", "a") as file:
        file.write("%d\n" % os.getpid())
    words = sys.argv[sys.argv.index("-append") + 1].split()
    name, *values = next(w for w in words if w.startswith("fake=")).partition("=")[2].split(":")
    ACTIONS[name](*values)


main()
