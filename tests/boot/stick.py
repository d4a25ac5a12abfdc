# SPDX-License-Identifier: GPL-2.0-only
"""What a check of tests/boot/loader has to itself: a volume with the loader, and the log of who boots it."""
import os

import esp
import uefi

OUT = os.path.join(esp.BUILD, "loader")
MENU = "x leaves to the firmware."
BENCH, TEST = "barestock/%s/bench.elf", "barestock/%s/test.elf"
CONF = 'timeout=%s\npresets="one two"\none="%s"\none_help="the first"\ntwo="play=off dump=no"\ntwo_image=test\n'


class Stick:
    """One check's volume, the machines that boot it, and their log."""

    def __init__(self, arch, name):
        self.arch = arch
        self.volume = os.path.join(OUT, "%s-%s.img" % (arch, name))
        self.log = os.path.join(OUT, "%s-%s.log" % (arch, name))

    def make(self, conf, kernel=True, mib=34, **files):
        names = {"bench": BENCH % self.arch, "test": TEST % self.arch}
        content = {names["bench"]: esp.test_kernel(self.arch)} if kernel else {}
        content.update({names[name]: data for name, data in files.items()})
        esp.make(self.volume, self.arch, conf, content, mib)

    def boot(self, drive="", more=(), mem="512M"):
        return uefi.Machine(uefi.command(self.arch, self.volume, drive, more, mem), self.log)
