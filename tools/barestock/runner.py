# SPDX-License-Identifier: GPL-2.0-only
"""tools/run: from the command line to the exit status.

Owns the order: check everything that can be wrong, start QEMU, and only then load what is needed to
watch it, so that both start up at the same time. Whatever ends this function ends QEMU.
"""
import os
import sys
import time

from barestock import options as command_line
from barestock import qemu
from barestock.child import Child

# As verdict.py has it; that module is not needed before QEMU is on its way.
INTERRUPTED = 130


class Interrupted(BaseException):
    """A signal asked this program to stop. Not an Exception: nothing on the way may swallow it."""


def _stop(signum, frame):
    raise Interrupted


def _catch_signals():
    # What the module signal is made of: that one loads enum first, a tenth of what a boot may take.
    import _signal
    for number in (_signal.SIGINT, _signal.SIGTERM, _signal.SIGHUP):
        _signal.signal(number, _stop)


def _say(text):
    print(text, file=sys.stderr)


def _open_log(path):
    if path is None:
        path = os.devnull
    try:
        return os.open(path, os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o666)
    except OSError as error:
        raise command_line.UsageError("cannot write log '%s': %s"
                                      % (path, error.strerror)) from None


def _read_log(log):
    """Everything in the log; only the file holds it all."""
    os.lseek(log, 0, os.SEEK_SET)
    parts = []
    while part := os.read(log, 1 << 20):
        parts.append(part)
    return b"".join(parts)


class Terminal:
    """The terminal's settings around an interactive boot: QEMU, when killed, leaves it raw."""

    def __init__(self, interactive):
        self._saved = None
        if interactive and os.isatty(0):
            import termios
            self._saved = termios.tcgetattr(0)

    def restore(self):
        if self._saved is not None:
            import signal
            import termios
            # A program in the background that does this is stopped, unless it will not hear of it.
            signal.signal(signal.SIGTTOU, signal.SIG_IGN)
            termios.tcsetattr(0, termios.TCSADRAIN, self._saved)


def _backtrace(console, kernel):
    """Print the guest's backtrace with names, if it printed one."""
    if not console.backtrace:
        return
    from barestock import symbols
    elf = symbols.elf_beside(kernel)
    try:
        table = symbols.Symbols(elf)
    except (OSError, ValueError) as error:
        _say("backtrace without names: %s" % error)
        return
    for line in console.backtrace:
        _say(symbols.annotate(line, table))


def _resets(options):
    """Who counts the guest's resets, if it may make any; else QEMU ends at the first one."""
    if not options.resets:
        return None
    from barestock.resets import Resets
    return Resets(options.resets)


def _watch(child, log, options, resets, title, started):
    """Follow the boot to its end: (what the console said, how it ended)."""
    from barestock.progress import Progress
    progress = Progress(title, options.quiet or options.interactive, started)
    try:
        from barestock.boot import Boot
        echo = 1 if options.interactive else None
        boot = Boot(child, log, options, progress, echo, resets)
        ending = boot.follow()
    finally:
        progress.wipe()
    return boot.console, ending


def _judge(log, console, ending, options, mode, title):
    """Say what the boot amounts to; the exit status."""
    from barestock import verdict
    status, text = verdict.judge(_read_log(log), console, ending,
                                 qemu.exit_word(options, mode), options)
    if status or not options.quiet:
        _say("%s: %s" % (title, text))
    return status


def _boot(options, root):
    mode = qemu.choose_mode(options)
    program = qemu.find_program(options, root)
    kernel = qemu.find_kernel(options, root)
    log = _open_log(options.log)
    terminal = Terminal(options.interactive)
    title = "%s %s" % (options.arch, qemu.ENVIRONMENTS[mode])
    started = time.monotonic()
    _catch_signals()
    resets = _resets(options)
    argv = qemu.command(options, mode, program, kernel) + (resets.arguments if resets else [])
    child = Child(argv, options.interactive)
    try:
        if options.gdb and not options.quiet:
            _say("%s: stopped at entry; gdb: target remote :1234" % title)
        console, ending = _watch(child, log, options, resets, title, started)
    except OSError as error:
        _say("%s: cannot write the log: %s" % (title, error.strerror))
        return 1
    finally:
        child.kill()
        terminal.restore()
    status = 0
    if options.log is not None:
        status = _judge(log, console, ending, options, mode, title)
    if status or options.log is None:
        _backtrace(console, kernel)
    return status


def main(words, root):
    """Exit status of tools/run with the arguments `words`, in the project at `root`."""
    if "--help" in words or "-h" in words:
        print(command_line.USAGE, end="")
        return 0
    try:
        return _boot(command_line.parse(words), root)
    except command_line.UsageError as error:
        _say("tools/run: %s" % error)
        return 2
    except (Interrupted, KeyboardInterrupt):
        _say("tools/run: interrupted")
        return INTERRUPTED
