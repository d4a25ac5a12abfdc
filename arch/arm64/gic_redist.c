// SPDX-License-Identifier: GPL-2.0-only
/*
 * gic_redist - where each CPU's redistributor lies.
 *
 * Invariant: each affinity stands once; a CPU looks its own up and touches no other. Order: the
 * boot CPU walks what the firmware names, once, before others start; a walk that finds the same
 * ones again and again ends. Left out: regions that firmware does not name, and redistributors
 * beyond CPUS_MAX.
 */
#include <arch/cpu.h>
#include <arch/services.h>
#include <arch/trap.h>

#include "gic_v3.h"

#define GICR_FRAME_V4_BYTES 0x40000u
#define GICR_TYPER	    0x0008
#define GICR_TYPER_VLPIS    (1u << 1)
#define GICR_TYPER_LAST	    (1u << 4)

/* Written by the boot CPU before others start. */
static struct gic_redist redists[CPUS_MAX];
static u32 nr_redists;

/* Each is named by a region, or by its CPU, or by both. */
#define LOOKS_MAX (2 * CPUS_MAX)
static u32 nr_looks;

static u32 mpidr_affinity(u64 mpidr)
{
	return (u32)(mpidr >> 8 & 0xff000000) | (u32)(mpidr & 0xffffff);
}

static struct gic_redist *redist_find(u32 affinity)
{
	for (u32 i = 0; i < nr_redists; i++)
		if (redists[i].affinity == affinity)
			return &redists[i];
	return NULL;
}

/*
 * Take the redistributor at @phys; how far the next one is, or 0 if it is the last or not readable.
 */
static u64 redist_add(u64 phys, u64 stride)
{
	void *frame;
	u64 typer;

	if (nr_redists == CPUS_MAX || nr_looks++ == LOOKS_MAX)
		return 0;
	frame = arch_map_device(phys, GICR_FRAME_BYTES);
	if (!frame || arch_read_word_safe((u8 *)frame + GICR_TYPER, &typer))
		return 0;
	if (!redist_find((u32)(typer >> 32))) {
		redists[nr_redists].affinity = (u32)(typer >> 32);
		redists[nr_redists].frame = frame;
		nr_redists++;
	}
	if (typer & GICR_TYPER_LAST)
		return 0;
	if (stride)
		return stride;
	return typer & GICR_TYPER_VLPIS ? GICR_FRAME_V4_BYTES : GICR_FRAME_BYTES;
}

/*
 * A region ends at the one marked as last, or where the firmware says. Without a size it is a
 * single one.
 */
void gic_redists_find(const struct arm64_gic_desc *desc)
{
	for (u32 i = 0; i < desc->nr_redist; i++) {
		const struct boot_range *region = &desc->redist[i];
		u64 at = 0, step;

		do {
			step = redist_add(region->base + at, desc->redist_stride);
			at += step;
		} while (step && at < region->bytes);
	}
}

u32 gic_affinity_own(void)
{
	return mpidr_affinity(arch_cpu_hw_id());
}

struct gic_redist *gic_redist_own(void)
{
	return redist_find(gic_affinity_own());
}
