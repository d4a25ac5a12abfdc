# SPDX-License-Identifier: GPL-2.0-only
"""What the loader's checks say of its file, and of what it hands over to a kernel. For tests/boot/loader."""
import re

import esp
import pe
from stick import CONF


def check_pe(stick):
    with open(esp.loader(stick.arch), "rb") as file:
        yield from pe.complaints(file.read(), stick.arch)


def handover_complaints(arch, text):
    if "FAIL" in text:
        yield "the kernel says " + text[text.index("FAIL"):].split("\n")[0]
    low = int(re.search(r"low (\w+) bytes (\w+)", text)[1], 16)
    if arch == "x86_64" and not 0x1000 <= low <= 0x9c000:
        yield "low pages at 0x%x" % low
    for name in ("handover at", "kernel", "results"):
        at = int(re.search(r"^%s (\w+)" % name, text, re.M)[1], 16)
        if arch == "x86_64" and at >= 1 << 32 or not at:
            yield "%s 0x%x" % (name, at)
        if name != "handover at" and at % (2 << 20):
            yield "%s 0x%x is no multiple of 2 MiB" % (name, at)
    if not int(re.search(r"rsdp (\w+)", text)[1], 16):
        yield "no RSDP"


def check_handover(stick):
    """Two boots of one volume: all is there, and place and seed are drawn anew."""
    stick.make(CONF % (0, "play=off end=halt"))
    drawn = []
    for _ in range(2):
        with stick.boot() as machine:
            machine.wait("starting one: preset=one play=off end=halt")
            machine.wait("loader_kernel")
            text = machine.wait("end of handover")
        yield from handover_complaints(stick.arch, text)
        if "cmdline [preset=one play=off end=halt]" not in text or "screen none" not in text:
            yield text
        drawn.append(re.search(r"seed (\w+)", text)[1])
    if drawn[0] == drawn[1]:
        yield "the same seed twice"


def check_memory(stick):
    """Little memory, and more than 4 GiB."""
    stick.make(CONF % (0, "play=off end=halt"))
    for mem in ("160M" if stick.arch == "arm64" else "128M", "6G"):
        with stick.boot(mem=mem) as machine:
            yield from handover_complaints(stick.arch, machine.wait("end of handover"))


SCREENS = {
    "x86_64": {"VGA,xres=1366,yres=768": r"screen 13\d\dx768 pitch 5\d\d\d pixel 4 ",
               "bochs-display": r"screen \d+x\d+ ",
               "virtio-gpu-pci": "screen none"},
    "arm64": {"ramfb": r"screen 800x600 pitch 3200 pixel 4 ", "virtio-gpu-pci": "screen none"},
}


def check_screens(stick):
    stick.make(CONF % (0, "play=off end=halt"))
    for device, said in SCREENS[stick.arch].items():
        with stick.boot(more=["-device", device]) as machine:
            text = machine.wait("end of handover")
        if not re.search(said, text):
            yield "%s: %s" % (device, re.findall("screen.*", text))
