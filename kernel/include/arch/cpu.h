/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * cpu - the processors: find them, start them, let them wait, end the machine.
 *
 * A CPU has a slot (0, the boot CPU, up to what arch_cpus_find() returns, less one) and a hardware
 * id (APIC id, MPIDR). The id is a name and never an index: ids are sparse, and the boot CPU's need
 * not be 0.
 */
#ifndef ARCH_CPU_H
#define ARCH_CPU_H

#include <lib/types.h>

#define CPUS_MAX 512

struct cpu_desc {
	u64 hw_id;
	bool present;	     /* firmware says that it can be started */
	const char *refusal; /* why not, if !present; a constant string */
};

/*
 * Given to a new CPU by value, in registers or in its own start block, never through a shared
 * variable.
 */
struct cpu_start {
	u32 slot;
	unsigned long stack_top;
	unsigned long percpu_offset;
	bool is_hurried; /* several before it gave no sign of life: a short wait for one will do */
};

/*
 * Boot CPU, early in kmain(), before memory is known. Traps, the descriptor tables or vectors, and
 * whatever else makes a fault report itself. Then the same per CPU for the others, from
 * secondary_main().
 */
void arch_cpu_init(u32 slot);

/*
 * List what the firmware's tables name: at most @max, the boot CPU first, each hardware id once.
 * Context: boot CPU, after mapping_init(). Returns how many; *nr_dropped: listed beyond @max. Needs
 * no table to find the boot CPU itself.
 */
u32 arch_cpus_find(struct cpu_desc *cpus, u32 max, u32 *nr_dropped);

/*
 * Prepare what all starts share (x86_64: the start page below 1 MiB, and INIT to all). 0, or a
 * negative errno with *why: the machine stays on one CPU.
 */
int arch_cpus_prepare(const struct cpu_desc *cpus, u32 nr, const char **why);

/*
 * Ask @cpu to start and enter secondary_main(start->slot). Returns at once or after a bounded wait;
 * 0 means asked, not arrived: the caller waits for the arrival with a bound. Negative errno:
 * refused by the firmware or no sign of life, *why says how; the CPU is stopped then, and may be
 * asked once more. Not after -EBUSY: it was stopped while it ran on what @start named, whatever its
 * state says. One that was asked with success never is: it may run on that.
 */
int arch_cpu_start(const struct cpu_desc *cpu, const struct cpu_start *start, const char **why);

/*
 * Wait for an interrupt. Called with interrupts masked; unmasks and waits as one step; returns with
 * them on.
 */
void arch_cpu_idle(void);

/* Stop this CPU for good: masked, asleep, memory no longer touched. */
void arch_cpu_park(void) __noreturn;

/* In a loop that waits for another CPU. */
static __always_inline void cpu_relax(void);

/* This CPU's hardware id; CPUID signature or MIDR; one printable line on the CPU. */
u64 arch_cpu_hw_id(void);
u64 arch_cpu_ident(void);

/*
 * What kind of core this CPU is: equal for two that are built alike, whatever their revision.
 * x86_64: CPUID signature, and above bit 32 the core type of leaf 0x1a (Intel SDM vol. 2, CPUID;
 * 0: no such leaf). arm64: MIDR without revision (Arm ARM, MIDR_EL1). Not told apart: equal cores
 * with other clocks or caches.
 */
u64 arch_cpu_core_type(void);
void arch_cpu_describe(char *buf, size_t bytes);

/* How to end; `exit=` and `end=` on the command line. */
enum exit_method {
	EXIT_HALT,     /* stay, asleep */
	EXIT_DEBUG,    /* the emulator's exit device or call, with the code */
	EXIT_POWEROFF, /* the firmware's way, without a code */
	EXIT_RESET,    /* start again, memory kept where the machine can */
};

/* End the machine. Does not return; where the method does not work, halts. */
void arch_exit(enum exit_method method, u32 code) __noreturn;

/*
 * Bring [@p, @p + @bytes) from this CPU's caches to memory, where a reset leaves it. Any context.
 */
void arch_cache_clean(const void *p, size_t bytes);

/* "x86_64", "arm64"; for records. */
extern const char arch_name[];

/* The word that `exit=` has for EXIT_DEBUG on this architecture ("isa-debug", "semihost"). */
extern const char arch_exit_debug_name[];

#include <asm/cpu.h>

#endif
