// SPDX-License-Identifier: GPL-2.0-only
/*
 * console - one lock around the architecture's port. It is not the spinlock of core/spinlock.h: it
 * must work before threads exist and inside a panic, and gives up rather than hang when its holder
 * is stuck.
 *
 * Both words hold a slot plus one, 0 for nobody. Whoever writes is the holder. After a panic only
 * the owner writes: it is written once, and every CPU looks at it before it touches the port and
 * while it waits to. A line that is on its way at that moment has a bounded time to end.
 *
 * The holder also feeds the sinks. One that faults is found still inside by the panic's next line,
 * and left out from there on; the port is not.
 */
#include <core/console.h>

#include <arch/cpu.h>
#include <arch/console.h>
#include <arch/irqflags.h>
#include <core/clock.h>
#include <core/smp.h>
#include <lib/errno.h>
#include <lib/string.h>

/* A record line of 4000 bytes takes 4.2 s at 9600 baud; some may be queued. */
#define CONSOLE_WAIT_NS (20 * NS_PER_SECOND)

/* The machine is ending: the rest of a line at 115200 baud, not more. */
#define CONSOLE_PANIC_WAIT_NS (500 * NS_PER_MS)

/* What a boot says before memory is mapped; a few lines. */
#define EARLY_BYTES 4096

#define SINKS_MAX 4

struct console_sink {
	console_sink_fn write; /* NULL: free */
	bool is_inside;	       /* its last call has not ended: a fault in it, so never again */
};

/* Whoever holds the console writes all of these. */
static struct console_sink sinks[SINKS_MAX];
static char early_text[EARLY_BYTES];
static size_t nr_early_bytes;
static bool early_is_over;

static u32 console_holder;     /* acquire when taken, release when given back */
static u32 console_owner;      /* set by the CPU that panics */
static bool console_has_stuck; /* a wait was in vain: nobody waits again. Any CPU sets it. */

static u32 console_me(void)
{
	return smp_cpu() + 1;
}

static bool console_try(void)
{
	u32 nobody = 0;

	/*
	 * Acquire: pairs with the release in console_give(), so the port is as its last user left
	 * it.
	 */
	return __atomic_compare_exchange_n(&console_holder, &nobody, console_me(), false,
					   __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
}

static void console_give(void)
{
	__atomic_store_n(&console_holder, 0, __ATOMIC_RELEASE);
}

static bool console_is_mine(void)
{
	return READ_ONCE(console_owner) == console_me();
}

static bool console_is_lost(void)
{
	return READ_ONCE(console_owner) && !console_is_mine();
}

static bool console_take(void)
{
	u64 start;

	if (console_is_lost())
		return false;
	if (console_try())
		return true;
	if (READ_ONCE(console_has_stuck))
		return false;
	start = clock_ns();
	while (clock_ns() - start < CONSOLE_WAIT_NS) {
		if (console_is_lost())
			return false;
		if (console_try())
			return true;
		cpu_relax();
	}
	WRITE_ONCE(console_has_stuck, true);
	return false;
}

static void sink_write(struct console_sink *sink, const char *bytes, size_t n)
{
	if (!sink->write || sink->is_inside)
		return;
	sink->is_inside = true;
	barrier(); /* a fault in there must find it set */
	sink->write(bytes, n);
	barrier();
	sink->is_inside = false;
}

static void sink_write_lines(struct console_sink *sink, const char *bytes, size_t n)
{
	for (size_t at = 0, end = 0; at < n; at = end) {
		while (end < n && bytes[end++] != '\n')
			;
		sink_write(sink, bytes + at, end - at);
	}
}

/* Whole lines only, and no gap: after one that does not fit none is kept. */
static void early_keep(const char *bytes, size_t n)
{
	early_is_over = early_is_over || n > sizeof(early_text) - nr_early_bytes;
	if (early_is_over)
		return;
	memcpy(early_text + nr_early_bytes, bytes, n);
	nr_early_bytes += n;
}

/* The port first: it needs nothing that may be broken. */
static void console_out(const char *bytes, size_t n)
{
	arch_console_write(bytes, n);
	early_keep(bytes, n);
	for (u32 i = 0; i < SINKS_MAX; i++)
		sink_write_lines(&sinks[i], bytes, n);
}

void console_write(const char *bytes, size_t n)
{
	unsigned long flags;

	local_irq_save(flags);
	if (console_is_mine()) {
		console_out(bytes, n);
	} else if (console_take()) {
		console_out(bytes, n);
		console_give();
	}
	local_irq_restore(flags);
}

bool console_hold(unsigned long *flags)
{
	local_irq_save(*flags);
	if (console_take())
		return true;
	local_irq_restore(*flags);
	return false;
}

void console_release(unsigned long flags)
{
	console_give();
	local_irq_restore(flags);
}

int console_attach(console_sink_fn write)
{
	unsigned long flags;
	int result = -EBUSY;

	if (!console_hold(&flags))
		return result;
	for (u32 i = 0; i < SINKS_MAX && result; i++) {
		if (sinks[i].write)
			continue;
		sinks[i] = (struct console_sink){ .write = write };
		sink_write_lines(&sinks[i], early_text, nr_early_bytes);
		result = 0;
	}
	console_release(flags);
	return result;
}

void console_detach(console_sink_fn write)
{
	unsigned long flags;

	if (!console_hold(&flags))
		return;
	for (u32 i = 0; i < SINKS_MAX; i++)
		if (sinks[i].write == write)
			sinks[i].write = NULL;
	console_release(flags);
}

void console_early_end(void)
{
	early_is_over = true;
	nr_early_bytes = 0;
}

void console_panic(void)
{
	bool was_mine = READ_ONCE(console_holder) == console_me();
	u64 start = clock_ns();

	__atomic_store_n(&console_owner, console_me(), __ATOMIC_SEQ_CST);
	/* Its own line, if the fault is inside it, is not waited for. */
	while (READ_ONCE(console_holder) != console_me() && !console_try() &&
	       clock_ns() - start < CONSOLE_PANIC_WAIT_NS)
		cpu_relax();
	/* What another CPU was stopped in is not what has faulted. */
	for (u32 i = 0; i < SINKS_MAX && !was_mine; i++)
		sinks[i].is_inside = false;
}
