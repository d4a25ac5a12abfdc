# SPDX-License-Identifier: GPL-2.0-only
"""Reads the log of one boot by the rules of docs/records.md.

Owns the decision whether a log is whole. The invariant: a Boot exists only if every record line has
its checksum, none is missing, doubled or mixed with another, and the counts the guest closed with
are the counts found. Everything else is a LogError that names the line.
Left out: what the figures mean (rows.py). Kinds of record and members this version does not know
are let through, so that a newer guest of the same format version can be read.
"""
import json
import re
import zlib

VERSION = 1
JSON_MAX_BYTES = 4000
ENVIRONMENTS = ("hardware", "kvm", "tcg", "tcg-icount", "hypervisor", "unknown")

RECORD = re.compile(rb"BS1 ([0-9a-f]{8}) (\{[ -~]*\})")
# A record that starts inside a line was printed into somebody else's line.
INTERLEAVED = re.compile(rb"BS1 [0-9a-f]{8}")

# What a reader relies on in each kind of record: int, str, or list (of int).
MEMBERS = {
    "hello": {"version": int, "arch": str, "env": str, "cpus": int, "cpus_found": int,
              "build": str, "image": str, "machine": str, "loader": str, "cmdline": str},
    "clock": {"unit": str, "counter": str, "counter_hz": int, "timer_hz": int, "source": str},
    "cpu": {"slot": int, "id": int, "online": int, "ident": int, "reason": str},
    "selftest": {"want": list, "got": list, "ok": int},
    "plan": {"runs": int, "profile": str, "samples": int, "seed": int},
    "run": {"run": int, "case": str, "variant": str, "model": str, "cpus": int, "context": str,
            "irqs": str, "verdict": str, "reason": str},
    "count": {"case": str, "variant": str, "model": str, "v1": int, "stat_calls": int,
              "stat_pushes": int, "allocs_task": int, "allocs_irq": int, "frees_task": int,
              "frees_irq": int, "ops": int, "verdict": str, "reason": str},
    "panic": {"reason": str, "file": str, "line": int},
    "bye": {"records": int, "dropped": int, "runs_ok": int, "runs_refused": int, "status": int},
}

# A run is timed by samples, or it is left to run for a time: then it has `ops`.
TIMED = {"nest": int, "n": int, "loops": int, "t1": list, "t2": list, "irqs_taken": int,
         "switches": int, "migrations": int, "resched_pending": int, "lost": int}
THROUGHPUT = {"ns": int, "ops": list, "ticks": list}
# What only some runs have (of subjects; of one CPU), and what it means where it is left out.
DEFAULTS = {"nest": 0, "v1": 0, "size": 0, "batch": 0, "accounting": "-", "cpu": 0, "core": 0}
ACCOUNTING = ("-", "on", "objects-off", "controller-off")


class LogError(Exception):
    """The log is not whole. The text says why; `line` is the line's number, 0 for the whole log."""

    def __init__(self, line, why):
        super().__init__("line %d: %s" % (line, why) if line else why)
        self.line = line


class Boot:
    """The records of one whole boot, by kind."""

    def __init__(self, records):
        self.records = records
        self.hello = records[0]
        self.bye = records[-1]
        self.clock = next((r for r in records if r["rec"] == "clock"), None)
        self.plan = next((r for r in records if r["rec"] == "plan"), None)
        self.runs = [dict(DEFAULTS, **r) for r in records if r["rec"] == "run"]
        self.counts = [r for r in records if r["rec"] == "count"]


def _no_constant(name):
    raise ValueError("%s is not a value" % name)


def _members_once(pairs):
    if len({name for name, _ in pairs}) != len(pairs):
        raise ValueError("a member is given twice")
    return dict(pairs)


def _no_decimal(text):
    raise ValueError("%s is not an integer" % text)


DECODER = json.JSONDecoder(object_pairs_hook=_members_once, parse_float=_no_decimal,
                           parse_constant=_no_constant)


def _is_integer(value):
    # type(), since True is an int to isinstance().
    return type(value) is int and -(1 << 63) <= value < 1 << 63


def _has_type(value, kind):
    if kind is list:
        return isinstance(value, list) and all(_is_integer(item) for item in value)
    return _is_integer(value) if kind is int else isinstance(value, str)


def _wanted(record):
    """{member: type} that a record of its kind must have."""
    wanted = MEMBERS.get(record["rec"], {})
    if record["rec"] != "run":
        return wanted
    optional = {name: type(value) for name, value in DEFAULTS.items() if name in record}
    return {**wanted, **optional, **(THROUGHPUT if "ops" in record else TIMED)}


def _check_members(record, number):
    for name, value in record.items():
        if not any(_has_type(value, kind) for kind in (int, str, list)):
            raise LogError(number, "'%s' is no integer, string or array of integers" % name)
    for name, kind in _wanted(record).items():
        if name not in record:
            raise LogError(number, "%s record without '%s'" % (record["rec"], name))
        if not _has_type(record[name], kind):
            raise LogError(number, "'%s' has the wrong type" % name)


def _read_record(line, number):
    match = RECORD.fullmatch(line)
    if not match or len(match[2]) > JSON_MAX_BYTES:
        raise LogError(number, "damaged record: not 'BS1 <crc> <json>'")
    if zlib.crc32(match[2]) != int(match[1], 16):
        raise LogError(number, "damaged record: checksum is %08x, line says %s"
                       % (zlib.crc32(match[2]), match[1].decode()))
    try:
        record = read_json(match[2])
    except (ValueError, RecursionError) as error:
        raise LogError(number, "record is not JSON as agreed: %s" % error) from None
    if list(record)[:2] != ["rec", "seq"]:
        raise LogError(number, "record does not start with 'rec' and 'seq'")
    if not isinstance(record["rec"], str) or not _is_integer(record["seq"]):
        raise LogError(number, "'rec' or 'seq' has the wrong type")
    _check_members(record, number)
    return record


def _check_hello(record, number):
    if record["rec"] != "hello":
        raise LogError(number, "first record is '%s', not 'hello'" % record["rec"])
    if record["version"] != VERSION:
        raise LogError(number, "record format version %d, this reader knows %d"
                       % (record["version"], VERSION))
    if record["env"] not in ENVIRONMENTS:
        raise LogError(number, "unknown environment '%s'" % record["env"])


def _check_run(record, number, seen):
    if record["run"] in seen:
        raise LogError(number, "run %d is there twice" % record["run"])
    seen.add(record["run"])
    if record["verdict"] not in ("ok", "refused") or record["irqs"] not in ("on", "off"):
        raise LogError(number, "unknown verdict or state of interrupts")
    if record.get("accounting", "-") not in ACCOUNTING or record.get("nest", 0) < 0:
        raise LogError(number, "unknown state of accounting or nesting of a run")
    if "ops" in record:
        _check_throughput(record, number)
    else:
        _check_samples(record, number)


def _check_throughput(record, number):
    if len(record["ops"]) != len(record["ticks"]) or min(record["ops"] + record["ticks"],
                                                         default=0) < 0:
        raise LogError(number, "run with 'ops' and 'ticks' that do not belong together")
    if record["verdict"] == "ok" and (not record["ops"] or min(record["ticks"]) < 1):
        raise LogError(number, "run is 'ok' without a time")


def _check_samples(record, number):
    # A run that was refused before it began has neither loops nor samples.
    never_began = record["verdict"] == "refused" and not (record["t1"] or record["t2"])
    if record["n"] < 1 or record["loops"] < (0 if never_began else 1):
        raise LogError(number, "run without operations")
    if record["verdict"] == "ok" and not (record["t1"] and record["t2"]):
        raise LogError(number, "run is 'ok' without samples")


def _check_bye(bye, records, number):
    if bye["records"] != len(records):
        raise LogError(number, "guest sent %d records, log has %d" % (bye["records"], len(records)))
    if bye["dropped"] != 0:
        raise LogError(number, "guest could not build %d records" % bye["dropped"])
    verdicts = [r["verdict"] for r in records if r["rec"] == "run"]
    counts = (verdicts.count("ok"), verdicts.count("refused"))
    if counts != (bye["runs_ok"], bye["runs_refused"]):
        raise LogError(number, "guest closed with %d runs ok and %d refused, log has %d and %d"
                       % (bye["runs_ok"], bye["runs_refused"], *counts))


def record_lines(data):
    """The (number, line) of every line that is a record; LogError on an interleaved one."""
    for number, line in enumerate(data.split(b"\n"), 1):
        line = line.removesuffix(b"\r")
        if line.startswith(b"BS1 "):
            yield number, line
        elif INTERLEAVED.search(line):
            raise LogError(number, "a record starts inside the line: two lines are mixed")


def _read_all(data):
    """(records, the last one's line): everything holds but what is said about the end of a log."""
    records, seen, number = [], set(), 0
    for number, line in record_lines(data):
        record = _read_record(line, number)
        if record["seq"] != len(records):
            raise LogError(number, "record %d where %d is due: records are missing or doubled"
                           % (record["seq"], len(records)))
        if not records:
            _check_hello(record, number)
        elif records[-1]["rec"] in ("bye", "panic"):
            raise LogError(number, "a record after '%s'" % records[-1]["rec"])
        if record["rec"] == "run":
            _check_run(record, number, seen)
        if record["rec"] == "count" and record["verdict"] not in ("ok", "refused"):
            raise LogError(number, "unknown verdict of a count")
        records.append(record)
    return records, number


def read_cut(data):
    """The records of a log that ends anywhere, its last line left out if it has no end."""
    return _read_all(data[:data.rfind(b"\n") + 1])[0]


def read_boot(data):
    """The Boot that the bytes of a log hold; LogError if the log is not whole."""
    records, number = _read_all(data)
    if not records:
        raise LogError(0, "no records")
    last = records[-1]
    if last["rec"] == "panic":
        raise LogError(number, "the boot ended in a panic: %s" % last["reason"])
    if last["rec"] != "bye":
        raise LogError(number, "last record is '%s', not 'bye': the log is cut off" % last["rec"])
    _check_bye(last, records, number)
    kinds = {record["rec"] for record in records}
    if kinds & {"run", "count"} and "clock" not in kinds:
        raise LogError(number, "runs without a 'clock' record")
    return Boot(records)


def record_texts(data):
    """The JSON of every record line that has its checksum, whatever else the bytes hold."""
    found = (RECORD.fullmatch(line.removesuffix(b"\r")) for line in data.split(b"\n"))
    return [match[2] for match in found if match and zlib.crc32(match[2]) == int(match[1], 16)]


def read_json(text):
    """An object as records have it: integers, strings, no member twice; ValueError if it is none."""
    found = DECODER.decode(text.decode("ascii"))
    if not isinstance(found, dict):
        raise ValueError("no object")
    return found
