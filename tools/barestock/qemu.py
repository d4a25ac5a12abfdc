# SPDX-License-Identifier: GPL-2.0-only
"""The QEMU command line of one boot.

Owns which machine, CPU, accelerator and exit device a boot gets, and what its exit status means.
A mode is also a claim (env=) that the guest cross-checks against what it finds out itself.
Left out: disks, firmware images and screens, which most boots need none of (devices.py).
"""
import os

from barestock.options import UsageError

ENVIRONMENTS = {"icount": "tcg-icount", "tcg": "tcg", "kvm": "kvm"}

# sleep=off: an idle guest's clock jumps to its next timer. Without it the clock follows real time
# while the guest is idle, so the time a guest reads differs from boot to boot.
ACCELERATORS = {
    "icount": ["-icount", "shift=0,sleep=off", "-seed", "1", "-rtc", "clock=vm", "-accel", "tcg"],
    "tcg": ["-accel", "tcg,thread=multi"],
    "kvm": ["-accel", "kvm"],
}

# QEMU's exit status to the guest's code, for each word of exit= that has a device behind it.
EXIT_CODES = {"isa-debug": {1: 0, 3: 1}, "semihost": {0: 0, 1: 1}}

COMMON = ["-nodefaults", "-no-user-config", "-display", "none"]


class Machine:
    """What differs between the architectures; `exit_word` is what the kernel is told by exit=."""

    def __init__(self, program, hosts, machine, cpu, devices, exit_word, suffix):
        self.program = program
        self.hosts = hosts
        self.machine = machine
        self.cpu = cpu
        self.devices = devices
        self.exit_word = exit_word
        self.suffix = suffix


# What a machine gets besides what was asked for, unless its own value says something about it.
# sata=off: there is no disk, and the firmware polls the AHCI ports for one. Under icount that busy
# wait takes 0.4 s of real time, several times as long as everything else before the kernel.
PROPERTIES = {"q35": "sata=off", "microvm": "isa-serial=on"}

MACHINES = {
    "x86_64": Machine("qemu-system-x86_64", ("x86_64",), "q35", "max",
                      ["-device", "isa-debug-exit,iobase=0xf4,iosize=4"], "isa-debug", ".elf"),
    "arm64": Machine("qemu-system-aarch64", ("aarch64", "arm64"), "virt,gic-version=3",
                     "neoverse-n1", ["-semihosting"], "semihost", ".img"),
}


def kvm_usable(arch):
    """Whether this host can run a guest of `arch` by KVM, as this user."""
    if os.uname().machine not in MACHINES[arch].hosts:
        return False
    return os.access("/dev/kvm", os.R_OK | os.W_OK)


def choose_mode(options):
    """The mode with `auto` resolved; UsageError if KVM is asked for and not there."""
    if options.mode == "auto":
        return "kvm" if kvm_usable(options.arch) else "tcg"
    if options.mode == "kvm" and not kvm_usable(options.arch):
        raise UsageError("no usable KVM for %s on this machine (/dev/kvm)" % options.arch)
    return options.mode


def find_program(options, root=os.curdir):
    """The path of the QEMU to use; UsageError if there is none."""
    program = MACHINES[options.arch].program
    name = options.qemu or program
    if name == "qemu10":
        name = os.path.join(root, "build", "deps", name, program)
    if "/" in name:
        places = [name]
    else:
        path = os.environ.get("PATH", os.defpath)
        places = [os.path.join(place, name) for place in path.split(":")]
    for place in places:
        if os.path.isfile(place) and os.access(place, os.X_OK):
            return place
    raise UsageError("no QEMU: '%s' is not an executable program ('make deps' installs it)" % name)


def find_kernel(options, root):
    """The path of the image to boot or, from a medium, to look up symbols in; UsageError if it cannot be read."""
    kernel = options.kernel
    hint = ""
    if kernel is None:
        name = options.image + MACHINES[options.arch].suffix
        kernel = os.path.join(root, "build", options.arch, name)
        hint = " ('make kernels ARCH=%s' builds it)" % options.arch
    if not os.path.isfile(kernel) or not os.access(kernel, os.R_OK):
        raise UsageError("no kernel image: cannot read '%s'%s" % (kernel, hint))
    return kernel


def _said(options, key):
    """The value the user's own --append gives `key`, or None."""
    for word in options.append.split():
        name, equals, value = word.partition("=")
        if equals and name == key:
            return value
    return None


def exit_word(options, mode):
    """The exit= in force: the user's, else the default; None when the guest ends as it likes.

    Under KVM on arm64 a semihosting call is an undefined instruction, so the guest powers off.
    """
    if options.boots_itself:
        return options.exit
    if mode == "kvm" and options.arch == "arm64":
        return _said(options, "exit")
    return _said(options, "exit") or MACHINES[options.arch].exit_word


def kernel_words(options, mode):
    """The kernel's command line. What the user says about env= or exit= stands alone.

    The user's words come last: however many they are, the kernel still learns how to end.
    """
    words = []
    ending = exit_word(options, mode)
    if _said(options, "env") is None:
        words.append("env=" + ENVIRONMENTS[mode])
    if ending and _said(options, "exit") is None:
        words.append("exit=" + ending)
    return " ".join(words + options.append.split())


def _machine_value(options, mode, needs):
    value = options.machine or MACHINES[options.arch].machine
    if options.machine is None and options.arch == "arm64" and mode == "kvm":
        value = "virt,gic-version=host"
    for extra in needs + [PROPERTIES.get(value.split(",")[0])]:
        if extra and extra.partition("=")[0] + "=" not in value:
            value += "," + extra
    return value


def _devices(options):
    if not options.has_devices:
        return [], []
    from barestock import devices
    return devices.arguments(options)


def _serial(options):
    if options.serial:
        return ["-serial", options.serial]
    if options.machine and options.machine.startswith("raspi"):
        # Which of its two UARTs is the console is the device tree's business.
        return ["-chardev", "stdio,id=console,mux=on"] + ["-serial", "chardev:console"] * 2
    return ["-serial", "mon:stdio" if options.interactive else "stdio"]


def command(options, mode, program, kernel):
    """The whole argument vector, program first."""
    machine = MACHINES[options.arch]
    cpu = options.cpu or ("host" if mode == "kvm" else machine.cpu)
    more, needs = _devices(options)
    argv = [program, "-M", _machine_value(options, mode, needs), "-cpu", cpu]
    argv += ["-m", options.mem, "-smp", options.smp] + COMMON
    argv += [] if options.resets else ["-no-reboot"]
    argv += _serial(options) + ACCELERATORS[mode] + machine.devices + more
    for place in options.firmware_data:
        argv += ["-L", place]
    if options.gdb:
        argv += ["-S", "-gdb", "tcp::1234"]
    if options.boots_itself:
        return argv
    return argv + ["-kernel", kernel, "-append", kernel_words(options, mode)]


def guest_code(ending, status):
    """What the guest said by its exit device: 0 finished, 1 failed, None for nothing valid.

    `ending` is exit_word()'s result. isa-debug-exit turns code c into status 2c+1; semihosting
    hands the code on. QEMU's own failure is status 1 as well, so this alone proves nothing.
    """
    return EXIT_CODES.get(ending, {}).get(status)
