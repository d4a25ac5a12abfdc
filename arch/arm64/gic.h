/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * gic - what a driver for one version of the interrupt controller provides, and what the rest of
 * this folder wants of it.
 *
 * Interrupts between CPUs are SGIs 0 .. NR_IPIS-1. Besides them only the timer's PPI is ever
 * unmasked. All have one priority, which the priority mask of primitives irq_pmr lies below and
 * above.
 */
#ifndef ARM64_GIC_H
#define ARM64_GIC_H

#include <lib/types.h>

#include "platform.h"

#define GIC_PRIORITY	  0xa0u
#define GIC_PRIORITY_X4	  0xa0a0a0a0u
#define GIC_NR_SGIS	  16u
#define GIC_NR_PRIVATE	  32u	/* SGIs and PPIs */
#define GIC_INTID_SPECIAL 1020u /* 1020 to 1023: nothing to handle */
#define GIC_SGIS_ENABLED  ((1u << NR_IPIS) - 1)
#define GIC_REGS_MAX	  32u /* registers of one bit for each interrupt */

struct gic_driver {
	const char *name;
	/* Boot CPU: map, reset, mask all. NULL, or why it cannot be used. */
	const char *(*init)(const struct arm64_gic_desc *desc);
	/*
	 * Each CPU: its private interrupts masked but the SGIs, its interface open. NULL, or why it
	 * cannot take part.
	 */
	const char *(*cpu_init)(u32 slot);
	void (*unmask_ppi)(u32 intid);
	/* What arrived, as end() wants it back; the low 24 bits are the INTID. */
	u32 (*begin)(void);
	void (*end)(u32 taken);
	/* After all earlier stores are visible. */
	void (*send)(u32 slot, u32 sgi);
	void (*send_self)(u32 sgi);
};

extern const struct gic_driver gic_v2, gic_v3;

/* The interrupt exception: take one, end it, dispatch it. */
void gic_handle(void);

/* Let the timer's interrupt through on this CPU. False: there is no controller. */
bool gic_unmask_timer(u32 intid);

/* timer.c: the timer's interrupt came. Silences it; false if it was not due. */
bool arm64_timer_take(void);

#endif
