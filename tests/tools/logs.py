# SPDX-License-Identifier: GPL-2.0-only
"""Logs made up for the tests: whole ones, which each test then damages in its own way."""
import json
import zlib


def record_line(record):
    """The record as the guest prints it, line end and all."""
    text = json.dumps(record, separators=(",", ":")).encode("ascii")
    return b"BS1 %08x %s\r\n" % (zlib.crc32(text), text)


def numbered(records):
    """The records with `rec` first, `seq` second and counting."""
    return [{"rec": r["rec"], "seq": seq, **{k: v for k, v in r.items() if k not in ("rec", "seq")}}
            for seq, r in enumerate(records)]


def hello(**changes):
    return dict({"rec": "hello", "version": 1, "arch": "x86_64", "env": "tcg-icount", "cpus": 1,
                 "cpus_found": 1, "build": "c0ffee12", "image": "bench",
                 "machine": "QEMU TCG CPU version 2.5+", "loader": "pvh",
                 "cmdline": "env=tcg-icount exit=isa-debug"}, **changes)


def clock(**changes):
    return dict({"rec": "clock", "unit": "insn", "counter": "tsc", "counter_hz": 0,
                 "timer_hz": 0, "source": "icount"}, **changes)


def plan(runs, **changes):
    return dict({"rec": "plan", "runs": runs, "profile": "quick", "samples": 4, "seed": 1},
                **changes)


def run(number, case="irq_save", per_operation=10, **changes):
    """A run of 4 samples in which an operation takes `per_operation` ticks, the loop 7 a round."""
    n, loops = changes.get("n", 32), changes.get("loops", 4)
    t1 = [(n * per_operation + 7) * loops] * 4
    t2 = [(2 * n * per_operation + 7) * loops] * 4
    return dict({"rec": "run", "run": number, "case": case, "variant": "-", "model": "full",
                 "cpus": 1, "context": "task", "irqs": "off", "nest": 0, "n": n, "loops": loops,
                 "t1": t1, "t2": t2, "irqs_taken": 0, "switches": 0, "migrations": 0,
                 "resched_pending": 0, "lost": 0, "verdict": "ok", "reason": ""}, **changes)


def bye(before, **changes):
    """The last record for the records `before` it."""
    verdicts = [r["verdict"] for r in before if r["rec"] == "run"]
    return dict({"rec": "bye", "records": len(before) + 1, "dropped": 0,
                 "runs_ok": verdicts.count("ok"), "runs_refused": verdicts.count("refused"),
                 "status": 0}, **changes)


def boot_records(runs, bye_changes=None, clock_changes=None, **hello_changes):
    """All records of one whole boot."""
    found = [hello(**hello_changes), clock(**(clock_changes or {})), plan(len(runs))] + list(runs)
    return numbered(found + [bye(found, **(bye_changes or {}))])


def lines_of(records):
    """The console's lines: the firmware's, stages, records, and a table for people."""
    lines = [b"\x1bc\x1b[?7l\x1b[2J\xff\xfeSeaBIOS (version 1.16)\r\n", b"stage: boot\r\n"]
    for record in records:
        if record["rec"] == "plan":
            lines.append(b"stage: measure\r\n")
        if record["rec"] == "bye":
            lines.append(b"irq_save  10\r\n")
        lines.append(record_line(record))
    return lines


def boot_log(runs, **changes):
    """The bytes of a whole log."""
    return b"".join(lines_of(boot_records(runs, **changes)))


def small_log():
    return boot_log([run(0), run(1, "null", 0)])


# Instructions of each case in x86_64 and arm64: (model none, voluntary, full), irqs on, irqs off.
COUNTS = {
    "x86_64": {"null": (0, 0), "counter_read": (3, 3), "irq_save": (10, 8), "irq_toggle": (2, 2),
               "irq_popf": (6, 6), "bh": (2, 2), "percpu_add": (1, 1), "atomic_add": (1, 1),
               "spinlock": (7, 7), "spinlock_irqsave": (17, 15), "rcu_read": (0, 0)},
    "arm64": {"null": (0, 0), "counter_read": (2, 2), "irq_save": (3, 3), "irq_toggle": (2, 2),
              "irq_daif2": (8, 4), "irq_pmr": (6, 6), "irq_pmr_dsb": (7, 7), "bh": (5, 5),
              "percpu_add_llsc": (8, 8), "percpu_add_lse": (5, 5), "atomic_add_llsc": (4, 4),
              "atomic_add_lse": (1, 1), "spinlock": (9, 9), "spinlock_irqsave": (12, 12),
              "rcu_read": (0, 0)},
}
PREEMPT = {"x86_64": (0, 0, 3), "arm64": (0, 0, 7)}
MODELS = ("none", "voluntary", "full")


def matrix_runs(arch, scale=1):
    """A run for each case, model, state of interrupts and nesting."""
    runs = []
    for place, model in enumerate(MODELS):
        for irqs in ("on", "off"):
            for nest in (0, 1):
                cells = {c: counts[irqs == "off"] for c, counts in COUNTS[arch].items()}
                cells["preempt"] = PREEMPT[arch][place]
                for case, count in cells.items():
                    runs.append(run(len(runs), case, count * scale, model=model, irqs=irqs,
                                    nest=nest))
    return runs


VARIANTS = ("base", "v6-move", "v4-vmstat", "v6-vmstat", "v6-refill", "v6-taskobj", "v6-vmstat-nodefix",
            "v6-refill-nodefix", "v6-taskobj-nodefix", "v6-refill-xchg")
# What a made-up variant costs more than the slab alone, of one alloc and free.
ACCOUNTED = {variant: 100 - 10 * place for place, variant in enumerate(VARIANTS)}


def subject_run(number, case="alloc1", per_operation=400, variant="v6-refill", **changes):
    """A run of a subject; `per_operation` is that of the whole batch."""
    usual = {"alloc1": {"size": 128, "batch": 1}, "alloc4": {"size": 32, "batch": 4}}.get(case, {})
    return run(number, case, per_operation, **{
        "variant": variant, "irqs": "on", "n": 8, "size": 0, "batch": 0, "v1": 0,
        "accounting": "on", **usual, **changes})


def throughput(number, ops, ticks, **changes):
    """A run for a set time."""
    found = subject_run(number, "threads", size=4096, batch=1, cpus=len(ops), **changes)
    found.update(ns=20000000, ops=ops, ticks=ticks)
    return {name: value for name, value in found.items() if name not in ("t1", "t2", "n", "loops")}


def count(variant="v6-refill", **changes):
    return dict({"rec": "count", "case": "mixed", "variant": variant, "model": "full", "v1": 0,
                 "stat_calls": 4000, "stat_pushes": 800, "allocs_task": 900, "allocs_irq": 100,
                 "frees_task": 900, "frees_irq": 100, "ops": 1000, "irqsave_sections": 7,
                 "verdict": "ok", "reason": ""}, **changes)


def _off_runs(case, size, batch, scale, **state):
    return [subject_run(0, case, 50 * batch * scale + extra, "base", size=size, batch=batch,
                        accounting=word, **state)
            for word, extra in (("controller-off", 0), ("objects-off", 2 * batch))]


def subject_runs(scale=1):
    """Every variant x model x cgroup version x size x state of interrupts, and the zero rows."""
    runs = []
    for place, model in enumerate(MODELS):
        for irqs in ("on", "off"):
            state = {"model": model, "irqs": irqs}
            for size in (32, 4096):
                runs += _off_runs("alloc4", size, 4, scale, **state)
                runs += [subject_run(0, "alloc4", (50 + ACCOUNTED[v] * (1 + v1) + place) * 4 * scale, v,
                                     size=size, v1=v1, **state) for v in VARIANTS for v1 in (0, 1)]
            for context in ("task", "softirq", "hardirq"):
                runs += _off_runs("alloc1", 128, 1, scale, context=context, **state)
                runs += [subject_run(0, "alloc1", (50 + ACCOUNTED[v] + place) * scale, v,
                                     context=context, **state) for v in VARIANTS]
            runs += [subject_run(0, "stock_" + case, (20 + at) * scale, v, **state)
                     for at, case in enumerate(("hit", "refill", "drain", "owner", "node"))
                     for v in VARIANTS]
    return [dict(one, run=number) for number, one in enumerate(runs)]
