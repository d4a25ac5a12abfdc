# SPDX-License-Identifier: GPL-2.0-only
"""Counts a guest's resets over QEMU's control protocol; the one after the last that it may make ends QEMU.

QEMU itself knows only none or any number. The connection is a pair of sockets, one of which QEMU inherits.
"""
import json
import socket


class Resets:
    """`allowed` resets, at least one. `arguments` are QEMU's; `read` is called when `fd` has something to say."""

    def __init__(self, allowed):
        self._left = allowed
        self._ours, theirs = socket.socketpair()
        self._theirs = theirs
        theirs.set_inheritable(True)
        self._ours.sendall(b'{"execute": "qmp_capabilities"}')
        self._tail = b""
        self.fd = self._ours.fileno()
        self.arguments = ["-chardev", "socket,id=control,fd=%d" % theirs.fileno(),
                          "-mon", "chardev=control,mode=control"]

    def started(self):
        """QEMU has its end; ours must see it close."""
        self._theirs.close()

    def read(self):
        """Take what QEMU says; False when it will say no more."""
        data = self._ours.recv(65536)
        lines = (self._tail + data).split(b"\n")
        self._tail = lines.pop()
        for line in lines:
            if json.loads(line).get("event") == "RESET":
                self._left -= 1
                if self._left == 0:
                    self._ours.sendall(b'{"execute": "set-action", "arguments": {"reboot": "shutdown"}}')
        return bool(data)
