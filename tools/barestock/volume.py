# SPDX-License-Identifier: GPL-2.0-only
"""Where the results folder of a stick is: in a mounted directory, a block device, or an image file.

Owns the search for the FAT volume in a partition table (MBR or GPT, UEFI 2.10 chapter 5), or without one. What is read
there is somebody's stick: every length is bounded, and only FAT's own reader (mtools) looks further. Nothing is ever
written to the source.
"""
import os
import struct
import subprocess

SECTOR_BYTES = 512
GPT_ENTRIES_MAX = 256
RESULTS = "results"
TYPE_GPT = 0xee


class VolumeError(Exception):
    """There are no results to be had there; the text says why."""


def _read(device, offset, count):
    """What is there; nothing where no device reaches."""
    if offset >= 1 << 62:
        return b""
    device.seek(offset)
    return device.read(count)


def _is_fat(device, offset):
    """A boot sector with the signature, FAT's word in one of its two places, and a sane sector size."""
    head = _read(device, offset, SECTOR_BYTES)
    return (len(head) == SECTOR_BYTES and head[510:] == b"\x55\xaa" and b"FAT" in (head[54:57], head[82:85])
            and struct.unpack_from("<H", head, 11)[0] in (512, 1024, 2048, 4096))


def _gpt_offsets(device, sector):
    head = _read(device, sector, SECTOR_BYTES)
    if head[:8] != b"EFI PART":
        return
    first, number, size = struct.unpack_from("<QII", head, 72)
    if size < 128 or size > 4096:
        return
    for place in range(min(number, GPT_ENTRIES_MAX)):
        entry = _read(device, first * sector + place * size, 128)
        if len(entry) == 128 and entry[:16].strip(b"\0"):
            yield struct.unpack_from("<Q", entry, 32)[0] * sector


def _offsets(device):
    """Where a volume may begin: the partitions in their order, then the start of the device."""
    head = _read(device, 0, SECTOR_BYTES)
    if len(head) == SECTOR_BYTES and head[510:] == b"\x55\xaa":
        for place in range(446, 510, 16):
            kind, first = head[place + 4], struct.unpack_from("<I", head, place + 8)[0]
            if kind == TYPE_GPT:
                yield from _gpt_offsets(device, SECTOR_BYTES)
                yield from _gpt_offsets(device, 4096)
            elif kind and first:
                yield first * SECTOR_BYTES
    yield 0


def _mtools(command, image, *words):
    """The finished process. The environment's own settings of mtools name other drives."""
    environ = dict(os.environ, MTOOLSRC=os.devnull, MTOOLS_SKIP_CHECK="1")
    try:
        return subprocess.run([command, "-i", image, *words], env=environ, capture_output=True, text=True,
                              stdin=subprocess.DEVNULL, check=False)
    except FileNotFoundError:
        raise VolumeError("%s is missing (Debian's package mtools)" % command) from None


def _find_volume(path):
    """`path@@offset` of the first FAT volume that has a results folder."""
    try:
        with open(path, "rb") as device:
            offsets = [at for at in dict.fromkeys(_offsets(device)) if _is_fat(device, at)]
    except PermissionError:
        raise VolumeError("may not be read: mount it, or be root") from None
    if not offsets:
        raise VolumeError("no FAT volume on it")
    for offset in offsets:
        image = "%s@@%d" % (path, offset)
        if _mtools("mdir", image, "-b", "::/" + RESULTS).returncode == 0:
            return image
    raise VolumeError("no folder '%s' on it" % RESULTS)


def _unpack(path, place):
    image = _find_volume(path)
    done = _mtools("mcopy", image, "-n", "-s", "-m", "::/" + RESULTS, place)
    if done.returncode:
        raise VolumeError("cannot be read: %s" % (done.stderr.strip().splitlines() or ["mcopy failed"])[-1])
    return os.path.join(place, os.listdir(place)[0])


def results_folder(path, place):
    """The folder that holds the results of `path`; what has to be unpacked for it goes into `place`."""
    if not os.path.isdir(path):
        return _unpack(path, place)
    inside = [name for name in os.listdir(path) if name.lower() == RESULTS]
    if inside:
        return os.path.join(path, inside[0])
    if os.path.basename(os.path.abspath(path)).lower() == RESULTS:
        return path
    raise VolumeError("no folder '%s' in it" % RESULTS)
