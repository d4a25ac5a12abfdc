# SPDX-License-Identifier: GPL-2.0-only
"""Volumes that are full, write-protected, broken or pulled. For tests/boot/loader."""
import re
import socket

import esp
import uefi
from stick import BENCH, CONF, MENU


def choose(machine, key):
    """A preset by its number; None: the default starts by itself."""
    if key:
        machine.wait(MENU)
        machine.press(key, "enter")


def refused_result(stick, said, key=None):
    """A volume that a result cannot be written to; the seal stays, so the next start says the same."""
    with stick.boot() as machine:
        choose(machine, key)
        machine.wait("resetting")
        for _ in range(2):
            machine.wait(said)
            machine.wait("a result is still in memory")
            machine.wait(MENU)
            machine.press("r")
        machine.wait(said)


def nearly_full(stick, nr_clusters):
    """An old result, and so many clusters of room."""
    stick.make(CONF % (0, "play=finished"), mib=17)
    esp.write(stick.volume, "results/old-1.txt", b"old")
    room = int(re.findall(rb"([\d ]+) bytes free", esp.mtools("mdir", "-i", stick.volume, "::/"))[0].replace(b" ", b""))
    with open(stick.volume, "rb") as file:
        cluster = file.read(512)[13] * 512
    esp.write(stick.volume, "filler.bin", b"x" * (room - nr_clusters * cluster))


def check_volume_full(stick):
    """No room for anything."""
    nearly_full(stick, 0)
    refused_result(stick, "the volume is full")
    if esp.results(stick.volume) != {"old-1.txt": b"old"}:
        yield "files %s" % sorted(esp.results(stick.volume))


def check_volume_full_midway(stick):
    """Room for the log alone: it is kept, and the next tries make no further copies."""
    nearly_full(stick, 1)
    refused_result(stick, "the volume is full")
    files = esp.results(stick.volume)
    logs = [content for name, content in files.items() if name.endswith("-1.log")]
    if len(files) != 2 or len(logs) != 1 or b'{"rec":"bye","records":3}' not in logs[0]:
        yield "files %s" % sorted(files)


def promised_nothing(stick, said, drive="", key=None):
    """No memory for results where nothing can tell the next start that one is due."""
    with stick.boot(drive) as machine:
        choose(machine, key)
        machine.wait(said)
        text = machine.wait("end of handover")
    if "results 0 bytes 0" not in text or "end=reset]" in text:
        yield text


def check_write_protected(stick):
    said = "results will not be written: the volume is write-protected"
    stick.make(CONF % (0, "play=off end=halt end=reset"))
    for _ in range(2):
        yield from promised_nothing(stick, said, ",readonly=on")
    # Who wants none may restart as often as they like.
    stick.make(CONF % (0, "play=off results=none end=reset"))
    with stick.boot(",readonly=on") as machine:
        if "end=reset]" not in machine.wait("end of handover"):
            yield "it is not to restart: %s" % machine.text


def check_poweroff(stick):
    """No memory outlives it."""
    stick.make(CONF % (0, "play=off end=poweroff"))
    yield from promised_nothing(stick, "starting one: ")
    stick.make(CONF % (0, "play=off end=poweroff end=halt"))
    with stick.boot() as machine:
        if "results 0 bytes 0" in machine.wait("end of handover"):
            yield "the last word does not count: %s" % machine.text


def fault_rules(stick, *rules):
    """QEMU's block layer fails as rules say: what a pulled or broken stick is to the firmware."""
    path = stick.volume + ".rules"
    with open(path, "w", encoding="ascii") as file:
        for rule in rules:
            file.write('[inject-error]\nerrno = "5"\nonce = "off"\n' + rule)
    return path


def check_write_error(stick):
    """Shown before the run by what tells the next start; after it, where nothing was to be told."""
    stick.make('timeout=-1\npresets="one two"\none="play=off end=reset"\ntwo="play=finished end=halt"\n')
    rules = fault_rules(stick, 'event = "write_aio"\niotype = "write"\n')
    plain, stick.volume = stick.volume, "blkdebug:%s:%s" % (rules, stick.volume)
    yield from promised_nothing(stick, "results of this run will not be written: the device reports an error", key="1")
    refused_result(stick, "the device reports an error", key="2")
    if any(esp.results(plain).values()):
        yield "files %s" % sorted(esp.results(plain))


def check_read_error(stick):
    """A part of the kernel's file that lies far from all others cannot be read."""
    kernel = esp.test_kernel(stick.arch)
    stick.make(CONF % (0, "play=off"), bench=kernel + bytes(1 << 20) + b"\xa5" * 65536)
    with open(stick.volume, "rb") as file:
        sector = file.read().index(b"\xa5" * 4096) // 512 + 20
    rules = fault_rules(stick, 'event = "read_aio"\niotype = "read"\nsector = "%d"\n' % sector)
    stick.volume = "blkdebug:%s:%s" % (rules, stick.volume)
    with stick.boot() as machine:
        machine.wait("cannot read " + BENCH % stick.arch + ": the device reports an error")
        machine.wait(MENU)
    return ()


def pull(monitor):
    """Take the stick out; once QEMU says that it is gone, nothing of it can be read any more."""
    with socket.socket(socket.AF_UNIX) as line:
        line.settimeout(20)
        line.connect(monitor)
        for command in ('{"execute": "qmp_capabilities"}', '{"execute": "device_del", "arguments": {"id": "stick"}}'):
            line.sendall(command.encode())
        said = b""
        while b"DEVICE_DELETED" not in said:
            more = line.recv(65536)
            if not more:
                raise ConnectionError("the monitor is gone: %s" % said.decode())
            said += more


def check_pulled(stick):
    """The stick is pulled while the menu waits: what cannot be read is said, and the menu is there again."""
    # Longer than what a firmware may still hold in memory of a file that it has never been asked for.
    stick.make(CONF % (-1, "play=off"), bench=esp.test_kernel(stick.arch) + bytes(8 << 20))
    esp.write(stick.volume, "results/old-1.txt", b"old")
    monitor = stick.volume + ".socket"
    usb = ["-drive", "if=none,id=disk,format=raw,file=" + stick.volume, "-device", "qemu-xhci",
           "-device", "usb-storage,id=stick,drive=disk,bootindex=0", "-qmp", "unix:%s,server=on,wait=off" % monitor]
    with uefi.Machine(uefi.command(stick.arch, None, more=usb), stick.log) as machine:
        machine.wait(MENU)
        pull(monitor)
        machine.press("enter")
        machine.wait("cannot read " + BENCH % stick.arch + ": ")
        machine.wait(MENU)
        machine.press("l")
        machine.wait("cannot read results: ")
        machine.press("l")
        machine.wait(MENU)
    return ()
