# SPDX-License-Identifier: GPL-2.0-only
"""tools/run and machines that boot from a medium: the QEMU arguments, and what makes no sense."""
import os
import tempfile
import unittest

import logs
import test_run
from barestock import devices, options, qemu


def joined(*words, arch="x86_64"):
    chosen = options.parse(["--arch", arch, "--log", "x", *words])
    return " ".join(qemu.command(chosen, "tcg", "qemu", "kernel"))


class Arguments(unittest.TestCase):
    def setUp(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.file = os.path.join(place.name, "a,b")
        with open(self.file, "wb"):
            pass
        self.quoted = self.file.replace(",", ",,")
        # What the packages hold is not what is tested.
        self.addCleanup(setattr, devices, "_readable", devices._readable)
        devices._readable = lambda path: path.replace(",", ",,")

    def test_a_disk_is_a_stick_and_no_kernel_is_given(self):
        found = joined("--disk", self.file)
        self.assertIn("usb-storage,", found)
        self.assertIn("format=raw,file=" + self.quoted, found)
        self.assertIn("-M q35,sata=off", found)
        self.assertNotIn("pflash", found)
        for word in ("-kernel", "-append"):
            self.assertNotIn(word, found)
        self.assertIn("-M q35,sata=on", joined("--disk", self.file, "--disk-as", "ide"))

    def test_firmware(self):
        found = joined("--firmware", "ovmf-secboot", "--disk", "d")
        self.assertIn("-M q35,smm=on,sata=off", found)
        self.assertIn("VARS_4M.snakeoil.fd", found)
        self.assertIn("property=secure,value=on", found)
        self.assertIn("-bios /some/where", joined("--firmware", "/some/where"))
        # Nothing is ever written to what a package installed.
        for arch, names in devices.ARCH_FIRMWARE.items():
            for name in names:
                for drive in joined("--firmware", name, arch=arch).split(" -drive ")[1:]:
                    self.assertRegex(drive, "readonly=on|snapshot=on")
        self.assertIn("AAVMF_VARS.fd", joined("--disk", "d", "--firmware", "aavmf", arch="arm64"))

    def test_network_and_cdrom(self):
        self.assertIn("tftp=/a,bootfile=barestock.0", joined("--pxe", "/a"))
        self.assertIn("bootfile=EFI/BOOT/BOOTX64.EFI", joined("--pxe", "/a", "--firmware", "ovmf"))
        self.assertIn("bootfile=EFI/BOOT/BOOTAA64.EFI", joined("--pxe", "/a", arch="arm64"))
        self.assertIn("media=cdrom,readonly=on", joined("--cdrom", "c"))

    def test_screens(self):
        self.assertNotIn("VGA", joined())
        self.assertIn("-device VGA,xres=1366,yres=768", joined("--screen", "1366x768"))
        self.assertIn("-device virtio-gpu-pci", joined("--screen", "virtio", arch="arm64"))
        self.assertIn("-device ramfb", joined("--screen", "std", arch="arm64"))
        for bad in ("nice", "x", "1x", "axb"):
            with self.assertRaisesRegex(options.UsageError, "unknown screen '%s'" % bad):
                joined("--screen", bad)

    def test_resets_serial_monitor(self):
        self.assertIn("-no-reboot", joined())
        self.assertNotIn("-no-reboot", joined("--resets", "1"))
        self.assertIn("-serial none", joined("--serial", "none"))
        self.assertIn("-monitor unix:%s,server=on" % self.quoted, joined("--monitor", self.file))


class Senseless(unittest.TestCase):
    def refused(self, text, *words, arch="x86_64"):
        with self.assertRaisesRegex(options.UsageError, text):
            joined(*words, arch=arch)

    def test_words(self):
        self.refused("--append does not go with", "--disk", "d", "--append", "a=b")
        self.refused("--kernel does not go with", "--pxe", "d", "--kernel", "k")
        self.refused("--exit is for boots from a medium", "--exit", "isa-debug")
        self.refused("unknown exit 'reset'", "--disk", "d", "--exit", "reset")
        self.refused("unknown serial 'some'", "--serial", "some")
        self.refused("--resets 'many' is not a number", "--resets", "many")
        self.refused("unknown firmware 'aavmf'", "--firmware", "aavmf")
        self.refused("unknown firmware 'ovmf'", "--firmware", "ovmf", arch="arm64")
        self.refused("cannot read '/nowhere/d'", "--disk", "/nowhere/d")
        self.refused("cannot read '/nowhere/f'", "--firmware", "/nowhere/f")
        self.refused("unknown way 'tape'", "--disk", "/dev/null", "--disk-as", "tape")


class Ends(test_run.RunCase):
    """--until and --serial none, by a QEMU that does as it is told."""

    def test_what_is_waited_for_ends_the_boot(self):
        said = self.write("said", logs.small_log() + b"menu> ")
        done = self.run_tool("hang:" + said, "--until", "menu>", "--limit", "30")
        self.assert_ended(done, 0, "finished: 2 runs")
        self.assert_nothing_left()

    def test_cut_anywhere_and_without_records(self):
        said = self.write("said", b"x" * 95 + b"in two pieces" + b"x" * 200)
        self.assert_ended(self.run_tool("slowly:" + said, "--until", "in two pieces"), 0, "seen: 'in two")

    def test_what_is_waited_for_is_not_seen(self):
        done = self.play(logs.small_log(), 1, "--until", "menu>")
        self.assert_ended(done, 3, "'menu>' was not seen; QEMU ended with status 1")
        said = self.write("said", logs.small_log())
        done = self.run_tool("hang:" + said, "--until", "menu>", "--limit", "0.5")
        self.assert_ended(done, 3, "hang")

    def test_a_failed_boot_stays_one(self):
        said = self.write("said", logs.boot_log([], bye_changes={"status": 1}) + b"menu> ")
        done = self.run_tool("hang:" + said, "--until", "menu>")
        self.assert_ended(done, 1, "failed: the guest says so")

    def test_without_a_serial_port_the_exit_device_alone_says(self):
        for status, expected in ((1, 0), (3, 1), (0, 4)):
            done = self.play(b"", status, "--serial", "none")
            self.assert_ended(done, expected, "exit device")


if __name__ == "__main__":
    unittest.main()
