# SPDX-License-Identifier: GPL-2.0-only
"""The QEMU process: started so that it cannot outlive this one, and ended for certain.

The child asks the kernel for SIGKILL at its parent's death before it becomes QEMU, and checks that
the parent did not die in between. Outside interactive boots it also leads its own process group, so
that a Ctrl-C reaches this program only and the whole group can be ended.
"""
import os

EXIT_CANNOT_EXECUTE = 127
PR_SET_PDEATHSIG = 1
SIGKILL = 9


def _become(argv, parent, interactive, output, errors):
    """Turn this forked process into `argv`; does not return."""
    try:
        import ctypes
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, SIGKILL)
        if os.getppid() != parent:
            os._exit(EXIT_CANNOT_EXECUTE)
        if not interactive:
            os.setpgid(0, 0)
            os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        if errors is not None:
            os.dup2(errors, 2)
        os.dup2(output, 1)
        os.execv(argv[0], argv)
    except OSError as error:
        os.write(2, ("cannot execute %s: %s\n" % (argv[0], error.strerror)).encode())
    finally:
        os._exit(EXIT_CANNOT_EXECUTE)


class Child:
    """A running QEMU. `output` and `errors` are the read ends of its stdout and stderr."""

    def __init__(self, argv, interactive):
        self.status = None
        self._group = not interactive
        self.output, output = os.pipe()
        self.errors, errors = (None, None) if interactive else os.pipe()
        parent = os.getpid()
        self.pid = os.fork()
        if self.pid == 0:
            _become(argv, parent, interactive, output, errors)
        os.close(output)
        if errors is not None:
            os.close(errors)

    def poll(self):
        """Whether it has ended; `status` is then its exit status, negative for a signal."""
        if self.status is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self.status = os.waitstatus_to_exitcode(status)
        return self.status is not None

    def wait(self):
        if self.status is None:
            self.status = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
        return self.status

    def kill(self):
        """End it and whatever it started; harmless when it has ended already."""
        if self._group:
            # Its own setpgid() may not have happened yet; then there is no group to end.
            try:
                os.killpg(self.pid, SIGKILL)
            except ProcessLookupError:
                pass
        if not self.poll():
            os.kill(self.pid, SIGKILL)
            self.wait()
