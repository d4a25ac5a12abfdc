// SPDX-License-Identifier: GPL-2.0-only
/*
 * static_key - the table of branches, and the walk over it that turns them.
 *
 * Invariant: the code at every site is what key->enabled says. It is compared before a write, so a
 * damaged table is found before it damages code.
 */
#include <core/static_key.h>

#include <core/clock.h>
#include <core/irq.h>
#include <core/panic.h>
#include <core/smp.h>
#include <lib/string.h>

/* An idle CPU answers in microseconds; on a loaded host the emulator may hold it up. */
#define SYNC_NS (10 * NS_PER_SECOND)

extern const struct branch_site __static_keys_start[], __static_keys_end[];

static void *site_insn(const struct branch_site *b)
{
	return (char *)&b->site + b->site;
}

static const void *site_target(const struct branch_site *b)
{
	return (const char *)&b->target + b->target;
}

static const struct static_key *site_key(const struct branch_site *b)
{
	return (const struct static_key *)(const void *)((const char *)&b->key + b->key);
}

static void site_encode(const struct branch_site *b, bool enabled, u8 code[ARCH_BRANCH_BYTES])
{
	arch_branch_encode(code, site_insn(b), site_target(b), enabled != (bool)b->likely);
}

static void site_set(const struct branch_site *b, bool enabled)
{
	u8 code[ARCH_BRANCH_BYTES];

	site_encode(b, !enabled, code);
	BUG_ON(memcmp(site_insn(b), code, sizeof(code)));
	site_encode(b, enabled, code);
	BUG_ON(arch_text_write(site_insn(b), code, sizeof(code)));
}

static void sync_here(void *unused)
{
	(void)unused;
	arch_text_sync();
}

static int sync_others(void)
{
	int error = 0;

	for (u32 cpu = 0; cpu < nr_cpus_found && !irq_refusal(); cpu++) {
		int result;

		if (!cpu_is_online(cpu) || cpu == smp_cpu())
			continue;
		result = smp_call(cpu, sync_here, NULL, SYNC_NS);
		error = error ? error : result;
	}
	return error;
}

int static_key_set(struct static_key *key, bool enabled)
{
	int error;

	if (key->enabled == enabled && !key->unsynced)
		return 0;
	for (const struct branch_site *b = __static_keys_start; b < __static_keys_end; b++)
		if (site_key(b) == key && key->enabled != enabled)
			site_set(b, enabled);
	WRITE_ONCE(key->enabled, enabled);
	error = sync_others();
	key->unsynced = error;
	return error;
}

u32 static_key_sites(const struct static_key *key)
{
	u32 nr = 0;

	for (const struct branch_site *b = __static_keys_start; b < __static_keys_end; b++)
		nr += site_key(b) == key;
	return nr;
}
