# SPDX-License-Identifier: GPL-2.0-only
"""What the loader writes of a run that came back, or did not. For tests/boot/loader."""
import json
import os
import re
import zlib

import esp
from stick import CONF, MENU


def record_lines(log):
    for line in log.split("\n"):
        found = re.fullmatch(r"BS1 ([0-9a-f]{8}) (\{.*\})", line)
        if found and int(found[1], 16) == zlib.crc32(found[2].encode()):
            yield found[2]


def result_complaints(files, number, state, log):
    """The three files of one result against what the machine said."""
    named = {name.rsplit(".", 1)[1]: content.decode() for name, content in files.items()
             if name.rsplit(".", 1)[0].endswith("-%d" % number)}
    if sorted(named) != ["jsonl", "log", "txt"]:
        yield "files %s" % sorted(files)
        return
    if state != "damaged" and named["log"] != log:
        yield "the log is not what was printed: %r" % named["log"]
    head, *records = named["jsonl"].splitlines()
    if records != list(record_lines(log)):
        yield "records %s" % records
    head = json.loads(head)
    if (head["rec"], head["state"], head["n"]) != ("stick", state, number) or head["log_bytes"] != len(named["log"]):
        yield "first line %s" % head
    if head["log_crc_ok"] != (state != "damaged"):
        yield "log_crc_ok %s" % head["log_crc_ok"]
    if state not in named["txt"]:
        yield "summary %r" % named["txt"]


STATES = {"finished": "finished", "failed": "failed", "running": "reset", "silent": "silent", "damaged": "damaged"}


def check_results(stick):
    """Each end that a run can have, one after the other on one volume; old files stay as they were."""
    presets = "".join('%s="play=%s"\n' % (play, play) for play in STATES)
    stick.make('timeout=-1\npresets="%s"\n%s' % (" ".join(STATES), presets))
    logs = {}
    with stick.boot() as machine:
        for number, (play, state) in enumerate(STATES.items(), 1):
            machine.wait(MENU)
            machine.press(str(number), "enter")
            machine.wait("results: preset " + play)
            logs[number] = ""
            if play != "silent":
                machine.wait("log<\n")
                logs[number] = machine.wait(">log")
            machine.wait("-%d.log, .jsonl and .txt (%s)" % (number, state))
            machine.wait("any key: to the menu")
            machine.press("enter")
        machine.wait(MENU)
        machine.press("l")
        machine.wait("-5.txt\n")
        machine.wait("damaged")
    files = esp.results(stick.volume)
    for number, state in enumerate(STATES.values(), 1):
        for complaint in result_complaints(files, number, state, logs[number]):
            yield "%s: %s" % (state, complaint)
    if len(files) != 15:
        yield "files %s" % sorted(files)


def check_results_high(stick):
    """Much memory: a log above 4 GiB comes back, where the architecture lets it be there."""
    stick.make(CONF % (0, "play=finished"))
    with stick.boot(mem="8G") as machine:
        text = machine.wait("end of handover")
        machine.wait("saved results/")
    at = int(re.search(r"^results (\w+)", text, re.M)[1], 16)
    if (at >= 1 << 32) != (stick.arch == "arm64"):
        yield "results at 0x%x" % at


def check_results_none(stick):
    stick.make(CONF % (0, "results=none play=finished"))
    with stick.boot() as machine:
        machine.wait("results: none to play with")
    return ()


def check_memory_lost(stick):
    """A run whose result does not come back: the next start says so once, and waits."""
    stick.make(CONF % (0, "play=off"))
    with stick.boot() as machine:
        machine.wait("end of handover")
        machine.wait_end()
    for _ in range(2):
        with stick.boot() as machine:
            machine.wait("left no result")
            machine.wait(MENU)
            machine.press("enter")
            machine.wait("end of handover")
            machine.wait_end()
    stick.make(CONF % (0, "play=off results=none"))
    for _ in range(2):
        with stick.boot() as machine:
            machine.wait("end of handover")
            machine.wait_end()
        if "left no result" in machine.text:
            yield machine.text


def check_cut_log(stick):
    """An earlier try ended within the log: what is there of it gives way to the whole of the same."""
    files = {}
    for _ in range(2):
        stick.make(CONF % (0, "play=finished"))
        for name in [name for name in files if name.endswith(".log")]:
            esp.write(stick.volume, "results/" + name, files[name][:len(files[name]) // 2])
        with stick.boot() as machine:
            machine.wait("-1.log, .jsonl and .txt (finished)")
        files, before = esp.results(stick.volume), files
    if files != before or len(files) != 3:
        yield "files %s, then %s" % (sorted(before), sorted(files))


def check_full_circle(stick):
    """The real kernel: a result whose records are those of the serial line."""
    with open(os.path.join(esp.ROOT, "build", stick.arch, "bench.elf"), "rb") as file:
        stick.make(CONF % (0, "case=null samples=1"), bench=file.read())
    with stick.boot() as machine:
        machine.wait("starting one: ")
        log = machine.wait("saved results/")
        machine.wait("any key: to the menu")
    if b"started" in esp.mtools("mdir", "-b", "-i", stick.volume, "::/results").lower():
        yield "results/started is still there"
    files = esp.results(stick.volume)
    found = [content.decode() for name, content in files.items() if name.endswith(".jsonl")]
    wanted = list(record_lines(log))
    if len(found) != 1 or found[0].splitlines()[1:] != wanted or '"state":"finished"' not in found[0]:
        yield "%s: %s, not %d records" % (sorted(files), found, len(wanted))
