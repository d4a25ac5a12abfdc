// SPDX-License-Identifier: GPL-2.0-only
/*
 * env - the self-test of the instrument, and the name of the place.
 *
 * Decided once, on the boot CPU with interrupts off, and constant afterwards. The instrument is
 * tried first and the machine's own word is taken only if it fails: an exact count of instructions
 * does not come about by accident, a wrong word does. A claim on the command line is held against
 * the result and never believed. Nothing is measured here beyond the test itself.
 */
#include <core/env.h>

#include <core/cmdline.h>
#include <core/printk.h>
#include <core/record.h>
#include <lib/errno.h>
#include <lib/string.h>

#define SELFTEST_ROUNDS 3
#define SELFTEST_COUNTS 4

static const u32 selftest_counts[SELFTEST_COUNTS] = { 0, 1, 10, 100 };
static const char *const env_names[] = {
	[ENV_UNKNOWN] = "unknown", [ENV_HARDWARE] = "hardware",	    [ENV_KVM] = "kvm",
	[ENV_TCG] = "tcg",	   [ENV_TCG_ICOUNT] = "tcg-icount", [ENV_HYPERVISOR] = "hypervisor",
};

static enum env env;
static u64 selftest_got[SELFTEST_ROUNDS * SELFTEST_COUNTS];
static u64 selftest_want[SELFTEST_ROUNDS * SELFTEST_COUNTS];

/* k, what the reading itself takes, is whatever no nops read the first time. */
static bool selftest_passes(void)
{
	bool passes = true;

	for (u32 i = 0; i < ARRAY_SIZE(selftest_got); i++) {
		u32 count = selftest_counts[i % SELFTEST_COUNTS];

		selftest_got[i] = arch_measure_nops(count);
		selftest_want[i] = selftest_got[0] + count;
		passes = passes && selftest_got[i] == selftest_want[i];
	}
	return passes;
}

static int env_check_claim(void)
{
	const char *claim = cmdline_value("env");

	if (!claim || !strcmp(claim, env_names[env]))
		return 0;
	printk("error: env=%s was claimed, but this machine behaves like %s", claim,
	       env_names[env]);
	if (!strcmp(claim, env_names[ENV_TCG_ICOUNT]))
		for (u32 i = 0; i < ARRAY_SIZE(selftest_got); i++)
			printk("  self-test: %u nops read %llu, must be %llu",
			       selftest_counts[i % SELFTEST_COUNTS],
			       (unsigned long long)selftest_got[i],
			       (unsigned long long)selftest_want[i]);
	return -EINVAL;
}

int env_init(void)
{
	if (arch_measure_init(true) && selftest_passes()) {
		env = ENV_TCG_ICOUNT;
	} else {
		env = arch_env_detect();
		arch_measure_init(false);
	}
	return env_check_claim();
}

enum env env_current(void)
{
	return env;
}

const char *env_name(enum env which)
{
	return env_names[which];
}

bool env_counts_instructions(void)
{
	return env == ENV_TCG_ICOUNT;
}

const char *env_sample_unit(void)
{
	return env_counts_instructions() ? "insn" : arch_measure_time_unit;
}

const char *env_sample_counter(void)
{
	return env_counts_instructions() ? arch_measure_insn_name : arch_measure_time_name;
}

void env_send_selftest(struct record *r)
{
	if (!env_counts_instructions())
		return;
	record_begin(r, "selftest");
	record_ints(r, "want", selftest_want, ARRAY_SIZE(selftest_want));
	record_ints(r, "got", selftest_got, ARRAY_SIZE(selftest_got));
	record_int(r, "ok", 1);
	record_send(r);
}
