# SPDX-License-Identifier: GPL-2.0-only
"""Reads the boot matrix: what each row boots, and what it expects.

Every mistake in the file is a MatrixError with its line number; a row that cannot be understood must
not be one that is never booted.
"""
import shlex

ARCHES = ("x86_64", "arm64")
SETS = ("short", "all")
OPTIONS = ("machine", "cpu", "smp", "mem", "mode", "limit", "kernel", "boot", "words",
           "from", "firmware", "screen", "serial", "qemu", "dtb", "disk-as")
MEDIA = ("kernel", "stick", "signed", "bare", "iso", "pxe")
DEFAULTS = {"smp": "1", "mem": "128", "mode": "tcg", "image": "bench", "limit": "60"}
# What boot= means: image, words on its command line, seconds it may take.
BOOTS = {
    "null": ("bench", "case=null samples=1", "60"),
    "answer": ("test", "tests=smp.every_cpu_answers", "60"),
    "tests": ("test", "", "240"),
    "world": ("bench", "case=alloc1,alloc4,stock_node variant=v6-taskobj samples=1", "60"),
    "threads": ("bench", "case=threads,mixed variant=v6-taskobj model=full load=5", "120"),
}
# More CPUs than this keep both host CPUs busy: such a row is booted alone. So are the guest tests, which
# look at the clock all the time.
LIGHT_CPUS = 4


class MatrixError(Exception):
    """The matrix cannot be used; one line for the user."""


class Row:
    """`kind` is ok, mute, refuse or halt; `wants` (member, value) of an ok row, `texts` of the others.

    `options` are those of tools/run; with a `medium` that is no kernel, image and append stand on the medium.
    """

    def __init__(self, arch, which, name, options):
        self.arch = arch
        self.set = which
        self.name = "%s-%s" % (arch, name)
        self.options = dict(DEFAULTS, **options)
        self.runs_all_tests = False
        self.medium = "kernel"
        self.kind = ""
        self.wants = []
        self.texts = []

    @property
    def cpus(self):
        return int(self.options["smp"].partition(",")[0])

    @property
    def is_uefi(self):
        return self.medium != "kernel" and (self.arch == "arm64" or "firmware" in self.options)

    @property
    def is_light(self):
        return self.cpus <= LIGHT_CPUS and not self.runs_all_tests


def _pairs(words, number, valid):
    pairs = []
    for word in words:
        key, equals, value = word.partition("=")
        if not equals or valid and key not in valid:
            raise MatrixError("line %d: '%s' is no key=value of %s"
                              % (number, word, ", ".join(valid or ("a record",))))
        pairs.append((key, value))
    return pairs


def _boot_options(options):
    """The same, with boot= and words= as tools/run wants to hear it."""
    options = dict(options)
    several = options.get("smp", "1") != "1"
    image, words, limit = BOOTS[options.pop("boot", "answer" if several else "null")]
    more = options.pop("words", "")
    options.pop("from", None)
    return {"image": image, "append": (words + " " + more).strip(), "limit": limit, **options}


def _expect(row, words, number):
    row.kind = words[0] if words else ""
    if words == ["mute"]:
        return
    if row.kind == "ok":
        row.wants = _pairs(words[1:], number, None)
    elif row.kind in ("refuse", "halt") and len(words) > 1:
        row.texts = words[1:]
    else:
        raise MatrixError("line %d: after -> comes ok or mute, or refuse or halt with a text" % number)


def _read_row(line, number):
    words = shlex.split(line)
    if "->" not in words or words.index("->") < 3:
        raise MatrixError("line %d: not ARCH SET NAME [option=value ...] -> expectation" % number)
    arrow = words.index("->")
    arch, which, name = words[:3]
    if arch not in ARCHES or which not in SETS:
        raise MatrixError("line %d: unknown architecture or set '%s %s'" % (number, arch, which))
    options = dict(_pairs(words[3:arrow], number, OPTIONS))
    if options.get("boot", "null") not in BOOTS:
        raise MatrixError("line %d: boot= is one of %s" % (number, ", ".join(BOOTS)))
    row = Row(arch, which, name, _boot_options(options))
    row.medium = options.get("from", "kernel")
    if row.medium not in MEDIA:
        raise MatrixError("line %d: from= is one of %s" % (number, ", ".join(MEDIA)))
    row.runs_all_tests = options.get("boot") == "tests"
    _expect(row, words[arrow + 1:], number)
    return row


def read(path):
    """All rows of the file, in order; MatrixError."""
    found = []
    with open(path, encoding="ascii") as lines:
        for number, line in enumerate(lines, 1):
            if line.strip() and not line.startswith("#"):
                found.append(_read_row(line, number))
    names = [row.name for row in found]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise MatrixError("rows of the same name: %s" % ", ".join(twice))
    return found
