# SPDX-License-Identifier: GPL-2.0-only
"""The figures of the summary and of its QR code as docs/records.md has them, worked out from a boot's records alone."""
import os
import re
import sys

HERE = os.path.dirname(os.path.realpath(__file__))
sys.path[:0] = [os.path.join(os.path.dirname(os.path.dirname(HERE)), "tools")]

from barestock import rows  # noqa: E402  (needs the path above)

MODELS = ("none", "voluntary", "full")
VARIANTS = ("base", "v6-refill", "v6-taskobj")
CODE_BYTES = 360
# A line of the page that holds figures.
ROW = re.compile(r"  (none|voluntary|full) +irqs ")


def decimal(milli):
    if milli is None:
        return "-".rjust(12)
    return ("%s%d.%03d" % ("-" * (milli < 0), abs(milli) // 1000, abs(milli) % 1000)).rjust(12)


class Headline:
    """Of one boot of the bench."""

    def __init__(self, boot):
        self.boot = boot
        self._rows = sorted((row for row in rows.rows_of(boot) if row["run"] is not None), key=lambda row: row["run"])
        self._cpus = list(dict.fromkeys(row["cpu"] for row in self._rows if row["cpus"] == 1))

    def _figure(self, cpu, case, variant, model, irqs):
        """p50_milli of the first run that was asked so; None: it was refused, or there is none."""
        wanted = {"cpu": cpu, "case": case, "variant": variant, "model": model, "irqs": irqs, "cpus": 1,
                  "context": "task", "nest": 0, "v1": 0, "size": 128 if case == "alloc1" else 0}
        for row in self._rows:
            if wanted.items() <= row.items() and row["accounting"] in ("-", "on"):
                return row["p50_milli"] if row["verdict"] == "ok" else None
        return None

    def _pairs(self, cpu):
        """[(model, irqs, figures)]"""
        found = [(model, irqs, [self._figure(cpu, case, "-", model, irqs) for case in ("irq_save", "preempt")])
                 for model in MODELS for irqs in ("on", "off")]
        return [one for one in found if one[2] != [None, None]]

    def _allocs(self, cpu):
        """The same; a model with interrupts on if that was measured, else off."""
        found = {}
        for model in MODELS:
            for irqs in ("on", "off"):
                figures = [self._figure(cpu, "alloc1", variant, model, irqs) for variant in VARIANTS]
                if any(figure is not None for figure in figures):
                    found.setdefault(model, (model, irqs, figures))
        return list(found.values())

    def page_rows(self):
        lines = []
        for cpu in self._cpus:
            pairs = [(model, irqs, [irq, preempt, None if None in (irq, preempt) else irq - preempt])
                     for model, irqs, (irq, preempt) in self._pairs(cpu)]
            lines += ["  %-9s irqs %-4s %s %s %s" % (model, irqs, *map(decimal, figures))
                      for model, irqs, figures in pairs + self._allocs(cpu)]
        return lines

    def _code_group(self, cpu, letter, group):
        lines = ["%s %s%d %s" % (letter, model[0], irqs == "on", " ".join(map(str, figures)))
                 for model, irqs, figures in group if None not in figures]
        return ["cpu %d" % cpu] * (self._cpus != [0] and (letter == "p" or bool(lines))) + lines

    def code_lines(self):
        hello, bye = self.boot.hello, self.boot.bye
        lines = ["BSQ1 %s %s %s %s" % tuple(hello[name] for name in ("image", "arch", "env", "build")),
                 hello["machine"][:48],
                 "cpus %d %d runs %d %d %s" % (hello["cpus"], hello["cpus_found"], bye["runs_ok"], bye["runs_refused"],
                                               "failed" if bye["status"] else "finished")]
        lines += ["unit " + self.boot.clock["unit"]] * bool(self._cpus)
        for cpu in self._cpus:
            lines += self._code_group(cpu, "p", self._pairs(cpu))
        for cpu in self._cpus:
            lines += self._code_group(cpu, "a", self._allocs(cpu))
        while sum(len(line) + 1 for line in lines) > CODE_BYTES:
            lines.pop()
        return lines
