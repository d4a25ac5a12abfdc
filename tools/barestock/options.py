# SPDX-License-Identifier: GPL-2.0-only
"""The command line of tools/run.

Owns which options there are, what they default to and when their values make no sense. Written by
hand because importing argparse takes longer than a tenth of the whole boot may. Every complaint is
a UsageError with one line that names the word it is about.
"""

ARCHES = ("x86_64", "arm64")
IMAGES = ("bench", "test")
MODES = ("icount", "tcg", "kvm", "auto")
EXITS = ("isa-debug", "semihost")
DEFAULT_LIMIT_S = 120
DEFAULTS = {"image": "bench", "mode": "auto", "smp": "1", "mem": "128", "append": ""}

# How each option takes its value: one value, a flag, or one value each time it is given.
OPTIONS = {
    "arch": "value", "image": "value", "mode": "value", "smp": "value", "mem": "value",
    "machine": "value", "cpu": "value", "qemu": "value", "append": "value", "kernel": "value",
    "limit": "value", "log": "value", "firmware-data": "list",
    "firmware": "value", "disk": "value", "disk-as": "value", "cdrom": "value", "pxe": "value",
    "screen": "value", "serial": "value", "dtb": "value", "monitor": "value", "resets": "value",
    "until": "value", "exit": "value",
    "interactive": "flag", "gdb": "flag", "quiet": "flag",
}

USAGE = """\
usage: tools/run --arch x86_64|arm64 --log FILE [options]

  --image bench|test     which image to boot (bench)
  --mode MODE            icount, tcg, kvm, or auto: kvm where usable, else tcg (auto)
  --smp N                CPUs; a whole QEMU -smp value is taken too (1)
  --mem SIZE             memory, as QEMU's -m (128)
  --machine OPTS         a whole QEMU -M value, instead of the default
  --cpu OPTS             a whole QEMU -cpu value, instead of the default
  --qemu PROGRAM         the QEMU to use; qemu10 is the one in build/deps
  --append "k=v ..."     words for the kernel's command line
  --kernel FILE          the image, instead of the one in build/
  --limit SECONDS        end a guest that takes longer (120)
  --until TEXT           the boot is at its end when the console shows TEXT
  --resets N             resets the guest may make; one more is its end (0)
  --serial none          a machine without a serial port; the log stays empty
  --screen MODE          none, std, virtio, ramfb, bochs-display, WIDTHxHEIGHT (none)
  --dtb FILE             the device tree to hand over
  --monitor SOCKET       QEMU's monitor on a socket of this name
  --firmware-data DIR    where QEMU looks for firmware, as its -L; may be repeated
  --interactive          serial port on this terminal, no limit, --log optional
  --gdb                  stop at entry and wait for a debugger on port 1234, no limit
  --quiet                no progress, no closing line

Without a kernel from build/, as a real machine boots; words for the kernel are on the medium:
  --disk FILE            a stick's image, written to
  --disk-as WAY          usb, virtio, ide (usb)
  --cdrom FILE           an ISO image
  --pxe DIR              what a network boot is served from
  --firmware NAME        seabios, ovmf, ovmf-secboot, aavmf, aavmf-secboot, or a file
  --exit WORD            what the medium's exit= says: isa-debug, semihost

exit status: 0 finished, 1 failed run or test, 2 bad usage, 3 hang or crash, 4 no records
"""


class UsageError(Exception):
    """The command line, or what it names, cannot be used; the text is one line for the user."""


class Options:
    """What the user asked for. Every option is an attribute, with _ for -; absent ones are None."""

    def __init__(self):
        for name, kind in OPTIONS.items():
            empty = {"value": None, "list": [], "flag": False}[kind]
            setattr(self, name.replace("-", "_"), empty)

    @property
    def boots_itself(self):
        """Whether the firmware finds what to boot, instead of QEMU being given a kernel."""
        return any((self.disk, self.cdrom, self.pxe, self.firmware))

    @property
    def has_devices(self):
        """Whether the machine has more than a CPU, memory and a serial port."""
        return self.boots_itself or any((self.screen, self.dtb, self.monitor))


def _store(options, name, value):
    attribute = name.replace("-", "_")
    kind = OPTIONS[name]
    if kind == "list":
        setattr(options, attribute, getattr(options, attribute) + [value])
    elif kind == "flag":
        setattr(options, attribute, True)
    elif getattr(options, attribute) is not None:
        raise UsageError("--%s is given twice" % name)
    else:
        setattr(options, attribute, value)


def _collect(words):
    options = Options()
    words = list(words)
    while words:
        word = words.pop(0)
        name, equals, value = word[2:].partition("=")
        if not word.startswith("--") or name not in OPTIONS:
            valid = " ".join("--" + option for option in OPTIONS)
            raise UsageError("unknown option '%s' (valid: %s)" % (word, valid))
        if OPTIONS[name] == "flag":
            if equals:
                raise UsageError("--%s takes no value" % name)
        elif not equals:
            if not words:
                raise UsageError("--%s needs a value" % name)
            value = words.pop(0)
        _store(options, name, value)
    return options


def _one_of(name, value, valid):
    if value not in valid:
        raise UsageError("unknown %s '%s' (valid: %s)" % (name, value, ", ".join(valid)))


def _limit_seconds(options):
    if options.limit is None:
        return None if options.gdb or options.interactive else DEFAULT_LIMIT_S
    try:
        limit = float(options.limit)
    except ValueError:
        limit = 0
    # The upper bound also keeps out infinity and not-a-number.
    if not 0 < limit <= 1e6:
        raise UsageError("--limit '%s' is not a number of seconds" % options.limit)
    return limit


def _check_media(options):
    given = [name for name in ("kernel", "append", "gdb") if getattr(options, name)]
    if options.boots_itself and given:
        raise UsageError("--%s does not go with a disk, a network or firmware of its own" % given[0])
    if options.exit is not None:
        if not options.boots_itself:
            raise UsageError("--exit is for boots from a medium; a kernel is told by --append exit=")
        _one_of("exit", options.exit, EXITS)
    if options.serial is not None:
        _one_of("serial", options.serial, ("none",))
    if not (options.resets or "0").isdecimal():
        raise UsageError("--resets '%s' is not a number" % options.resets)
    options.resets = int(options.resets or "0")


def parse(words):
    """The Options that `words` ask for, checked and with the defaults filled in; or UsageError."""
    options = _collect(words)
    if options.arch is None:
        raise UsageError("--arch is missing (valid: %s)" % ", ".join(ARCHES))
    _one_of("arch", options.arch, ARCHES)
    for name, default in DEFAULTS.items():
        if getattr(options, name) is None:
            setattr(options, name, default)
    _check_media(options)
    _one_of("image", options.image, IMAGES)
    _one_of("mode", options.mode, MODES)
    cpus = options.smp.partition(",")[0].removeprefix("cpus=")
    if not cpus.isdecimal() or int(cpus) == 0:
        raise UsageError("--smp '%s' does not start with a number of CPUs" % options.smp)
    options.limit = _limit_seconds(options)
    if options.log is None and not options.interactive:
        raise UsageError("--log is missing")
    return options
