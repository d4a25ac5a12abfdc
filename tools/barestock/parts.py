# SPDX-License-Identifier: GPL-2.0-only
"""Which part of an operation an instruction belongs to, by the sources that it was made of.

The innermost inlined function that lies in a file of a part decides; primitives (headers of the core and of the
architecture) so go to whoever inlined them. What no part owns is None: its caller's.
"""
import re
import subprocess

from barestock.image import ImageError
from barestock.symbols import MACHINE_PREFIXES

PARTS = ("loop", "slab", "hooks", "charge", "statistics")

# Stems of files in kernel/memcg; the others there (the table of variants, counting) are primitives.
MEMCG = {"slab_hooks": "hooks", "current": "hooks",
         "obj_stock": "charge", "page_stock": "charge", "objcg": "charge", "page_counter": "charge",
         "drain": "charge", "memcg": "charge",
         "obj_stat": "statistics", "stat": "statistics", "rstat": "statistics"}

SOURCE = re.compile(r"(?:^|/)((?:kernel|bench|arch)/.*/)(\w+)\.[chS]:")


def part_of_place(place):
    """The part that owns `path:line`, or None."""
    match = SOURCE.search(place)
    if not match:
        return None
    folder, stem = match.groups()
    if folder.startswith("kernel/mm/"):
        return "slab"
    if folder.startswith("kernel/memcg/"):
        return MEMCG.get(stem)
    if folder.startswith("kernel/sched/") and stem == "percpu_ref":
        return "charge"
    return "loop" if folder.startswith("bench/hot/") else None


def part_of_frames(places):
    """The part of an instruction whose frames, innermost first, are at these places."""
    return next((part for part in map(part_of_place, places) if part), None)


def read_frames(text):
    """{address: places, innermost first} of what `addr2line -a -i -f` wrote."""
    found, address, is_place = {}, None, False
    for line in text.splitlines():
        if line.startswith("0x") and not is_place:
            address = int(line, 16)
            found[address] = []
        elif is_place:
            found[address].append(line)
            is_place = False
        else:
            is_place = True
    return found


def frames_of(image, addresses):
    """{address: places} by addr2line; ImageError when none can read the image."""
    machine = {"x86_64": 62, "arm64": 183}[image.arch]
    words = "".join("%x\n" % address for address in addresses)
    for program in (MACHINE_PREFIXES[machine] + "addr2line", "addr2line"):
        try:
            done = subprocess.run([program, "-a", "-i", "-f", "-e", image.path], input=words,
                                  capture_output=True, text=True, check=False)
        except OSError:
            continue
        if done.returncode == 0:
            return read_frames(done.stdout)
    raise ImageError("%s: no addr2line can read it" % image.path)


def parts_of(image, addresses):
    """{address: part or None}."""
    frames = frames_of(image, sorted(addresses))
    return {address: part_of_frames(frames.get(address, ())) for address in addresses}
