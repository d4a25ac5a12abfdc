# SPDX-License-Identifier: GPL-2.0-only
"""What people read instead of the words of the record format, and in which order.

The one table of display names. A case that is not in it is shown by its own name, at the end.
"""

# The pairs the project was started to compare.
HEADLINE = ("irq_save", "preempt")

GROUPS = (
    ("interrupt masking", (
        ("irq_save", "local_irq_save/restore"),
        ("irq_toggle", "local_irq_disable/enable"),
        ("irq_popf", "irq save, popf restore"),
        ("irq_daif2", "irq save, older DAIF #2"),
        ("irq_pmr", "irq save by GIC PMR"),
        ("irq_pmr_dsb", "irq save by GIC PMR, DSB"),
    )),
    ("preemption", (
        ("preempt", "preempt_disable/enable"),
        ("bh", "local_bh_disable/enable"),
        ("rcu_read", "rcu_read_lock/unlock"),
    )),
    ("locks, uncontended", (
        ("spinlock", "spin_lock/unlock"),
        ("spinlock_irqsave", "spin_lock_irqsave/restore"),
    )),
    ("per-CPU and atomic", (
        ("percpu_add", "this_cpu_add"),
        ("percpu_add_llsc", "this_cpu_add, LL/SC"),
        ("percpu_add_lse", "this_cpu_add, LSE"),
        ("atomic_add", "atomic_add"),
        ("atomic_add_llsc", "atomic_add, LL/SC"),
        ("atomic_add_lse", "atomic_add, LSE"),
    )),
    ("the instrument itself", (
        ("null", "empty block (null)"),
        ("nop", "control: nop"),
        ("mul_chain", "control: dependent mul"),
        ("counter_read", "counter read"),
    )),
)
OTHER = "other"

# Cases of subjects: the tables of their own say what they are.
SUBJECT_CASES = {
    "alloc4": "4 allocs, then 4 frees",
    "alloc1": "one alloc and free",
    "threads": "threads in one memcg",
    "mixed": "mixed workload",
    "stock_hit": "hit",
    "stock_refill": "refill",
    "stock_drain": "drain",
    "stock_owner": "owner",
    "stock_node": "node",
}

# In the order of the patches, each with its options behind it; the short form has the MAIN ones.
VARIANTS = ("base", "v6-move", "v4-vmstat", "v6-vmstat", "v6-vmstat-nodefix", "v6-refill",
            "v6-refill-nodefix", "v6-refill-xchg", "v6-taskobj", "v6-taskobj-nodefix")
MAIN_VARIANTS = ("base", "v6-move", "v4-vmstat", "v6-vmstat", "v6-refill", "v6-taskobj")
MAIN_MODELS = ("none", "full")
# The patches of the series that a variant has: the published rows are called so.
PATCHES = {"base": "None", "v6-move": "1", "v4-vmstat": "1-2 of v4", "v6-vmstat": "1-2",
           "v6-refill": "1-3", "v6-taskobj": "1-4"}
CONTEXTS = ("task", "softirq", "hardirq")
# The two zero rows, by the word of the record.
OFF = {"controller-off": "controller off", "objects-off": "object accounting off"}

MODELS = ("none", "voluntary", "full", "dynamic", "rt")
ARCHES = ("x86_64", "arm64")

_CASES = {case: (place, group, name)
          for place, (case, name, group) in enumerate(
              (case, name, group) for group, cases in GROUPS for case, name in cases)}


def case_name(case):
    return _CASES[case][2] if case in _CASES else SUBJECT_CASES.get(case, case)


def case_group(case):
    return _CASES[case][1] if case in _CASES else OTHER


def case_order(case):
    """A sort key: the table's order, then the unknown ones by name."""
    return (_CASES[case][0], "") if case in _CASES else (len(_CASES), case)


def order_in(known, word):
    """A sort key for words of which some have a place of their own."""
    return (known.index(word), "") if word in known else (len(known), word)


def size_name(size):
    return "%d KiB" % (size // 1024) if size >= 1024 and size % 1024 == 0 else "%d B" % size


def group_name(v1):
    return "cgroup v1" if v1 else "cgroup v2"


def nest_name(nest):
    return {0: "outer", 1: "nested"}.get(nest, "nested %d" % nest)


def nests_name(nests):
    return "both" if nests == [0, 1] else ", ".join(nest_name(nest) for nest in nests)
