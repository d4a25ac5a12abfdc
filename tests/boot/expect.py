# SPDX-License-Identifier: GPL-2.0-only
"""Decides whether a boot went as its row says. Every check returns a list of complaints.

A boot that was to succeed must also agree with itself: as many CPUs online as it says, a reason for
each of the others, nearly all of the memory that the machine was given, no run refused unless expected.
"""
from barestock import qemu, records

UNITS_KIB = {"K": 1, "M": 1 << 10, "G": 1 << 20}
# The image, what the firmware keeps below and above, and 65 bytes for each page.
MEMORY_KEPT_KIB = 8 << 10
# UEFI keeps its runtime services and, with secure variables, memory for SMM; our loader some for results.
UEFI_KEPT_KIB = 40 << 10
MEMORY_KEPT_SHARE = 60


def _memory_kib(text):
    unit = text[-1].upper()
    return int(text[:-1]) * UNITS_KIB[unit] if unit in UNITS_KIB else int(text) << 10


def _check_cpus(boot):
    cpus = [r for r in boot.records if r["rec"] == "cpu"]
    online = [r for r in cpus if r["online"]]
    complaints = []
    if len(cpus) != boot.hello["cpus_found"] or len(online) != boot.hello["cpus"]:
        complaints.append("hello has %d of %d CPUs online, the cpu records %d of %d"
                          % (boot.hello["cpus"], boot.hello["cpus_found"], len(online), len(cpus)))
    if any(bool(r["reason"]) == bool(r["online"]) for r in cpus):
        complaints.append("a CPU that is left out has no reason, or one that is online has")
    return complaints


def _check_memory(row, boot):
    given = dict(row.wants).get("memory", row.options["mem"])
    missing = _memory_kib(given) - boot.hello["memory_kib"]
    kept = UEFI_KEPT_KIB if row.is_uefi else MEMORY_KEPT_KIB
    allowed = kept + _memory_kib(given) // MEMORY_KEPT_SHARE
    if 0 <= missing <= allowed:
        return []
    return ["memory: %s given, %d KiB used" % (given, boot.hello["memory_kib"])]


def _check_runs(boot, expected):
    """`expected` are beginnings of reasons that runs may be, and some must be, refused for."""
    reasons = sorted({r["reason"] for r in boot.runs + boot.counts if r["verdict"] != "ok"})
    complaints = ["refused: " + reason for reason in reasons
                  if not reason.startswith(tuple(expected))]
    return complaints + ["nothing was refused because " + start for start in expected
                         if not any(reason.startswith(start) for reason in reasons)]


def _member(boot, name):
    """The value that `member` or `record.member` has, as text; None if there is none."""
    record, dot, member = name.rpartition(".")
    if name == "ids":
        return ",".join("%x" % r["id"] for r in boot.records if r["rec"] == "cpu")
    for found in boot.records:
        if found["rec"] == (record if dot else "hello"):
            return str(found[member]) if member in found else None
    return None


def _wanted(row):
    """What the row says, and what follows from its options."""
    named = {name for name, _ in row.wants}
    implied = {"env": qemu.ENVIRONMENTS[row.options["mode"]],
               "cpus": str(row.cpus), "cpus_found": str(row.cpus)}
    if "cpus" in named:
        del implied["cpus_found"]
    return row.wants + [pair for pair in implied.items() if pair[0] not in named]


def _check_wants(row, boot, log):
    complaints = []
    for name, value in _wanted(row):
        if name == "says":
            if value.encode() not in log:
                complaints.append("log lacks '%s'" % value)
        elif name in ("refused", "memory"):
            continue
        elif _member(boot, name) != value:
            complaints.append("%s is %s, not %s" % (name, _member(boot, name), value))
    return complaints


def check_ok(row, status, said, log):
    try:
        boot = records.read_boot(log)
    except records.LogError as error:
        return [str(error), said] if said else [str(error)]
    complaints = [said or "tools/run: status %d" % status] if status else []
    refused = [value for name, value in row.wants if name == "refused"]
    return (complaints + _check_wants(row, boot, log) + _check_cpus(boot)
            + _check_memory(row, boot) + _check_runs(boot, refused))


def check_refused(row, status, said, log):
    """A kernel that can end the emulator is quoted by tools/run, one that cannot is ended by the limit."""
    place = said.encode() if row.kind == "refuse" else log
    complaints = ["nowhere is '%s'" % text for text in row.texts if text.encode() not in place]
    if status != {"refuse": 1, "halt": 3}[row.kind]:
        complaints.append("tools/run: status %d: %s" % (status, said))
    if any(records.record_lines(log)):
        complaints.append("records were sent")
    return complaints


def check_mute(row, status, said, log):
    """Nothing is heard of the guest but its exit device."""
    complaints = [said or "tools/run: status %d" % status] if status else []
    return complaints + (["the log is not empty"] if log else [])


CHECKS = {"ok": check_ok, "mute": check_mute, "refuse": check_refused, "halt": check_refused}


def check(row, status, said, log):
    """Complaints about a boot: `status` and `said` are tools/run's, `log` its bytes."""
    return CHECKS[row.kind](row, status, said, log)
