# SPDX-License-Identifier: GPL-2.0-only
"""What a boot that is over amounts to: an exit status of tools/run and one line for the user.

The verdict needs both witnesses: the log must be whole and its last record say so, and the exit
device must agree. Neither is enough alone, since QEMU's own failure looks like an exit code and
a guest may die after its last record.
"""
from barestock import ktap, qemu, records
from barestock.child import EXIT_CANNOT_EXECUTE

FINISHED, FAILED, USAGE, CRASH, NO_RECORDS, INTERRUPTED = 0, 1, 2, 3, 4, 130


class Ending:
    """How a boot ended. `hang` is None or the seconds it was given; `status` is QEMU's, unless what the boot was to
    show has been `reached`.
    """

    def __init__(self, status, hang, errors, reached):
        self.status = status
        self.hang = hang
        self.errors = errors
        self.reached = reached

    def qemu_said(self):
        """QEMU's end in words, with the first thing on its stderr that is not a warning."""
        how = "status %d" % self.status if self.status >= 0 else "signal %d" % -self.status
        lines = self.errors.decode("utf-8", "replace").split("\n")
        why = [line.strip() for line in lines if line.strip() and " warning: " not in line][:1]
        return "QEMU ended with %s%s" % (how, "".join(": " + line for line in why))


def _stage(console):
    return "last stage: %s" % (console.stage or "none")


def _judge_hang(console, ending):
    if console.ended:
        return CRASH, "hang: the guest did not end after its last record; %s" % _stage(console)
    return CRASH, "hang: no end after %g s; %s" % (ending.hang, _stage(console))


def _refusal(log):
    """What the kernel says when it will not go on: from its first `error:` line to the end, or None."""
    lines = log.decode("ascii", "replace").replace("\r", "").split("\n")
    starts = [n for n, line in enumerate(lines) if line.startswith("error: ")]
    if not starts:
        return None
    return "\n".join("  " + line for line in lines[starts[0]:] if line)


def _judge_silent(log, console, ending):
    refusal = _refusal(log)
    if refusal:
        return FAILED, "refused by the kernel:\n" + refusal
    if ending.status < 0 or console.backtrace:
        return CRASH, "crash: %s; no records; %s" % (ending.qemu_said(), _stage(console))
    if ending.status == EXIT_CANNOT_EXECUTE and ending.errors.startswith(b"cannot execute"):
        return USAGE, "no QEMU: %s" % ending.errors.decode("utf-8", "replace").strip()
    return NO_RECORDS, "no records: %s" % ending.qemu_said()


def _judge_damaged(console, ending, log, error):
    panic = log.rfind(b'{"rec":"panic"')
    if panic >= 0:
        try:
            text = log[panic:].split(b"\n")[0].decode("ascii", "replace").strip()
            record = records.DECODER.decode(text)
            where = " (%(file)s:%(line)s)" % record if record["file"] else ""
            return CRASH, "panic: %s%s" % (record["reason"], where)
        except (ValueError, KeyError):
            return CRASH, "panic; its record is damaged; %s" % _stage(console)
    if not console.ended:
        return CRASH, "crash: no last record; %s; %s" % (ending.qemu_said(), _stage(console))
    return FAILED, "bad log: %s" % error


def _judge_tests(log):
    results = ktap.read(log)
    counts = "%d passed, %d failed" % (results.passed, results.failed)
    if results.skipped:
        counts += ", %d skipped" % results.skipped
    if results.problems:
        return FAILED, "failed: %s\n%s" % (counts, "\n".join("  " + p for p in results.problems))
    return FINISHED, "finished: %s" % counts


def _judge_mute(ending, exit_word):
    """A machine without a serial port has one witness only."""
    code = qemu.guest_code(exit_word, ending.status)
    if code is None:
        return NO_RECORDS, "no word from its exit device: %s" % ending.qemu_said()
    return code, ("finished", "failed")[code] + ", says its exit device"


def judge(log, console, ending, exit_word, options):
    """(exit status, text) for the boot whose console said `log`; options.image if hello does not say."""
    if ending.hang is not None:
        return _judge_hang(console, ending)
    if options.until and not ending.reached:
        return CRASH, "'%s' was not seen; %s" % (options.until, ending.qemu_said())
    if options.serial == "none":
        return _judge_mute(ending, exit_word)
    if ending.reached and not console.records:
        return FINISHED, "seen: '%s'" % options.until
    if not console.records:
        return _judge_silent(log, console, ending)
    try:
        boot = records.read_boot(log)
    except records.LogError as error:
        return _judge_damaged(console, ending, log, error)
    code = qemu.guest_code(exit_word, ending.status)
    if ending.reached:
        code = None
    elif exit_word in qemu.EXIT_CODES and code is None or ending.status < 0:
        return CRASH, "crash after the last record: %s" % ending.qemu_said()
    if code is not None and code != boot.bye["status"]:
        return FAILED, ("failed: exit code %d, but the last record says %d"
                        % (code, boot.bye["status"]))
    tests = (boot.hello["image"] or options.image) == "test"
    if tests:
        status, text = _judge_tests(log)
    else:
        status, text = FINISHED, "finished: %(runs_ok)d runs, %(runs_refused)d refused" % boot.bye
    if boot.bye["status"] != 0 and status == FINISHED:
        return FAILED, "failed: the guest says so%s" % text.removeprefix("finished")
    return status, text
