/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * timer - each CPU's one-shot timer, and the counter that time is read from.
 *
 * The counter runs always and at one rate; nothing here converts, that is core/clock. The timer is
 * one-shot, since a tick would disturb what is measured: core/timer keeps the list behind it and
 * arms it again. Arming and stopping happen on the own CPU with interrupts masked.
 */
#ifndef ARCH_TIMER_H
#define ARCH_TIMER_H

#include <lib/types.h>

#define NS_PER_SECOND 1000000000ull

struct clock_desc {
	u64 counter_hz;	     /* rate of arch_counter_read(); 0 if no source could tell */
	u64 guess_hz;	     /* then: a rate that such a counter hardly exceeds; never 0 */
	const char *counter; /* its name for records: "tsc", "cntvct" */
	/*
	 * Of the rate: "cpuid-15", "pmtimer", "pit", "cntfrq", ...; "none"; "conflict": several, no
	 * two of them within 1 %.
	 */
	const char *source;
	const char *checked_by; /* another source that says the same within 1 %; "none" */
	bool invariant;		/* the hardware promises that the rate never changes */
};

/*
 * The free-running counter, not ordered against other instructions. The same on every CPU as far as
 * the hardware promises it; never used to compare two CPUs within a few microseconds.
 */
static __always_inline u64 arch_counter_read(void);

/*
 * Boot CPU, after mapping_init(). Every source is bounded, checked for plausibility, and the next
 * one tried.
 */
void arch_clock_init(struct clock_desc *out);

/*
 * False: a CPU that has run arch_cpu_init() says that software moved its counter by another amount
 * than the boot CPU's. Any context.
 */
bool arch_clock_is_uniform(void);

/* Each CPU, after arch_irq_cpu_init(). 0 or -ENODEV: then sleeping threads on this CPU poll. */
int arch_timer_cpu_init(u32 slot);

/*
 * irq_dispatch(IRQ_TIMER) on this CPU after about @ns; replaces an earlier request. Any value; long
 * ones may fire early.
 */
void arch_timer_arm(u64 ns);
void arch_timer_stop(void);

/* Rate of that timer, for records; 0: there is none. */
u64 arch_timer_hz(void);

#include <asm/timer.h>

#endif
