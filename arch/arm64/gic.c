// SPDX-License-Identifier: GPL-2.0-only
/*
 * gic - which version this machine has, and the way of an interrupt from the exception to the
 * kernel.
 *
 * An interrupt is ended at the controller before it is dispatched: the softirqs that run behind a
 * handler let the next ones in, which the controller would hold back until the end of this. An SGI
 * is gone with its acknowledgement, and the timer is silenced first, so neither comes again
 * meanwhile. A controller without handler for its source must not interrupt for ever: what was not
 * asked for is masked from the start.
 */
#include "gic.h"

#include <arch/ipi.h>
#include <arch/up.h>
#include <asm/sysreg.h>
#include <lib/errno.h>

#include "arm64.h"

static const struct gic_driver *gic;
static u32 gic_timer_intid;

static const struct gic_driver *gic_driver_for(const struct arm64_gic_desc *desc, const char **why)
{
	*why = "firmware names no interrupt controller that is known here (GICv2, GICv3)";
	if (desc->version == 2)
		return &gic_v2;
	if (desc->version != 3)
		return NULL;
	*why = "GICv3 without system registers in this CPU";
	return id_field(sysreg_read(id_aa64pfr0_el1), 24) ? &gic_v3 : NULL;
}

int arch_irq_init(const char **name, const char **why)
{
	const struct arm64_gic_desc *desc = &arm64_platform()->gic;
	const struct gic_driver *driver = gic_driver_for(desc, why);

	*name = "none";
	if (!driver)
		return -ENODEV;
	*why = driver->init(desc);
	if (*why)
		return -ENODEV;
	*name = driver->name;
	gic = driver;
	return 0;
}

int arch_irq_cpu_init(u32 slot, const char **why)
{
	*why = gic ? arm64_cpu_objection() : "there is no interrupt controller";
	if (!*why)
		*why = gic->cpu_init(slot);
	return *why ? -ENODEV : 0;
}

bool gic_unmask_timer(u32 intid)
{
	if (!gic)
		return false;
	gic_timer_intid = intid;
	gic->unmask_ppi(intid);
	return true;
}

void arch_ipi_send(u32 cpu, enum ipi_kind kind)
{
	if (gic)
		gic->send(cpu, kind);
}

void arch_ipi_self(enum ipi_kind kind)
{
	if (gic)
		gic->send_self(kind);
}

void gic_handle(void)
{
	u32 taken = gic->begin();
	u32 intid = taken & 0xffffff;
	bool due = true;

	if (gic == &gic_v2)
		intid &= 0x3ff; /* above it: the sender */
	if (intid >= GIC_INTID_SPECIAL && intid < GIC_INTID_SPECIAL + 4)
		return;
	if (intid == gic_timer_intid)
		due = arm64_timer_take();
	gic->end(taken);
	if (intid < NR_IPIS)
		ipi_dispatch(intid);
	else if (intid != gic_timer_intid)
		irq_dispatch(IRQ_UNEXPECTED);
	else if (due)
		irq_dispatch(IRQ_TIMER);
}
