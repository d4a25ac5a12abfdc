// SPDX-License-Identifier: GPL-2.0-only
/*
 * timer - the generic timer: CNTV at EL1, CNTHP (by the name CNTP) at EL2. Both run at the rate of
 * the counter that is read, since at EL2 no offset lies between them.
 *
 * The downward register has 31 usable bits: what is longer fires early and is armed again by the
 * caller. The boot CPU's rate counts for all; CNTFRQ_EL0 is a note by firmware, which may have
 * written it on one CPU only, so CPUs with another one are counted and named. So are counters that
 * cannot be the boot CPU's: behind it when it began, or ahead of it now.
 */
#include <arch/timer.h>
#include <asm/sysreg.h>
#include <lib/errno.h>

#include "arm64.h"
#include "gic.h"
#include "platform.h"

#define CTL_ENABLE (1u << 0)
#define CTL_MASKED (1u << 1)
#define CTL_DUE	   (1u << 2)

#define TICKS_MAX 0x7ffffffful

/* Rates seen: 1 MHz to 1 GHz. Anything outside of this is a register that nobody set. */
#define HZ_MIN 1000000ul
#define HZ_MAX 4000000000ul

/*
 * Where nobody names it: from Armv8.6 on the counter runs at 1 GHz, before that usually at 1 to
 * 50 MHz (Arm ARM, the system counter); twice that, to be on the long side.
 */
#define HZ_GUESS_FIXED	1000000000ul
#define HZ_GUESS	100000000ul
#define MMFR0_ECV_SHIFT 60

/* SBSA's numbers, where firmware names none. */
#define INTID_VIRT_USUAL     27u
#define INTID_HYP_PHYS_USUAL 26u

/* Boot CPU, before others start. */
static u64 timer_hz;
static u64 timer_ns_max;
static u64 boot_rate, boot_first; /* the boot CPU's CNTFRQ_EL0; its counter */

/* Any CPU, while it comes up. */
static u32 nr_odd_rates;
static bool counter_is_behind;
static u64 counter_latest;

static void ctl_write(u32 ctl)
{
	if (arm64_at_el2())
		sysreg_write(cntp_ctl_el0, ctl);
	else
		sysreg_write(cntv_ctl_el0, ctl);
	isb();
}

static u32 ctl_read(void)
{
	return (u32)(arm64_at_el2() ? sysreg_read(cntp_ctl_el0) : sysreg_read(cntv_ctl_el0));
}

static bool plausible(u64 hz)
{
	return hz >= HZ_MIN && hz <= HZ_MAX;
}

void arch_clock_init(struct clock_desc *out)
{
	u64 named = arm64_platform()->timer_hz;
	u64 hz = sysreg_read(cntfrq_el0) & 0xffffffff;

	boot_rate = hz;
	boot_first = arch_counter_read();
	out->counter = "cntvct";
	out->checked_by = "none";
	out->invariant = true;
	out->guess_hz = id_field(sysreg_read(id_aa64mmfr0_el1), MMFR0_ECV_SHIFT) ? HZ_GUESS_FIXED
										 : HZ_GUESS;
	out->source = "cntfrq";
	if (!plausible(hz) && plausible(named)) {
		hz = named;
		out->source = "fdt";
	}
	if (!plausible(hz)) {
		hz = 0;
		out->source = "none";
	}
	out->counter_hz = hz;
	timer_hz = hz;
	timer_ns_max = hz ? TICKS_MAX * NS_PER_SECOND / hz : 0;
}

/*
 * One system counter feeds all, and CNTVOFF was set to 0 wherever it could be (boot_el.S); what
 * runs at a higher level than us may have left another one in it.
 */
bool arch_clock_is_uniform(void)
{
	return !READ_ONCE(counter_is_behind) && READ_ONCE(counter_latest) <= arch_counter_read();
}

u32 arm64_timer_odd_rates(void)
{
	return READ_ONCE(nr_odd_rates);
}

static void compare_with_boot_cpu(void)
{
	u64 now = arch_counter_read(), latest = READ_ONCE(counter_latest);

	if ((sysreg_read(cntfrq_el0) & 0xffffffff) != boot_rate)
		__atomic_fetch_add(&nr_odd_rates, 1, __ATOMIC_RELAXED);
	if (now < boot_first)
		WRITE_ONCE(counter_is_behind, true);
	while (latest < now && !__atomic_compare_exchange_n(&counter_latest, &latest, now, false,
							    __ATOMIC_RELAXED, __ATOMIC_RELAXED))
		;
}

static u32 timer_intid(void)
{
	const struct arm64_platform *p = arm64_platform();

	if (arm64_at_el2())
		return p->timer_intid_hyp_phys ? p->timer_intid_hyp_phys : INTID_HYP_PHYS_USUAL;
	return p->timer_intid_virt ? p->timer_intid_virt : INTID_VIRT_USUAL;
}

int arch_timer_cpu_init(u32 slot)
{
	u32 intid = timer_intid();

	if (slot)
		compare_with_boot_cpu();
	ctl_write(CTL_MASKED);
	if (!timer_hz || intid < GIC_NR_SGIS || intid >= GIC_NR_PRIVATE)
		return -ENODEV;
	return gic_unmask_timer(intid) ? 0 : -ENODEV;
}

void arch_timer_arm(u64 ns)
{
	u64 ticks = ns < timer_ns_max ? ns * timer_hz / NS_PER_SECOND : TICKS_MAX;

	if (arm64_at_el2())
		sysreg_write(cntp_tval_el0, ticks);
	else
		sysreg_write(cntv_tval_el0, ticks);
	ctl_write(CTL_ENABLE);
}

void arch_timer_stop(void)
{
	ctl_write(CTL_MASKED);
}

u64 arch_timer_hz(void)
{
	return timer_hz;
}

/* A level that goes away may still be seen once by the controller. */
bool arm64_timer_take(void)
{
	u32 ctl = ctl_read();

	ctl_write(CTL_MASKED);
	return (ctl & (CTL_ENABLE | CTL_DUE)) == (CTL_ENABLE | CTL_DUE);
}
