// SPDX-License-Identifier: GPL-2.0-only
/*
 * fault - what the kernel must catch, each in a function whose name the backtrace has to show. The
 * host checks the last words (tests/boot/faults).
 *
 * Compilers know that these are errors and may drop the code or complain, so addresses are
 * laundered through a volatile. A barrier after a call keeps it a call, which leaves a return
 * address.
 */
#include <test/fault.h>

#include <arch/ipi.h>
#include <arch/irqflags.h>
#include <core/clock.h>
#include <core/cmdline.h>
#include <core/irq.h>
#include <core/page_alloc.h>
#include <core/panic.h>
#include <core/printk.h>
#include <core/preempt.h>
#include <lib/errno.h>
#include <lib/string.h>
#include <sched/sched.h>
#include <test/aid.h>

struct fault_case {
	const char *name;
	void (*run)(void);
};

extern char __text_start[];

static void *volatile fault_address;
static volatile u32 fault_sum;

static __noinline void fault_read_null(void)
{
	fault_address = NULL;
	fault_sum += *(volatile u32 *)fault_address;
}

static __noinline void fault_write_text(void)
{
	fault_address = __text_start;
	*(volatile u32 *)fault_address = 0;
}

/* Data that is mapped, so only the missing right to execute stops it. */
static __noinline void fault_execute_data(void)
{
	static u64 data[2];

	fault_address = data;
	((void (*)(void))fault_address)();
	barrier();
}

static __noinline void fault_execute_stack(void)
{
	u64 data[2] = { 0 };

	fault_address = data;
	((void (*)(void))fault_address)();
	barrier();
}

/* What follows the call needs the array, so every round keeps its frame. */
static __noinline u32 fault_recurse(u32 depth)
{
	volatile u32 frame[32];

	frame[depth % 32] = depth;
	if (depth != UINT32_MAX)
		frame[1] = fault_recurse(depth + 1);
	return frame[1] + frame[depth % 32];
}

static void fault_overflow_stack(void)
{
	fault_sum += fault_recurse(0);
}

static __noinline void fault_call_panic(void)
{
	panic("asked for by fault=%s", "panic");
}

/* The text of the panic lies where nothing can be read. */
static __noinline void fault_in_panic(void)
{
	fault_address = (void *)sizeof(u64); /* in page 0, as a member of a null pointer */
	panic("asked for by %s", (const char *)fault_address);
}

static void fault_print_for_ever(void *unused)
{
	(void)unused;
	local_irq_disable();
	for (;;)
		printk("noise");
}

/* Another CPU, which no interrupt stops, goes on printing: nothing of it may follow "panic:". */
static __noinline void fault_among_noise(void)
{
	static struct thread thread;
	u32 cpu = aid_next_cpu(0);

	if (cpu && thread_start(&thread, "noise", fault_print_for_ever, NULL, cpu, PRIO_NORMAL))
		printk("error: no thread for the noise");
	clock_delay_ns(20 * NS_PER_MS);
	panic("asked for by fault=%s", "panic-noise");
}

static __noinline void fault_break_promise(void)
{
	BUG_ON(!fault_sum);
}

static __noinline void fault_undefined_instruction(void)
{
	__builtin_trap();
}

static __noinline void fault_free_twice(void)
{
	u64 phys = page_alloc(1);

	page_free(phys, 1);
	page_free(phys, 1);
	barrier();
}

static __noinline void fault_free_wrong_order(void)
{
	page_free(page_alloc(1), 0);
	barrier();
}

/* The count of a model that has one is a promise not to switch. */
static __noinline void fault_schedule_atomic(void)
{
	preempt_disable();
	schedule();
	barrier();
}

static __noinline void fault_hang(void)
{
	stage("hang");
	local_irq_disable();
	for (;;)
		barrier();
}

/* An interrupt handler that faults, on the stack of the thread that it interrupted. */
static __noinline void fault_hook(void *unused)
{
	(void)unused;
	fault_read_null();
	barrier();
}

static __noinline void fault_in_interrupt(void)
{
	preempt_disable();
	irq_set_hook(fault_hook, NULL);
	preempt_enable();
	arch_ipi_self(IPI_HOOK);
	clock_delay_ns(NS_PER_SECOND);
}

static void fault_masked_for_good(void *unused)
{
	(void)unused;
	local_irq_disable();
	for (;;)
		cpu_relax();
}

static void fault_thread(void *unused)
{
	(void)unused;
	fault_read_null();
	barrier();
}

/* On the last CPU, while the ones between it and this one hear nothing. */
static __noinline void fault_on_another_cpu(void)
{
	static struct thread threads[CPUS_MAX];
	u32 cpu = aid_next_cpu(0);

	for (; aid_next_cpu(cpu); cpu = aid_next_cpu(cpu))
		thread_start(&threads[cpu], "masked", fault_masked_for_good, NULL, cpu,
			     PRIO_NORMAL);
	thread_start(&threads[cpu], "faults", fault_thread, NULL, cpu, PRIO_NORMAL);
	thread_join(&threads[cpu]);
}

static const struct fault_case fault_cases[] = {
	{ "null", fault_read_null },	      { "text", fault_write_text },
	{ "exec", fault_execute_data },	      { "exec-stack", fault_execute_stack },
	{ "overflow", fault_overflow_stack }, { "panic", fault_call_panic },
	{ "panic-fault", fault_in_panic },    { "panic-noise", fault_among_noise },
	{ "bug", fault_break_promise },	      { "undefined", fault_undefined_instruction },
	{ "double-free", fault_free_twice },  { "wrong-free", fault_free_wrong_order },
	{ "atomic", fault_schedule_atomic },  { "interrupt", fault_in_interrupt },
	{ "cpu", fault_on_another_cpu },      { "hang", fault_hang },
};

bool fault_is_asked(void)
{
	return cmdline_value("fault");
}

static const struct fault_case *fault_find(const char *name)
{
	for (u32 i = 0; i < ARRAY_SIZE(fault_cases); i++)
		if (!strcmp(fault_cases[i].name, name))
			return &fault_cases[i];
	return NULL;
}

int fault_check(void)
{
	if (fault_find(cmdline_value("fault")))
		return 0;
	printk("error: fault=%s: valid are", cmdline_value("fault"));
	for (u32 i = 0; i < ARRAY_SIZE(fault_cases); i++)
		printk("  %s", fault_cases[i].name);
	return -EINVAL;
}

void fault_run(void)
{
	const struct fault_case *fault = fault_find(cmdline_value("fault"));

	fault->run();
	printk("error: fault=%s: nothing happened", fault->name);
}
