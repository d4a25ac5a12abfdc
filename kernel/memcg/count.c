// SPDX-License-Identifier: GPL-2.0-only
/*
 * count - the words behind count_event() and section_point(). Empty of use in measured builds.
 */
#include <memcg/count.h>

DEFINE_PER_CPU(struct memcg_counts, memcg_counts);
DEFINE_PER_CPU(u32, memcg_irq_depth);
void (*memcg_point_hook)(void);
