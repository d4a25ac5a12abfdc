# SPDX-License-Identifier: GPL-2.0-only
"""The loader booted from a network. For tests/boot/loader."""
import os
import shutil

import esp
import uefi
from stick import BENCH, CONF


# Network cards whose ROM is QEMU's iPXE, and without one, so that the firmware's own network boot runs.
CARDS = {"x86_64": ("virtio-net-pci", "virtio-net-pci,romfile="), "arm64": ("virtio-net-pci,romfile=",)}


def check_network(stick):
    """Everything by TFTP; nothing to write results to, so no memory for them, and the kernel is told so."""
    tree = stick.volume + ".tftp"
    kernel = os.path.join(tree, BENCH % stick.arch)
    loader = "EFI/BOOT/" + esp.LOADERS[stick.arch]
    for path, content in ((kernel, esp.test_kernel(stick.arch)), (os.path.join(tree, "barestock.conf"),
                                                                  (CONF % (0, "play=off")).encode())):
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(content)
    os.makedirs(os.path.join(tree, "EFI/BOOT"), exist_ok=True)
    shutil.copy(esp.loader(stick.arch), os.path.join(tree, loader))
    for card in CARDS[stick.arch]:
        network = ["-netdev", "user,id=net,tftp=%s,bootfile=%s" % (tree, loader), "-device", card + ",netdev=net",
                   "-device", "virtio-rng-pci"]
        with uefi.Machine(uefi.command(stick.arch, None, more=network), stick.log) as machine:
            machine.wait("starting one: preset=one play=off", 180)
            text = machine.wait("end of handover")
        if "results 0 bytes 0" not in text or "FAIL" in text:
            yield "%s: %s" % (card, text)
    shutil.rmtree(tree)
