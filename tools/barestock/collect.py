# SPDX-License-Identifier: GPL-2.0-only
"""Judges the results that a stick brings home (docs/real-hardware.md).

A result is three files of one name: the log verbatim, its records, the summary. Owns the decision what a result is
worth. The invariant: one that is called whole is taken by tools/parse and tools/report, and its files agree with each
other. What the loader claims in the first line of .jsonl is held against the log, never believed.
"""
import os
import re

from barestock import records
from barestock.console import Console

SUFFIXES = (".jsonl", ".log", ".txt")
NAME = re.compile(r"([a-z0-9-]{1,24}-[0-9]{1,9})(\.jsonl|\.log|\.txt)")
# An area of the log has 8 MiB; its records are a part of it.
FILE_MAX_BYTES = 64 << 20

STICK = {"state": str, "preset": str, "log_bytes": int, "lost_bytes": int, "log_crc_ok": int, "machine": str, "n": int}
STATES = {"finished": "finished", "failed": "failed", "reset": "reset midway", "silent": "silent", "damaged": "damaged"}


class Damage(Exception):
    """The files are not what the loader wrote, or do not agree. The text says how."""


class Result:
    """One result: `files` is {suffix: bytes}; `state` one of STATES; `is_whole`; `text` for people."""

    def __init__(self, name, files):
        self.name = name
        self.files = files
        self.state, self.is_whole = "damaged", False
        try:
            self.state, self.is_whole, detail = _judge(name, files)
        except (Damage, records.LogError) as error:
            detail = str(error)
        self.text = STATES[self.state] + (": " + detail if detail else "")


def _stick_record(name, line):
    try:
        stick = records.read_json(line)
    except (ValueError, RecursionError) as error:
        raise Damage(".jsonl: its first line is no record: %s" % error) from None
    if stick.get("rec") != "stick":
        raise Damage(".jsonl: its first line is not of the loader")
    for member, kind in STICK.items():
        if type(stick.get(member)) is not kind:
            raise Damage(".jsonl: first line without '%s', or with a wrong one" % member)
    if stick["state"] not in STATES:
        raise Damage(".jsonl: unknown state '%s'" % stick["state"])
    if "%s-%d" % (stick["machine"], stick["n"]) != name:
        raise Damage(".jsonl is of another result: %s-%d" % (stick["machine"], stick["n"]))
    return stick


def _check_files(name, files):
    """The loader's record, once the three files belong together byte for byte."""
    for suffix in SUFFIXES:
        if suffix not in files:
            raise Damage("%s is missing" % suffix)
        if len(files[suffix]) > FILE_MAX_BYTES:
            raise Damage("%s is too large to be one of ours" % suffix)
    lines = files[".jsonl"].splitlines()
    stick = _stick_record(name, lines[0] if lines else b"")
    if stick["log_bytes"] != len(files[".log"]):
        raise Damage(".log has %d bytes, the loader wrote %d" % (len(files[".log"]), stick["log_bytes"]))
    if not stick["log_crc_ok"] or stick["state"] == "damaged":
        raise Damage("the log did not survive the reset: its checksum is wrong")
    if lines[1:] != records.record_texts(files[".log"]):
        raise Damage(".jsonl and .log do not hold the same records")
    return stick


def _runs(found):
    verdicts = [record["verdict"] for record in found if record["rec"] == "run"]
    return "%d records, %d runs ok, %d refused" % (len(found), verdicts.count("ok"), verdicts.count("refused"))


def _where(log):
    """How far a boot came that did not end."""
    console = Console()
    console.feed(log)
    return console.progress()


def _judge_cut(log):
    found = records.read_cut(log)
    if found and found[-1]["rec"] in ("bye", "panic"):
        return "%s; it had ended, and was not sealed" % _runs(found)
    return "%s; %s" % (_runs(found), _where(log)) if found else "no records; %s" % _where(log)


def _judge_failed(log):
    """(whole, text): a boot that failed in order has a whole log, one that panicked has not."""
    found = records.read_cut(log)
    if not found or found[-1]["rec"] != "bye":
        why = found[-1]["reason"] if found and found[-1]["rec"] == "panic" else "ended at: " + _where(log)
        return False, "%s; %s" % (_runs(found), why)
    return True, "%s; status %d" % (_runs(records.read_boot(log).records), found[-1]["status"])


def _judge(name, files):
    """(state, whole, text); Damage or LogError where the loader's word is not borne out."""
    stick, log = _check_files(name, files), files[".log"]
    state, lost = stick["state"], stick["lost_bytes"]
    if state == "silent":
        if log:
            raise Damage("said to be silent, and there is a log")
        return state, False, "the kernel never wrote"
    if state == "reset":
        return state, False, _judge_cut(log)
    if lost:
        return state, False, "%s; %d bytes did not fit" % (_runs(records.read_cut(log)), lost)
    if state == "failed":
        return (state, *_judge_failed(log))
    boot = records.read_boot(log)
    if boot.bye["status"]:
        raise Damage("said to be finished, and `bye` has status %d" % boot.bye["status"])
    return state, True, _runs(boot.records)


def read_results(folder):
    """(Results by name, other names in the folder)."""
    found, others = {}, []
    for entry in sorted(os.listdir(folder)):
        match = NAME.fullmatch(entry.lower())
        path = os.path.join(folder, entry)
        if not match or not os.path.isfile(path) or os.path.islink(path):
            others.append(entry)
            continue
        with open(path, "rb") as file:
            found.setdefault(match[1], {})[match[2]] = file.read(FILE_MAX_BYTES + 1)
    order = sorted(found, key=lambda name: (name.rpartition("-")[0], int(name.rpartition("-")[2])))
    return [Result(name, found[name]) for name in order], others


def _holds(place, result):
    """Is this very result in that folder already?"""
    if not os.path.isdir(place):
        return False
    names = {result.name + suffix for suffix in result.files}
    if set(os.listdir(place)) != names:
        return False
    for suffix, data in result.files.items():
        with open(os.path.join(place, result.name + suffix), "rb") as file:
            if file.read() != data:
                return False
    return True


def keep(result, folder):
    """(place, new): copy it into a folder of its own, whose name nothing has; not twice."""
    number, place = 1, os.path.join(folder, result.name)
    while os.path.lexists(place):
        if _holds(place, result):
            return place, False
        number += 1
        place = os.path.join(folder, "%s.%d" % (result.name, number))
    os.makedirs(place)
    for suffix, data in result.files.items():
        with open(os.path.join(place, result.name + suffix), "xb") as file:
            file.write(data)
    return place, True
