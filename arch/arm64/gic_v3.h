/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * gic_v3 - the redistributors, and the registers of them that both files here use.
 *
 * Invariant: a CPU touches its own redistributor only. Order: found by the boot CPU before others
 * start, read only afterwards. Left out: LPIs and the ITS; there are no message interrupts.
 */
#ifndef ARM64_GIC_V3_H
#define ARM64_GIC_V3_H

#include <lib/types.h>

#include "gic.h"

#define GICR_FRAME_BYTES 0x20000u

/* One for each redistributor found. */
struct gic_redist {
	u32 affinity; /* Aff3..Aff0, a byte each, as GICR_TYPER has them */
	void *frame;
};

/* Boot CPU, once: walk what the firmware names and map each redistributor found. */
void gic_redists_find(const struct arm64_gic_desc *desc);

/* The calling CPU's redistributor; NULL if none has its affinity. Any time after that. */
struct gic_redist *gic_redist_own(void);

/* The calling CPU's affinity in that form. */
u32 gic_affinity_own(void);

#endif
