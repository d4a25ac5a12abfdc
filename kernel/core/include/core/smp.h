/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * smp - all CPUs up, and a function run on another one.
 */
#ifndef CORE_SMP_H
#define CORE_SMP_H

#include <arch/cpu.h>
#include <lib/types.h>

struct cpu {
	bool online;	     /* set by the CPU itself, with release, once it can take interrupts */
	const char *refusal; /* why it is not online */
	u64 ident;
};

/*
 * Slots 0 .. nr_cpus_found-1. Written by the boot CPU, and each by its own CPU, during smp_init().
 */
extern struct cpu_desc cpu_descs[CPUS_MAX];
extern struct cpu cpus[CPUS_MAX];
extern u32 nr_cpus_found;
extern u32 nr_cpus_online;

/* This CPU's slot. Stable only while the thread is pinned, which all are. */
u32 smp_cpu(void);

static inline bool cpu_is_online(u32 slot)
{
	return __atomic_load_n(&cpus[slot].online, __ATOMIC_ACQUIRE);
}

/*
 * Find the CPUs and start at most @max of them, interrupts and scheduler being up on the boot CPU.
 * One that does not come within a bound is named on the console and left out. Never fails: there is
 * always CPU 0. @idle is what a new CPU runs for good; it calls smp_set_online() once it can take
 * work. @alone_why: why no other CPU can be started at all; NULL if it can be tried.
 */
void smp_init(u32 max, void (*idle)(u32 slot), const char *alone_why);
void smp_set_online(u32 slot);

/*
 * Run @fn(@arg) on @cpu in hard interrupt context and wait for it, at most @timeout_ns. 0, -ENODEV:
 * not online or no interrupts, -ETIMEDOUT: it has not begun and never will, or it is still running,
 * so @arg must outlive that. A late one holds up the calls behind it. @cpu may be this one.
 * Context: threads, interrupts on.
 */
int smp_call(u32 cpu, void (*fn)(void *arg), void *arg, u64 timeout_ns);

/* IPI_STOP to everybody else. Panic only. */
void smp_stop_others(void);

/* core/irq only. */
void smp_run_call(void);

#endif
