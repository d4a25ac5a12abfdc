// SPDX-License-Identifier: GPL-2.0-only
/*
 * exit - an emulator is told the code; a real machine starts again, so that its loader can write
 * the results, or stays as it is, so that its screen can be read.
 *
 * What the command line says is read once, first thing in a boot: so that an error in the rest of
 * it can end the machine already, and a panic, which must not parse, finds it decided. Before the
 * end, whatever it is, the log in memory is sealed, and what a screen shows stays a while. Other
 * CPUs are not waited for.
 */
#include <core/exit.h>

#include <arch/cpu.h>
#include <arch/irqflags.h>
#include <core/clock.h>
#include <core/cmdline.h>
#include <core/last_words.h>
#include <core/printk.h>
#include <core/results_log.h>
#include <core/screen.h>
#include <core/summary.h>
#include <core/timer.h>
#include <lib/errno.h>
#include <lib/string.h>

#define HOLD_SECONDS	 10 /* long enough to see that there is something, and to take a picture */
#define HOLD_SECONDS_MAX 3600

static enum exit_method exit_method; /* exit_init() writes */
static bool exit_is_decided;	     /* by a word; else by whether there are results */
static bool exit_is_emulator;	     /* by exit=, which wants no delay */
static u64 exit_hold;		     /* seconds */
static bool exit_has_begun;	     /* a fault on the way out goes straight on */

/* True: @value is one of the words that `exit=` and `end=` have, the last one differing. */
static bool exit_method_of(const char *value, const char *last_name, enum exit_method last)
{
	if (!strcmp(value, "halt"))
		exit_method = EXIT_HALT;
	else if (!strcmp(value, "poweroff"))
		exit_method = EXIT_POWEROFF;
	else if (!strcmp(value, last_name))
		exit_method = last;
	else
		return false;
	exit_is_decided = true;
	return true;
}

int exit_init(void)
{
	const char *end = cmdline_value("end"), *exit = cmdline_value("exit");
	int result = 0;

	if (end && !exit_method_of(end, "reset", EXIT_RESET)) {
		printk("error: end=%s: valid are halt, poweroff, reset", end);
		result = -EINVAL;
	}
	exit_is_emulator = exit;
	if (exit && !exit_method_of(exit, arch_exit_debug_name, EXIT_DEBUG)) {
		printk("error: exit=%s: valid are halt, poweroff, %s", exit, arch_exit_debug_name);
		result = -EINVAL;
	}
	if (cmdline_u64("hold", HOLD_SECONDS, 0, HOLD_SECONDS_MAX, &exit_hold))
		result = -EINVAL;
	return result;
}

enum exit_method exit_method_now(void)
{
	if (!exit_is_decided && results_log_is_kept())
		return EXIT_RESET;
	return exit_method;
}

/* How long what is on the screen stays there before it goes dark. */
static u64 exit_hold_seconds(void)
{
	if (!screen_is_there() || exit_is_emulator || exit_method_now() == EXIT_HALT)
		return 0;
	return exit_hold;
}

static void hold_is_over(struct timer *t)
{
	(void)t;
}

/* Asleep where a timer can wake this CPU: in a thread, not in a refusal or panic. */
static void exit_wait(u64 ns)
{
	struct timer timer = { .fire = hold_is_over };
	u64 start = clock_ns();

	if (irqs_disabled() || !timer_works()) {
		clock_delay_ns(ns);
		return;
	}
	list_init(&timer.node);
	local_irq_disable();
	timer_arm(&timer, ns);
	while (clock_ns() - start < ns) {
		/* Whatever interrupt comes, it is not before this sleeps. */
		arch_cpu_idle();
		local_irq_disable();
	}
	timer_cancel(&timer);
	local_irq_enable();
}

static void exit_begin(enum exit_code code)
{
	u64 seconds = exit_hold_seconds();

	last_words_write((u32)seconds);
	results_log_seal(code == EXIT_CODE_FINISHED ? RESULTS_FINISHED : RESULTS_FAILED,
			 summary_text());
	/* After a panic the screen is its. */
	if (code != EXIT_CODE_CRASHED)
		last_words_show();
	exit_wait(seconds * NS_PER_SECOND);
}

void exit_machine(enum exit_code code)
{
	if (!exit_has_begun) {
		exit_has_begun = true;
		exit_begin(code);
	}
	arch_exit(exit_method_now(), code);
}
