// SPDX-License-Identifier: GPL-2.0-only
/*
 * exit - an emulator is told the code; a real machine starts again, so that its loader can write
 * the results, or stays as it is, so that its screen can be read.
 *
 * What the command line says is read once, first thing in a boot: so that an error in the rest of
 * it can end the machine already, and a panic, which must not parse, finds it decided. Before the
 * end, whatever it is, the log in memory is sealed. Other CPUs are not waited for.
 */
#include <core/exit.h>

#include <arch/cpu.h>
#include <core/cmdline.h>
#include <core/printk.h>
#include <core/results_log.h>
#include <lib/errno.h>
#include <lib/string.h>

static enum exit_method exit_method; /* exit_init() writes */
static bool exit_is_decided;	     /* by a word; else by whether there are results */
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
	if (exit && !exit_method_of(exit, arch_exit_debug_name, EXIT_DEBUG)) {
		printk("error: exit=%s: valid are halt, poweroff, %s", exit, arch_exit_debug_name);
		result = -EINVAL;
	}
	return result;
}

enum exit_method exit_method_now(void)
{
	if (!exit_is_decided && results_log_is_kept())
		return EXIT_RESET;
	return exit_method;
}

void exit_machine(enum exit_code code)
{
	if (!exit_has_begun) {
		exit_has_begun = true;
		if (exit_method_now() == EXIT_HALT)
			printk("halted; switch the machine off");
		results_log_seal(code == EXIT_CODE_FINISHED ? RESULTS_FINISHED : RESULTS_FAILED,
				 "");
	}
	arch_exit(exit_method_now(), code);
}
