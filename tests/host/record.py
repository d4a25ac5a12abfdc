#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-only
"""record.py - make the recorded firmware data in tests/host/data again.

Device trees come from QEMU's dumpdtb, cut to their used length. ACPI tables come out of the memory of a machine whose
firmware (SeaBIOS, OVMF, AAVMF) has built them; a .acpi file is a row of pieces, each: physical address (8 bytes, little
endian), length (4), bytes. The first piece is the RSDP, then the root tables, then the tables that they name. A .efimap
file is a memory map as the firmware gave it, entries of 48 bytes. The tests read the recorded files and never run this.

usage: record.py OUTPUT-DIRECTORY [NAME...]
"""
import json
import os
import re
import socket
import struct
import subprocess
import sys
import tempfile
import time

VIRT = ["qemu-system-aarch64", "-cpu", "max"]
TREES = {
    "virt-v3-1": ["-M", "virt,gic-version=3", "-smp", "1", "-m", "128M"],
    "virt-v2-4": ["-M", "virt,gic-version=2", "-smp", "4", "-m", "512M"],
    "virt-v3-18": ["-M", "virt,gic-version=3", "-smp", "18", "-m", "8G"],
    "virt-v3-130": ["-M", "virt,gic-version=3", "-smp", "130", "-m", "1G"],
    "virt-secure": ["-M", "virt,gic-version=3,secure=on", "-smp", "4", "-m", "256M"],
    "virt-el2": ["-M", "virt,gic-version=3,virtualization=on", "-smp", "4", "-kernel", "{empty}"],
    "virt-noacpi": ["-M", "virt,gic-version=2,acpi=off", "-smp", "1", "-m", "64M"],
    "virt-boot": ["-M", "virt,gic-version=3", "-smp", "2", "-m", "256M", "-kernel", "{empty}",
                  "-initrd", "{empty}", "-append", "case=null samples=1"],
    "virt-numa": ["-M", "virt,gic-version=3", "-smp", "4", "-m", "1G",
                  "-object", "memory-backend-ram,id=a,size=512M",
                  "-object", "memory-backend-ram,id=b,size=512M",
                  "-numa", "node,memdev=a,cpus=0-1", "-numa", "node,memdev=b,cpus=2-3"],
}

X86 = ["qemu-system-x86_64", "-m", "128M"]
ARM = ["qemu-system-aarch64", "-cpu", "max", "-m", "256M",
       "-bios", "/usr/share/qemu-efi-aarch64/QEMU_EFI.fd"]
OVMF = ["-drive", "if=pflash,format=raw,readonly=on,file=/usr/share/OVMF/OVMF_CODE_4M.fd",
        "-drive", "if=pflash,format=raw,snapshot=on,file=/usr/share/OVMF/OVMF_VARS_4M.fd"]
# name: command, start and bytes of the memory to look through, revision of the RSDP to look for: UEFI firmware
# leaves the one that it was given (0) in memory beside its own (2)
TABLES = {
    "q35-seabios": (X86 + ["-M", "q35", "-smp", "6,sockets=2,cores=3,threads=1"], 0, 128 << 20, 0),
    "pc-seabios": (X86 + ["-M", "pc", "-smp", "2,maxcpus=6"], 0, 128 << 20, 0),
    "microvm": (X86 + ["-M", "microvm,acpi=on", "-smp", "2"], 0, 128 << 20, 2),
    "q35-ovmf": (X86 + OVMF + ["-M", "q35,hpet=off", "-smp", "2"], 0, 128 << 20, 2),
    "virt-v3-aavmf": (ARM + ["-M", "virt,gic-version=3", "-smp", "4"], 1 << 30, 256 << 20, 2),
    "virt-v2-aavmf": (ARM + ["-M", "virt,gic-version=2", "-smp", "2"], 1 << 30, 256 << 20, 2),
    "virt-el2-aavmf": (ARM + ["-M", "virt,virtualization=on,gic-version=3", "-smp", "2"],
                       1 << 30, 256 << 20, 2),
}


# Memory maps that our loader hands over, printed by its test kernel (tests/boot/loader_kernel): architecture, memory.
MAPS = {"q35-ovmf": ("x86_64", "512M"), "q35-ovmf-18g": ("x86_64", "18G"), "virt-aavmf": ("arm64", "512M")}


def record_map(name, path):
    sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), os.pardir, "boot"))
    import esp
    import uefi
    arch, mem = MAPS[name]
    with tempfile.TemporaryDirectory() as tmp:
        volume = os.path.join(tmp, "volume")
        esp.build("efi", "efi-test-kernels")
        esp.make(volume, arch, 'timeout=0\npresets="map"\nmap="dump=map"\n',
                 {"barestock/%s/bench.elf" % arch: esp.test_kernel(arch)})
        with uefi.Machine(uefi.command(arch, volume, mem=mem), os.path.join(tmp, "log")) as machine:
            text = machine.wait("end of handover")
    with open(path, "wb") as f:
        f.write(b"".join(bytes.fromhex(entry) for entry in re.findall(r"^map ([0-9a-f]{80,})$", text, re.M)))


def record_tree(name, path):
    with tempfile.TemporaryDirectory() as tmp:
        empty = os.path.join(tmp, "empty")
        with open(empty, "wb") as f:
            f.write(bytes(65536))
        args = [a.format(empty=empty) for a in TREES[name]]
        out = os.path.join(tmp, "out.dtb")
        subprocess.run(VIRT + ["-display", "none"] + args + ["-machine", "dumpdtb=" + out],
                       check=True, stdin=subprocess.DEVNULL, capture_output=True)
        with open(out, "rb") as f:
            blob = bytearray(f.read())
    (structure, strings), (nr_strings, nr_structure) = (
        struct.unpack_from(">2I", blob, 8), struct.unpack_from(">2I", blob, 32))
    used = max(structure + nr_structure, strings + nr_strings)
    struct.pack_into(">I", blob, 4, used)
    with open(path, "wb") as f:
        f.write(blob[:used])


def read_pieces(memory, base, revision):
    """The pieces of the first sound RSDP of @revision in @memory, None when there is none yet."""
    def at(phys, length):
        off = phys - base
        ok = 0 <= off and off + length <= len(memory)
        return memory[off:off + length] if ok else None

    def table(phys):
        head = at(phys, 36)
        data = head and at(phys, struct.unpack_from("<I", head, 4)[0])
        return data if data and len(data) >= 36 and sum(data) % 256 == 0 else None

    off = -1
    while (off := memory.find(b"RSD PTR ", off + 1)) >= 0:
        rsdp = memory[off:off + (36 if memory[off + 15] >= 2 else 20)]
        if sum(rsdp[:20]) % 256 or rsdp[15] != revision:
            continue
        roots = [(struct.unpack_from("<I", rsdp, 16)[0], "I")]
        if len(rsdp) == 36:
            roots.append((struct.unpack_from("<Q", rsdp, 24)[0], "Q"))
        pieces = {base + off: rsdp}
        for root, width in roots:
            data = table(root) if root else None
            if data is None:
                continue
            pieces[root] = data
            count = (len(data) - 36) // struct.calcsize(width)
            for phys in struct.unpack_from("<%d%s" % (count, width), data, 36):
                if table(phys):
                    pieces[phys] = table(phys)
        if any(p[:4] == b"APIC" for p in pieces.values()):
            return pieces
    return None


def qmp(channel, command, **arguments):
    channel.write(json.dumps({"execute": command, "arguments": arguments}) + "\n")
    channel.flush()
    while True:
        reply = json.loads(channel.readline())
        if "error" in reply:
            sys.exit("record.py: %s: %s" % (command, reply["error"]))
        if "return" in reply:
            return


def record_tables(name, path):
    command, base, size, revision = TABLES[name]
    with tempfile.TemporaryDirectory() as tmp:
        control, dump = os.path.join(tmp, "qmp"), os.path.join(tmp, "memory")
        machine = subprocess.Popen(command + ["-display", "none", "-serial", "none", "-net", "none",
                                              "-qmp", "unix:%s,server=on,wait=off" % control],
                                   stdin=subprocess.DEVNULL)
        try:
            while not os.path.exists(control):
                time.sleep(0.1)
            link = socket.socket(socket.AF_UNIX)
            link.connect(control)
            channel = link.makefile("rw")
            channel.readline()
            qmp(channel, "qmp_capabilities")
            for _ in range(30):
                time.sleep(2)
                qmp(channel, "pmemsave", val=base, size=size, filename=dump)
                with open(dump, "rb") as f:
                    pieces = read_pieces(f.read(), base, revision)
                if pieces:
                    break
            else:
                sys.exit("record.py: %s: no tables after a minute" % name)
        finally:
            machine.kill()
            machine.wait()
    with open(path, "wb") as f:
        for phys, data in pieces.items():
            f.write(struct.pack("<QI", phys, len(data)) + data)


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    out, names = sys.argv[1], sys.argv[2:]
    for name in TREES:
        if not names or name in names:
            record_tree(name, os.path.join(out, name + ".dtb"))
    for name in TABLES:
        if not names or name in names:
            record_tables(name, os.path.join(out, name + ".acpi"))
    for name in MAPS:
        if not names or name in names:
            record_map(name, os.path.join(out, name + ".efimap"))


main()
