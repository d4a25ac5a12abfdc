// SPDX-License-Identifier: GPL-2.0-only
/*
 * threads - Question: what do CPUs cost each other that allocate for one group? The 96-thread table
 * of the published series.
 * One operation: kfree(kmalloc(4096, GFP_KERNEL | __GFP_ACCOUNT)), S = 4104; on each of N CPUs, for
 * a set time (bench/threads.h).
 * Expected: memcg-spec 4.4, batch 1: without the smarter refill every pair adds to what all CPUs
 * share; with it v2 touches no shared line, v1 the kmem counter.
 * Not measured: the first slab and the first charge of each CPU.
 * Would mislead under an emulator, whose CPUs share the host's: it shows that it runs.
 */
#include "subject_case.h"

HOT_SUBJECT_LOOPS(threads, kfree(kmalloc(4096, GFP_KERNEL_ACCOUNT)))
HOT_SUBJECT_CASE(threads, .flags = CASE_THREADS, .levels = 1u << LEVEL_TASK,
		 .accountings = ACCOUNTINGS_ALL, .batch = 1, .sizes = { 4096 },
		 .published_irqs = 1u << true, .published_levels = 1u << LEVEL_TASK)
