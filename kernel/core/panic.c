// SPDX-License-Identifier: GPL-2.0-only
/*
 * panic - the last words. Addresses are printed as they are; the host turns them into names.
 *
 * One CPU panics in a boot: the first to write panic_cpu. The others park, whatever befalls them. A
 * fault on the panicking CPU itself ends the machine at once with what has been said so far, and if
 * even that faults the CPU parks; so every way through here ends. Buffers are static, since the
 * stack may be what is broken. Nothing is repaired or unwound.
 */
#include <core/panic.h>

#include <stdarg.h>

#include <arch/cpu.h>
#include <arch/irqflags.h>
#include <arch/trap.h>
#include <arch/up.h>
#include <core/console.h>
#include <core/exit.h>
#include <core/printk.h>
#include <core/record.h>
#include <core/screen.h>
#include <core/smp.h>
#include <core/stack.h>
#include <lib/fmt.h>

#define BACKTRACE_MAX 24

static u32 panic_cpu;	/* slot plus one of the CPU that panics; written once */
static bool panic_over; /* a panic inside the panic; panic_cpu writes it */
static struct record panic_record;

/*
 * As stack_bounds(), but an overflow leaves the stack pointer in the guard: then the stack above
 * it, where the story is.
 */
static bool panic_stack(u64 sp, unsigned long *lo, unsigned long *hi)
{
	return stack_bounds(sp, lo, hi) ||
	       (stack_is_guard(sp - 1) && stack_bounds(align_up(sp, STACK_BYTES) + 1, lo, hi));
}

static void panic_print_backtrace(const struct trap_frame *tf)
{
	u64 sp = tf ? arch_trap_sp(tf) : (u64)__builtin_frame_address(0);
	/* Not on the stack that is searched: what has been found would be found again and again. */
	static u64 pcs[BACKTRACE_MAX];
	unsigned long lo, hi;
	u32 n = 1;

	if (panic_stack(sp, &lo, &hi))
		n = arch_backtrace(tf, lo, hi, pcs, BACKTRACE_MAX);
	else if (tf)
		pcs[0] = arch_trap_pc(tf);
	else
		return;
	printk("backtrace:");
	for (u32 i = 0; i < n; i++) {
		/* The first of a fault is where it happened, not where a call returns to. */
		printk("  bt: %016llx%s", (unsigned long long)pcs[i], tf && !i ? " pc" : "");
	}
}

static void panic_print_registers(const struct trap_frame *tf)
{
	struct trap_register r;

	for (u32 i = 0; arch_trap_register(tf, i, &r); i++)
		printk("  %-8s %016llx", r.name, (unsigned long long)r.value);
}

/* Text that needs no formatting, which may be what failed. */
static void __noreturn panic_inside_panic(void)
{
	static const char text[] = "panic: a fault inside the panic; the rest is lost\n";

	panic_over = true;
	console_write(text, sizeof(text) - 1);
	exit_machine(EXIT_CODE_CRASHED);
}

/* Returns to whoever comes first. */
static void panic_begin(void)
{
	u32 me = smp_cpu() + 1, first = 0;

	local_irq_disable();
	if (__atomic_compare_exchange_n(&panic_cpu, &first, me, false, __ATOMIC_ACQ_REL,
					__ATOMIC_ACQUIRE)) {
		console_panic();
		smp_stop_others();
		screen_panic();
		return;
	}
	if (first == me && !panic_over)
		panic_inside_panic();
	arch_cpu_park();
}

static void __noreturn panic_end(const char *reason, const char *file, int line)
{
	record_begin(&panic_record, "panic");
	record_str(&panic_record, "reason", reason);
	record_str(&panic_record, "file", file);
	record_int(&panic_record, "line", line);
	record_send(&panic_record);
	exit_machine(EXIT_CODE_CRASHED);
}

void panic_at(const char *file, int line, const char *format, ...)
{
	static char reason[200];
	va_list args;

	panic_begin();
	va_start(args, format);
	fmt_vtext(reason, sizeof(reason), format, args);
	va_end(args);
	printk("panic: %s (%s:%d)", reason, file, line);
	panic_print_backtrace(NULL);
	panic_end(reason, file, line);
}

static const char *fault_action(const struct fault *fault)
{
	if (fault->exec)
		return "executing";
	return fault->write ? "writing" : "reading";
}

void fault_dispatch(struct trap_frame *tf, const struct fault *fault)
{
	static char reason[200];
	bool is_overflow = fault->kind == FAULT_STACK_OVERFLOW || stack_is_guard(fault->address);

	panic_begin();
	if (is_overflow)
		fmt_text(reason, sizeof(reason), "stack overflow (%s)", fault->name);
	else if (fault->kind == FAULT_PAGE)
		fmt_text(reason, sizeof(reason), "%s while %s %016llx", fault->name,
			 fault_action(fault), (unsigned long long)fault->address);
	else
		fmt_text(reason, sizeof(reason), "%s", fault->name);
	printk("panic: fault: %s, code %llx, at pc %016llx", reason,
	       (unsigned long long)fault->code, (unsigned long long)arch_trap_pc(tf));
	panic_print_registers(tf);
	panic_print_backtrace(tf);
	panic_end(reason, "", 0);
}
