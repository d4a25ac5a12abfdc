# SPDX-License-Identifier: GPL-2.0-only
"""Names of kinds of CPU, and rows of a machine that measured on several CPUs told apart by them.

A boot that measured on one CPU is left as it is. Otherwise each measuring CPU is a machine of its own to the tables, so
figures of different kinds never meet. Runs of several CPUs at once are nobody's: they stay the machine's.
"""

# Arm's own parts (implementer 0x41), by MIDR bits 15:4 (Arm ARM, MIDR_EL1; each core's reference manual).
ARM_PARTS = {
    0xd03: "Cortex-A53", 0xd04: "Cortex-A35", 0xd05: "Cortex-A55", 0xd07: "Cortex-A57", 0xd08: "Cortex-A72",
    0xd09: "Cortex-A73", 0xd0a: "Cortex-A75", 0xd0b: "Cortex-A76", 0xd0c: "Neoverse-N1", 0xd0d: "Cortex-A77",
    0xd40: "Neoverse-V1", 0xd41: "Cortex-A78", 0xd44: "Cortex-X1", 0xd46: "Cortex-A510", 0xd47: "Cortex-A710",
    0xd48: "Cortex-X2", 0xd49: "Neoverse-N2", 0xd4d: "Cortex-A715", 0xd4e: "Cortex-X3", 0xd4f: "Neoverse-V2",
    0xd80: "Cortex-A520", 0xd81: "Cortex-A720", 0xd82: "Cortex-X4",
}
# CPUID leaf 0x1a, eax bits 31:24 (Intel SDM vol. 2).
INTEL_KINDS = {0x20: "Atom (E)", 0x40: "Core (P)"}
# Cases on CPUs 0 to N-1 at once.
SHARED = ("threads", "mixed")


def core_name(arch, core):
    """A kind of CPU for people, by what records call it."""
    if arch == "arm64":
        name = ARM_PARTS.get(core >> 4 & 0xfff) if core >> 24 & 0xff == 0x41 else None
        return name or "MIDR %08x" % core
    return INTEL_KINDS.get(core >> 32, "CPUID %x" % core)


def core_names(boot):
    """{slot: name} where a boot measured on more than one CPU, else nothing."""
    found = {run["cpu"]: run["core"] for run in boot.runs if run["case"] not in SHARED}
    if len(found) < 2:
        return {}
    names = {cpu: core_name(boot.hello["arch"], core) for cpu, core in found.items()}
    alike = len(set(names.values())) < len(names)
    return {cpu: "%s, CPU %d" % (name, cpu) if alike else name for cpu, name in names.items()}


def machine_of(machine, core):
    return "%s, %s" % (machine, core)


def split(rows, boot):
    """The rows of a boot, `machine` naming the core where it matters."""
    names = core_names(boot)
    return [dict(row, machine=machine_of(row["machine"], names[row["cpu"]]))
            if names and row["case"] not in SHARED else row for row in rows]
