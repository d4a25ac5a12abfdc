# SPDX-License-Identifier: GPL-2.0-only
"""From raw samples to rows: every division of a figure is made here, in integers.

A run's t1 and t2 are ticks of `loops` rounds of a block of N and of 2N copies of one operation. The
loop around both is the same, so their difference is N x loops operations and no loop. Percentiles
of an operation cannot be had from a difference; they come from t2 alone and hold a share of the
loop. The invariant: no figure is changed by another one; the empty block stands beside it.
A run for a set time has a rate instead: each CPU's pairs by its own time, summed.
"""

MILLI = 1000
FIGURES = ("min_milli", "p50_milli", "p99_milli", "max_milli")


def divide(numerator, denominator):
    """The nearest integer to numerator / denominator (denominator > 0); halves go away from 0."""
    quotient = (2 * abs(numerator) + denominator) // (2 * denominator)
    return quotient if numerator >= 0 else -quotient


def median_doubled(samples):
    """Twice the median, so that it is an integer for an even number of samples too."""
    ordered = sorted(samples)
    count = len(ordered)
    return ordered[(count - 1) // 2] + ordered[count // 2]


def percentile(samples, percent):
    """The smallest sample that at least `percent` % of the samples do not exceed."""
    ordered = sorted(samples)
    rank = -(-percent * len(ordered) // 100)
    return ordered[max(rank, 1) - 1]


def figures(run):
    """The *_milli figures of a run record, all None when it has no samples of one kind."""
    t1, t2 = run.get("t1"), run.get("t2")
    if not t1 or not t2:
        return dict.fromkeys(FIGURES)
    operations = run["n"] * run["loops"]
    return dict(zip(FIGURES, (
        divide(MILLI * (min(t2) - min(t1)), operations),
        divide(MILLI * (median_doubled(t2) - median_doubled(t1)), 2 * operations),
        divide(MILLI * percentile(t2, 99), 2 * operations),
        divide(MILLI * max(t2), 2 * operations))))


def kops_milli(run, counter_hz):
    """Thousandths of 1000 pairs a second, all CPUs together; None without times or their rate."""
    pairs = [(ops, ticks) for ops, ticks in zip(run.get("ops", ()), run.get("ticks", ())) if ticks]
    if not pairs or counter_hz <= 0:
        return None
    return sum(divide(ops * counter_hz, ticks) for ops, ticks in pairs)


def _state(run):
    """What the empty block must share with a run to stand beside it."""
    return run["model"], run["cpus"], run["cpu"], run["context"], run["irqs"], run["nest"]


def _overheads(runs):
    """The empty block's min_milli by state; the first valid run of a state counts."""
    found = {}
    for run in runs:
        if run["case"] == "null" and run["verdict"] == "ok":
            found.setdefault(_state(run), figures(run)["min_milli"])
    return found


STATE = ("cpus", "context", "irqs", "nest", "v1", "size", "batch", "accounting")


def _row(run, boot, overheads):
    """The members of docs/records.md; what a run has not is None."""
    hello, clock = boot.hello, boot.clock
    row = {name: run[name] for name in ("run", "case", "variant", "model")}
    row.update(arch=hello["arch"], env=hello["env"])
    row.update((name, run[name]) for name in STATE)
    row.update(n=run.get("n"), samples=min(len(run.get("t1", ())), len(run.get("t2", ()))),
               unit=clock["unit"])
    row.update(figures(run))
    row.update(overhead_milli=overheads.get(_state(run)), verdict=run["verdict"],
               reason=run["reason"], build=hello["build"], machine=hello["machine"],
               counter_hz=clock["counter_hz"], kops_milli=kops_milli(run, clock["counter_hz"]),
               profile=boot.plan["profile"] if boot.plan else "", cpu=run["cpu"],
               core=run["core"])
    return row


# Members of a count record that are not counts: the row's own, and what is about the run.
NOT_COUNTED = ("run", "case", "variant", "model", "verdict", "reason", *STATE)
OF_THE_RUN = ("rec", "seq", "tick", "irqs_taken", "irqs_unexpected", "switches", "migrations",
              "resched_pending", "lost")


def _count_row(record, boot):
    """A row for a count record: the same members, no figures, and `counts` by name."""
    state = {"run": None, "cpus": boot.hello["cpus"], "context": "task", "irqs": "on", "nest": 0,
             "size": 0, "batch": 0, "accounting": "on", "cpu": 0, "core": 0}
    state.update((name, record[name]) for name in NOT_COUNTED if name in record)
    row = _row(state, boot, {})
    row["unit"] = "count"
    row["counts"] = {name: value for name, value in record.items()
                     if name not in NOT_COUNTED and name not in OF_THE_RUN}
    return row


def rows_of(boot):
    """One row (a dict, members in the order of docs/records.md) for each run and count of a Boot."""
    overheads = _overheads(boot.runs)
    return ([_row(run, boot, overheads) for run in boot.runs]
            + [_count_row(record, boot) for record in boot.counts])
