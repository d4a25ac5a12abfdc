# SPDX-License-Identifier: GPL-2.0-only
"""Follows one running QEMU to its end.

Owns the loop between console and log: every byte is in the log, unbuffered, before anything is made
of it. The loop ends when QEMU has ended and the pipes are empty, at the time limit, or when the console shows what it
was waited for; a guest that has sent its last record, and may not reset, gets only a short while to go.
"""
import os
import select
import time

from barestock.console import Console
from barestock.verdict import Ending

TICK_S = 0.1
GRACE_S = 5.0
READ_BYTES = 65536
# QEMU's complaints are kept to explain a failure, not archived.
ERRORS_KEPT_BYTES = 65536


def write_all(fd, data):
    while data:
        data = data[os.write(fd, data):]


class Boot:
    """One boot under way. `log` is an open file descriptor, `resets` counts the guest's or is None."""

    def __init__(self, child, log, options, progress, echo, resets):
        self.console = Console()
        self._child = child
        self._log = log
        self._limit = options.limit
        self._until = (options.until or "").encode()
        self._seen = b""
        self._reached = False
        self._resets = resets
        self._hurries = not resets and not self._until
        self._progress = progress
        self._echo = echo
        self._errors = b""
        self._deadline = None if self._limit is None else time.monotonic() + self._limit
        self._poll = select.poll()
        self._open = {fd for fd in (child.output, child.errors) if fd is not None}
        for fd in self._open:
            self._poll.register(fd, select.POLLIN)
        if resets:
            resets.started()
            self._poll.register(resets.fd, select.POLLIN)

    def _console_bytes(self, data):
        write_all(self._log, data)
        if self._echo is not None:
            write_all(self._echo, data)
        ended = self.console.ended
        self.console.feed(data)
        if self._until and not self._reached:
            self._seen += data
            self._reached = self._until in self._seen
            self._seen = self._seen[-len(self._until):]
        if self._hurries and self.console.ended and not ended and self._deadline is not None:
            self._deadline = min(self._deadline, time.monotonic() + GRACE_S)

    def _read(self, fd):
        if self._resets and fd == self._resets.fd:
            if not self._resets.read():
                self._poll.unregister(fd)
            return
        data = os.read(fd, READ_BYTES)
        if not data:
            self._poll.unregister(fd)
            self._open.discard(fd)
        elif fd == self._child.output:
            self._console_bytes(data)
        else:
            self._errors = (self._errors + data)[-ERRORS_KEPT_BYTES:]

    def _step(self, wait_s):
        """Read what is there, waiting for it at most `wait_s`; whether there was anything."""
        if not self._open:
            # Both pipes are closed; a process that lives on is waited for in small steps.
            time.sleep(0 if self._child.poll() else wait_s / 10)
            return False
        ready = self._poll.poll(wait_s * 1000)
        for fd, _ in ready:
            self._read(fd)
        return bool(ready)

    def follow(self):
        """Run to the end; the Ending. The child is gone when this returns."""
        hang = None
        while True:
            busy = self._step(TICK_S)
            now = time.monotonic()
            self._progress.show(self.console.progress(), now)
            if self._reached or not busy and self._child.poll():
                break
            if self._deadline is not None and now >= self._deadline:
                hang = self._limit
                break
        self._child.kill()
        self.console.finish()
        return Ending(self._child.status, hang, self._errors, self._reached)
