# SPDX-License-Identifier: GPL-2.0-only
"""Puts the tables of a report together from the rows of whole logs.

Owns the order in which things are told: the boots, the two pairs in question, the published row
beside its own state, the tables of the subjects (subject_report.py), every case, what was refused and
what the signs mean. The short form is for a terminal and names what it leaves to the whole one.
"""
from barestock import blocks, cores, names, published, records, rows, series, subject_report, subjects, table


class Report:
    """Everything a report says, before it is written in some format."""

    def __init__(self, logs, tools, is_short=False):
        """`logs` is [(path, bytes)]; raises records.LogError, with the path before its text."""
        figures = published.load(tools)
        self.boots = []
        self.rows = []
        for path, data in logs:
            try:
                boot = records.read_boot(data)
            except records.LogError as error:
                raise records.LogError(0, "%s: %s" % (path, error)) from None
            self.boots.append((path, boot))
            self.rows += [dict(row, log=path) for row in cores.split(rows.rows_of(boot), boot)]
        plain = [row for row in self.rows if not subjects.is_subject(row)]
        self.blocks, self.refused = blocks.sort_rows(plain)
        self.extra_keys = self._extra_keys(plain)
        self.machine_names = self._name_machines()
        self.subjects = subject_report.SubjectReport(
            [row for row in self.rows if subjects.is_subject(row)], self.machine_names,
            series.load(tools))
        self.is_short = is_short
        self.published = figures
        self.published_table = published.table(figures, self.blocks, self.machine_names,
                                               names.case_name)

    def _name_machines(self):
        """Short names: the architecture, with a number where one has several machines."""
        found = dict.fromkeys((b.hello["arch"], b.hello["machine"]) for _, b in self.boots)
        named = {}
        for arch, machine in found:
            same = [other for other in found if other[0] == arch]
            number = " #%d" % (same.index((arch, machine)) + 1) if len(same) > 1 else ""
            named[arch, machine] = arch + number
        for _, boot in self.boots:
            arch, machine = boot.hello["arch"], boot.hello["machine"]
            for core in cores.core_names(boot).values():
                named[arch, cores.machine_of(machine, core)] = named[arch, machine] + " " + core
        return named

    def tables(self):
        """The tables of this form, in the order of reading."""
        return [one for one in self._all() if self._is_shown(one)]

    def left_out(self):
        """Titles of the tables that only the whole form has."""
        return [one.title for one in self._all() if one.scope != table.SHORT
                and not self._is_shown(one)]

    def _is_shown(self, one):
        return one.scope in (table.BOTH, table.SHORT if self.is_short else table.WHOLE)

    def _all(self):
        found = [self._headline(block) for block in self.blocks]
        found.append(self.published_table)
        found += self.subjects.tables
        counted = {machine for block in self.blocks if block.measure == "insn"
                   for machine in block.machines()}
        for block in self.blocks:
            is_quiet = block.measure != "insn" and blocks.is_emulated(block.env)
            found.append(self._full(block))
            if is_quiet and counted.issuperset(block.machines()):
                found[-1].scope = table.WHOLE
        return [one for one in found if one]

    def _empty(self, title, block, keys):
        groups = [(self.machine_names[machine], block.models()) for machine in block.machines()]
        return table.Table(title, keys, groups, block.label)

    def _values(self, block, state):
        return [block.text(state, machine, model)
                for machine in block.machines() for model in block.models()]

    def _headline(self, block):
        wanted = [state for state in block.states()
                  if state[0] in names.HEADLINE and state[1] == "-" and state[5] == 0]
        if not wanted:
            return None
        result = self._empty("one pair, outermost: " + block.title, block,
                             ["operation", "irqs at entry"] + self.extra_keys)
        for state in wanted:
            result.row([names.case_name(state[0]), state[4]] + self._extra(state),
                       self._values(block, state))
        return result

    def _extra_keys(self, plain):
        """Key columns for what is the same in nearly every report: shown only where it is not."""
        contexts = {row["context"] for row in plain}
        cpus = {row["cpus"] for row in plain}
        return (["context"] if contexts != {"task"} else []) + (["CPUs"] if cpus != {1} else [])

    def _extra(self, state):
        texts = {"context": state[2], "CPUs": str(state[3])}
        return [texts[key] for key in self.extra_keys]

    def _full(self, block):
        result = self._empty("every case: " + block.title, block,
                             ["operation", "irqs", "nesting"] + self.extra_keys)
        lines = [(state, self._values(block, state)) for state in block.states()]
        group = None
        for state, irqs, nests, values in _merge(lines):
            if names.case_group(state[0]) != group:
                group = names.case_group(state[0])
                result.heading(group)
            name = names.case_name(state[0]) + ("" if state[1] == "-" else " " + state[1])
            result.row([name, irqs, nests] + self._extra(state), values)
        return result

    @property
    def is_empty(self):
        return not self.blocks and not self.subjects.tables

    def notes(self):
        """Paragraphs that explain the tables."""
        found = []
        if (any(cell.differs for block in self.blocks for cell in block.cells.values())
                or self.subjects.differs):
            found.append("%s: boots or samples differ; the middle one stands here."
                         % blocks.MARK_DIFFER)
        if self.blocks:
            found.append("irqs: whether interrupts were on at entry. nesting: outer, or nested "
                         "in a section of the same kind. Times are medians of the samples.")
            found.append("-: not measured on that machine, or refused. The empty block is the same "
                         "difference with no operation in it; it is subtracted nowhere.")
        if any(blocks.is_emulated(row["env"]) for row in self.rows if row["verdict"] == "ok"):
            found.append("An emulator's time says how the emulator works. Only instructions "
                         "counted under tcg-icount mean something outside it, and they are no "
                         "time.")
        if self.published_table:
            found.append(published.footnote(self.published))
        for one in self.tables():
            found += [note for note in one.footnotes if note not in found]
        return found

    def refusals(self):
        """A line for each refused run of a primitive, and for each kind of refusal of subjects."""
        lines = ["%s %s: run %d, %s, model %s, irqs %s, %s: %s"
                 % (self.machine_names[row["arch"], row["machine"]], row["env"], row["run"],
                    names.case_name(row["case"]), row["model"], row["irqs"],
                    names.nest_name(row["nest"]), row["reason"] or "no reason given")
                 for row in self.refused]
        return lines + subjects.refusals(self.subjects.refused, self.machine_names)

    def boot_lines(self):
        """Two or three lines for each boot: what ran, and on what."""
        lines = []
        for path, boot in self.boots:
            hello, clock = boot.hello, boot.clock
            counter = ""
            if clock:
                rate = "%d Hz" % clock["counter_hz"] if clock["counter_hz"] else "rate unknown"
                counter = ", counter %s (%s)" % (clock["counter"], rate)
            lines.append("%s %s: %d of %d CPUs, build %s%s"
                         % (self.machine_names[hello["arch"], hello["machine"]], hello["env"],
                            hello["cpus"], hello["cpus_found"], hello["build"], counter))
            lines.append("  %s; %s" % (hello["machine"], path))
            measured = ["CPU %d (%s)" % (cpu, name.removesuffix(", CPU %d" % cpu))
                        for cpu, name in cores.core_names(boot).items()]
            if measured:
                lines.append("  measured on " + ", ".join(measured))
        return lines


def _merge(lines):
    """(state, irqs, nesting, values) with equal lines of neighbouring states made one.

    First outer and nested, then on and off; so what is merged was equal in every column.
    """
    merged = []
    for state, values in lines:
        last = merged[-1] if merged else None
        if last and last[0][:5] == state[:5] and last[3] == values:
            last[2].append(state[5])
        else:
            merged.append((state, [state[4]], [state[5]], values))
    result = []
    for state, irqs, nests, values in merged:
        last = result[-1] if result else None
        if last and last[0][:4] == state[:4] and last[2:] == (nests, values) and last[1] != irqs:
            last[1].extend(irqs)
        else:
            result.append((state, irqs, nests, values))
    return [(state, ", ".join(irqs), names.nests_name(nests), values)
            for state, irqs, nests, values in result]
