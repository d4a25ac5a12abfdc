# SPDX-License-Identifier: GPL-2.0-only
"""Boots rows by tools/run and says how they went, for every program in this folder.

Light rows go two at a time, the others alone after them. The log of a boot that fails is kept.
"""
import concurrent.futures
import os
import subprocess

import expect
import media

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
TOOLS_RUN = os.path.join(ROOT, "tools", "run")
LOGS = os.path.join(ROOT, "build", "matrix")
AT_ONCE = 2
# Options whose values are paths below these.
PLACES = {"kernel": "build", "dtb": "build/deps"}


def log_path(row):
    os.makedirs(LOGS, exist_ok=True)
    return os.path.join(LOGS, row.name + ".log")


def command(row):
    words = [TOOLS_RUN, "--arch", row.arch, "--quiet", "--log", log_path(row)]
    for name, value in row.options.items():
        if name == "append" and row.medium != "kernel":
            continue
        words += ["--" + name, os.path.join(ROOT, PLACES[name], value) if name in PLACES else value]
    return words


def _medium(row):
    """A medium for the row, which `run` removes, and the words that make tools/run boot it."""
    if row.medium == "kernel":
        return "", []
    path = log_path(row).removesuffix(".log") + "." + row.medium
    ending = media.EXITS[row.arch]
    words = "%s exit=%s" % (row.options.get("append", ""), ending)
    option, value = media.make(row.medium, path, row.options["image"], words.strip())
    return path, ["--" + option, value, "--exit", ending]


def run(row):
    """(exit status, what tools/run said, the log) of one boot."""
    try:
        path, words = _medium(row)
    except (OSError, subprocess.CalledProcessError) as error:
        return 2, "no medium to boot from: %s" % error, b""
    done = subprocess.run(command(row) + words, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                          errors="replace", check=False)
    media.remove(path)
    try:
        with open(log_path(row), "rb") as log:
            return done.returncode, done.stderr.strip(), log.read()
    except OSError:
        return done.returncode, done.stderr.strip(), b""


def check(row):
    """Complaints about one boot of `row`."""
    complaints = expect.check(row, *run(row))
    if not complaints and os.path.exists(log_path(row)):
        os.unlink(log_path(row))
    return complaints


class Report:
    """Numbered results on stdout, and the closing line. `logs`: where those of what failed are."""

    def __init__(self, logs=LOGS):
        self._logs = logs
        self._count = 0
        self.failed = 0

    def add(self, name, complaints):
        self._count += 1
        self.failed += bool(complaints)
        print("%sok %d %s" % ("not " if complaints else "", self._count, name))
        for complaint in complaints:
            print("# " + complaint.replace("\n", "\n# "))
        # Somebody watches.
        print(end="", flush=True)

    def add_boots(self, rows):
        """Boot all rows; each result as soon as it and those before it are there."""
        light = [row for row in rows if row.is_light]
        heavy = [row for row in rows if not row.is_light]
        with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
            for row, complaints in zip(light, pool.map(check, light)):
                self.add(row.name, complaints)
        for row in heavy:
            self.add(row.name, check(row))

    def close(self):
        """Print the closing line; the exit status."""
        if self.failed:
            print("# logs of failed boots: %s" % os.path.relpath(self._logs))
        print("%d passed, %d failed" % (self._count - self.failed, self.failed))
        return 1 if self.failed or not self._count else 0
