# SPDX-License-Identifier: GPL-2.0-only
"""Every worked trace of tests/traces against memcg-replay: every value that the .jsonl has must be met."""
import json
import os
import subprocess

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
TRACES = os.path.join(ROOT, "tests", "traces")
REPLAY = os.path.join(ROOT, "build", "host", "memcg-replay")


def replay(*words, text=None):
    """(status, stdout, stderr) of memcg-replay; with `text` as its one trace."""
    if text is not None:
        path = os.path.join(ROOT, "build", "host", "input.trace")
        with open(path, "wb") as out:
            out.write(text if isinstance(text, bytes) else text.encode())
        words += (path,)
    done = subprocess.run([REPLAY, *words], capture_output=True)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def missing_is_zero(path):
    """Entries of stat and lruvec that are zero may be left out."""
    return path[:1] in (("stat",), ("lruvec",))


def differences(want, got, path=()):
    """Every value of `want` that `got` does not have, as text."""
    where = ".".join(map(str, path))
    if isinstance(want, dict) and isinstance(got, dict):
        for key, value in want.items():
            if key in got:
                yield from differences(value, got[key], path + (key,))
            elif not (value == 0 and missing_is_zero(path)):
                yield "%s.%s is missing" % (where, key)
    elif isinstance(want, list) and isinstance(got, list) and len(want) == len(got):
        for number, (one, other) in enumerate(zip(want, got)):
            yield from differences(one, other, path + (number,))
    elif want != got:
        yield "%s is %s, expected %s" % (where, got, want)


def compare(name):
    """What is wrong with one trace: lines of text."""
    status, out, err = replay(os.path.join(TRACES, name + ".trace"))
    if status:
        return ["exit status %d: %s" % (status, err.strip())]
    with open(os.path.join(TRACES, name + ".jsonl")) as text:
        wanted = [json.loads(line) for line in text]
    lines = [json.loads(line) for line in out.splitlines()]
    problems = [] if len(wanted) == len(lines) else ["%d steps, expected %d" % (len(lines), len(wanted))]
    for want, got in zip(wanted, lines):
        problems += ["step %d: %s" % (want["step"], text) for text in differences(want, got)]
    return problems


def names():
    return sorted(n[:-6] for n in os.listdir(TRACES) if n.endswith(".trace"))
