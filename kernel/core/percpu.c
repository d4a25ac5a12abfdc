// SPDX-License-Identifier: GPL-2.0-only
/*
 * percpu - CPU 0 uses the section in the image; every other area is its own block of pages, so no
 * two CPUs share a line.
 *
 * An offset is written by the boot CPU before it starts the CPU that uses it, and never again, so
 * readers need no order. An area is not given back, not even that of a CPU that never came: it may
 * wake yet.
 */
#include <core/percpu.h>

#include <arch/mmu.h>
#include <core/page_alloc.h>
#include <lib/errno.h>

extern char __percpu_start[], __percpu_end[];

unsigned long percpu_offsets[CPUS_MAX];

static u32 percpu_order(void)
{
	u32 order = 0;

	while ((PAGE_SIZE << order) < (u64)(__percpu_end - __percpu_start))
		order++;
	return order;
}

int percpu_alloc(u32 slot)
{
	u64 phys = page_alloc_zeroed(percpu_order());

	if (!phys)
		return -ENOMEM;
	percpu_offsets[slot] = (unsigned long)phys_to_virt(phys) - (unsigned long)__percpu_start;
	return 0;
}
