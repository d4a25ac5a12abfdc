// SPDX-License-Identifier: GPL-2.0-only
/*
 * exit - an emulator is told the code; a real machine stays as it is, so that its screen can be
 * read.
 *
 * The method is read once, first thing in a boot: so that an error in the rest of the command line
 * can end the machine already, and a panic, which must not parse, finds it decided. Other CPUs are
 * not waited for.
 */
#include <core/exit.h>

#include <arch/cpu.h>
#include <core/cmdline.h>
#include <core/printk.h>
#include <lib/errno.h>
#include <lib/string.h>

static enum exit_method exit_method;

int exit_init(void)
{
	const char *value = cmdline_value("exit");

	if (!value || !strcmp(value, "halt"))
		exit_method = EXIT_HALT;
	else if (!strcmp(value, "poweroff"))
		exit_method = EXIT_POWEROFF;
	else if (!strcmp(value, arch_exit_debug_name))
		exit_method = EXIT_DEBUG;
	else {
		printk("error: exit=%s: valid are halt, poweroff, %s", value, arch_exit_debug_name);
		return -EINVAL;
	}
	return 0;
}

void exit_machine(enum exit_code code)
{
	if (exit_method == EXIT_HALT)
		printk("halted; switch the machine off");
	arch_exit(exit_method, code);
}
