# SPDX-License-Identifier: GPL-2.0-only
"""What a boot has said so far, followed line by line while it runs.

Owns the cheap view: it tells records, stages and test results apart by their first bytes and checks
no CRC. It is good for progress and for naming the stage of a hang; what a log is worth is decided
by records.py when the boot is over.
"""

# A guest that prints without ever ending its line must not grow the buffer without bound.
LINE_MAX_BYTES = 1 << 20


def _integer_after(line, key):
    """The digits that follow `key` in `line`; 0 when there are none."""
    start = line.find(key)
    if start < 0:
        return 0
    digits = line[start + len(key):]
    count = 0
    while count < len(digits) and digits[count:count + 1].isdigit():
        count += 1
    return int(digits[:count] or b"0")


class Console:
    """Counts of what the lines so far amount to. `feed` takes bytes as they come."""

    def __init__(self):
        self.records = 0
        self.runs_planned = 0
        self.runs_done = 0
        self.tests_planned = 0
        self.tests_done = 0
        self.stage = ""
        self.ended = False
        self.backtrace = []
        self._tail = b""

    def feed(self, data):
        lines = (self._tail + data).split(b"\n")
        self._tail = lines.pop()[-LINE_MAX_BYTES:]
        for line in lines:
            self._line(line.removesuffix(b"\r"))

    def finish(self):
        """The console is closed: a last line without its end counts too."""
        self._line(self._tail)
        self._tail = b""

    def _line(self, line):
        if line.startswith(b"BS1 "):
            self._record(line[13:])
        elif line.startswith(b"stage: "):
            self.stage = line[7:].decode("ascii", "replace").strip()
        elif line.startswith((b"ok ", b"not ok ")):
            self.tests_done += 1
        elif line.startswith(b"1.."):
            self.tests_planned = _integer_after(line, b"1..")
        elif line.startswith(b"  bt: "):
            self.backtrace.append(line.rstrip().decode("ascii", "replace"))

    def _record(self, json):
        self.records += 1
        if json.startswith(b'{"rec":"run"'):
            self.runs_done += 1
        elif json.startswith(b'{"rec":"plan"'):
            self.runs_planned = _integer_after(json, b'"runs":')
        elif json.startswith((b'{"rec":"bye"', b'{"rec":"panic"')):
            self.ended = True

    def progress(self):
        """Where the boot is, in a few words."""
        if self.runs_planned:
            return "%d/%d runs" % (self.runs_done, self.runs_planned)
        if self.tests_planned:
            return "%d/%d tests" % (self.tests_done, self.tests_planned)
        return self.stage or "starting"
