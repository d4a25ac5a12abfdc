// SPDX-License-Identifier: GPL-2.0-only
/*
 * cores - see bench/cores.h. In the order of slots, or as asked; so CPU 0 comes first unless it is
 * left out on purpose.
 */
#include <bench/cores.h>

#include <core/printk.h>
#include <lib/errno.h>
#include <lib/string.h>

#define SLOT_BYTES 8

static bool set_has(const struct core_set *set, u64 slot)
{
	for (u32 i = 0; i < set->nr; i++)
		if (set->slots[i] == slot)
			return true;
	return false;
}

/* The number at *@at, which is moved behind it and its comma. False: none, twice, or too many. */
static bool take_slot(const char **at, struct core_set *set)
{
	char text[SLOT_BYTES];
	size_t n = 0;
	u64 slot;

	while ((*at)[n] && (*at)[n] != ',' && n + 1 < sizeof(text)) {
		text[n] = (*at)[n];
		n++;
	}
	text[n] = '\0';
	if (((*at)[n] && (*at)[n] != ',') || string_to_u64(text, &slot) || slot >= CPUS_MAX ||
	    set_has(set, slot) || set->nr == CORES_MAX)
		return false;
	set->slots[set->nr++] = (u32)slot;
	*at = (*at)[n] == ',' ? *at + n + 1 : NULL;
	return true;
}

int cores_read(const char *word, struct core_set *set)
{
	const char *at = word;

	*set = (struct core_set){ .each = !word || !strcmp(word, "each") };
	while (at && !set->each) {
		if (take_slot(&at, set))
			continue;
		printk("error: core=%s: valid are each, or at most %u numbers of CPUs, each once, "
		       "comma-separated",
		       word, CORES_MAX);
		return -EINVAL;
	}
	return 0;
}

static bool is_online(const struct cpu *cpu)
{
	return __atomic_load_n(&cpu->state, __ATOMIC_ACQUIRE) == CPU_ONLINE;
}

static bool has_kind(const struct core_set *set, const struct cpu *at, u64 core_type)
{
	for (u32 i = 0; i < set->nr; i++)
		if (at[set->slots[i]].core_type == core_type)
			return true;
	return false;
}

static void choose_each(struct core_set *set, const struct cpu *at, u32 nr)
{
	set->nr = 0;
	set->more = false;
	for (u32 slot = 0; slot < nr; slot++) {
		if (!is_online(&at[slot]) || has_kind(set, at, at[slot].core_type))
			continue;
		if (set->nr < CORES_MAX)
			set->slots[set->nr++] = slot;
		else
			set->more = true;
	}
}

int cores_choose(struct core_set *set, const struct cpu *at, u32 nr)
{
	if (set->each) {
		choose_each(set, at, nr);
		return 0;
	}
	for (u32 i = 0; i < set->nr; i++) {
		u32 slot = set->slots[i];

		if (slot < nr && is_online(&at[slot]))
			continue;
		printk("error: core=: CPU %u is not online, or there is none", slot);
		return -EINVAL;
	}
	return 0;
}
