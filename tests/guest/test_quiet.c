// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_quiet - whatever firmware and devices left going, nothing interrupts that nobody asked for.
 *
 * The counters run from the first unmasking of each CPU on, so what came at once counts, too. That
 * none of the other tests makes one is checked around each of them.
 */
#include <core/clock.h>
#include <core/irq.h>
#include <core/percpu.h>
#include <core/smp.h>
#include <sched/sched.h>
#include <test/test.h>

#define WAIT_NS (300 * NS_PER_MS)

IRQ_TEST(quiet, nothing_comes_unasked)
{
	thread_sleep_ns(WAIT_NS);
	for (u32 cpu = 0; cpu < nr_cpus_found; cpu++)
		if (cpu_is_online(cpu))
			EXPECT_EQ(READ_ONCE(per_cpu(irqs_unexpected, cpu)), 0);
}
