// SPDX-License-Identifier: GPL-2.0-only
/*
 * clock - ticks of the counter times a rate. Where the rate is unknown the architecture's guess is
 * taken, which is high, so that a wait of so many nanoseconds is hardly ever shorter than it says,
 * and not absurdly high, so that bounds stay bounds.
 *
 * The rate is written once, on the boot CPU; before that any rate does, since only bounds of waits
 * depend on it. One counter serves all CPUs: nothing here corrects what they differ by.
 */
#include <core/clock.h>

#include <arch/cpu.h>
#include <arch/services.h>

static struct clock_desc clock = { .guess_hz = NS_PER_SECOND };
static u64 clock_start;

void clock_init(void)
{
	arch_clock_init(&clock);
	clock_start = arch_counter_read();
}

bool clock_is_known(void)
{
	return clock.counter_hz;
}

const struct clock_desc *clock_desc(void)
{
	return &clock;
}

static u64 clock_hz(void)
{
	return clock.counter_hz ? clock.counter_hz : clock.guess_hz;
}

/* Whole seconds apart, since ticks times 10^9 leaves 64 bits after a few seconds. */
u64 clock_ns(void)
{
	u64 ticks = arch_counter_read() - clock_start, hz = clock_hz();

	return ticks / hz * NS_PER_SECOND + ticks % hz * NS_PER_SECOND / hz;
}

void clock_delay_ns(u64 ns)
{
	u64 start = clock_ns();

	while (clock_ns() - start < ns)
		cpu_relax();
}

void arch_delay_us(u64 us)
{
	clock_delay_ns(us * NS_PER_US);
}
