/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * smp - all CPUs up, and a function run on another one.
 *
 * Whether a CPU is in is one word. Both sides leave CPU_STARTING by compare-and-exchange, the new
 * CPU when it is ready and the boot CPU when it has waited long enough, so they agree on who won:
 * a CPU is online or left out, never both, and what comes too late parks itself. Nothing leaves
 * the states behind CPU_STARTING, as there is no hotplug; but one that the architecture stopped
 * while it started is left out, whatever it said of itself.
 */
#ifndef CORE_SMP_H
#define CORE_SMP_H

#include <arch/cpu.h>
#include <lib/types.h>

enum cpu_state {
	CPU_UNTRIED,  /* nobody has asked it to start */
	CPU_STARTING, /* asked; set by the boot CPU */
	CPU_ONLINE,   /* takes interrupts and work; set by the CPU itself */
	CPU_REFUSED,  /* came and cannot go on; set by the CPU itself */
	CPU_LEFT_OUT, /* never came, or was never to come; set by the boot CPU */
};

struct cpu {
	u32 state;	       /* enum cpu_state; release when written, acquire when read */
	const char *refusal;   /* why it is not online; written by the boot CPU */
	const char *objection; /* its own, if it is CPU_REFUSED; written by the CPU itself */
	u64 ident;     /* this and the next: written by the CPU itself before it is online */
	u64 core_type; /* equal for CPUs of one kind */
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
	return __atomic_load_n(&cpus[slot].state, __ATOMIC_ACQUIRE) == CPU_ONLINE;
}

/*
 * Find the CPUs and start at most @max of them, interrupts and scheduler being up on the boot CPU.
 * One that does not come within a bound is named on the console and left out. Never fails: there is
 * always CPU 0. @idle is what a new CPU runs for good; it calls smp_set_online() once it can take
 * work. @alone_why: why no other CPU can be started at all; NULL if it can be tried.
 */
void smp_init(u32 max, void (*idle)(u32 slot), const char *alone_why);

/* The boot CPU is online from here on. */
void smp_set_boot_online(void);

/*
 * The calling CPU, @slot, takes work from here on. False: it is not expected, or no longer; then it
 * must park.
 */
bool smp_set_online(u32 slot);

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
