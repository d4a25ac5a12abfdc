# SPDX-License-Identifier: GPL-2.0-only
"""What a machine gets when it boots as a real one does: firmware, disks, a network to boot from, a screen.

Owns the QEMU arguments of these; a boot with -kernel and none of them never loads this module. Firmware comes from the
distribution's packages, its variables are a copy that is gone when QEMU ends, and the disk is written to.
"""
import os

from barestock.options import UsageError

OVMF, AAVMF = "/usr/share/OVMF/", "/usr/share/AAVMF/"
# Of each: code, variables, what -M must also say (secure variables need SMM), the file it asks a network for.
# Keys and certificates of the -secboot ones are those that Debian ships for tests ("snakeoil").
FIRMWARE = {
    "seabios": (None, None, [], "barestock.0"),
    "ovmf": (OVMF + "OVMF_CODE_4M.fd", OVMF + "OVMF_VARS_4M.fd", [], "EFI/BOOT/BOOTX64.EFI"),
    "ovmf-secboot": (OVMF + "OVMF_CODE_4M.secboot.fd", OVMF + "OVMF_VARS_4M.snakeoil.fd", ["smm=on"],
                     "EFI/BOOT/BOOTX64.EFI"),
    "aavmf": (AAVMF + "AAVMF_CODE.fd", AAVMF + "AAVMF_VARS.fd", [], "EFI/BOOT/BOOTAA64.EFI"),
    "aavmf-secboot": (AAVMF + "AAVMF_CODE.snakeoil.fd", AAVMF + "AAVMF_VARS.snakeoil.fd", [],
                      "EFI/BOOT/BOOTAA64.EFI"),
}
ARCH_FIRMWARE = {"x86_64": ("seabios", "ovmf", "ovmf-secboot"), "arm64": ("aavmf", "aavmf-secboot")}
DISKS = {
    "usb": ["-device", "qemu-xhci,id=usb", "-device", "usb-storage,bus=usb.0,drive=disk,removable=on,bootindex=0"],
    "virtio": ["-device", "virtio-blk-pci,drive=disk,bootindex=0"],
    "ide": ["-device", "ide-hd,drive=disk,bootindex=0"],
}
CDROM = ["-device", "virtio-scsi-pci,id=scsi", "-device", "scsi-cd,drive=cdrom,bootindex=1"]
SCREENS = {
    "none": [], "ramfb": ["-device", "ramfb"], "bochs-display": ["-device", "bochs-display"],
}
ARCH_SCREENS = {
    "x86_64": {"std": ["-device", "VGA"], "virtio": ["-device", "virtio-vga"]},
    "arm64": {"std": ["-device", "ramfb"], "virtio": ["-device", "virtio-gpu-pci"]},
}


def _readable(path):
    if not os.access(path, os.R_OK):
        raise UsageError("cannot read '%s'" % path)
    # QEMU ends a value at a comma, and takes two for one.
    return path.replace(",", ",,")


def _firmware(options):
    """(arguments, what the machine needs, the file to ask a network for)."""
    name = options.firmware or ARCH_FIRMWARE[options.arch][0]
    if "/" in name:
        return ["-bios", _readable(name)], [], FIRMWARE[ARCH_FIRMWARE[options.arch][-1]][3]
    if name not in ARCH_FIRMWARE[options.arch]:
        raise UsageError("unknown firmware '%s' (valid: %s, a path)" % (name, ", ".join(ARCH_FIRMWARE[options.arch])))
    code, variables, needs, netboot = FIRMWARE[name]
    if code is None:
        return [], needs, netboot
    argv = ["-drive", "if=pflash,unit=0,format=raw,readonly=on,file=" + _readable(code),
            "-drive", "if=pflash,unit=1,format=raw,snapshot=on,file=" + _readable(variables)]
    if needs:
        argv += ["-global", "driver=cfi.pflash01,property=secure,value=on", "-global", "ICH9-LPC.disable_s3=1"]
    return argv, needs, netboot


def _screen(options):
    if options.screen is None:
        return []
    width, x, height = options.screen.partition("x")
    if x and width.isdecimal() and height.isdecimal():
        device = {"x86_64": "VGA", "arm64": "virtio-gpu-pci"}[options.arch]
        return ["-device", "%s,xres=%s,yres=%s" % (device, width, height)]
    valid = {**SCREENS, **ARCH_SCREENS[options.arch]}
    if options.screen not in valid:
        raise UsageError("unknown screen '%s' (valid: %s, WIDTHxHEIGHT)" % (options.screen, ", ".join(sorted(valid))))
    return valid[options.screen]


def arguments(options):
    """(QEMU arguments, what -M must also say)."""
    argv, needs, netboot = _firmware(options) if options.boots_itself else ([], [], None)
    if options.disk:
        way = options.disk_as or "usb"
        if way not in DISKS:
            raise UsageError("unknown way '%s' to attach a disk (valid: %s)" % (way, ", ".join(DISKS)))
        argv += ["-drive", "if=none,id=disk,format=raw,file=" + _readable(options.disk)] + DISKS[way]
        needs = needs + (["sata=on"] if way == "ide" and options.arch == "x86_64" else [])
    if options.cdrom:
        argv += ["-drive", "if=none,id=cdrom,media=cdrom,readonly=on,format=raw,file=" + _readable(options.cdrom)]
        argv += CDROM
    if options.pxe:
        argv += ["-netdev", "user,id=net,tftp=%s,bootfile=%s" % (_readable(options.pxe), netboot)]
        argv += ["-device", "virtio-net-pci,netdev=net,bootindex=2"]
    argv += _screen(options)
    if options.dtb:
        argv += ["-dtb", _readable(options.dtb)]
    if options.monitor:
        argv += ["-monitor", "unix:%s,server=on,wait=off" % options.monitor.replace(",", ",,")]
    return argv, needs
