// SPDX-License-Identifier: GPL-2.0-only
/*
 * fdt_boot - memory, CPUs, command line and PSCI of a device tree.
 *
 * What the kernel must know before it can start its CPUs; the devices (interrupt controller, timer,
 * console) are in fdt_boot_dev.c. Works only through lib/fdt.h, so every bound is kept there.
 */
#include <lib/bytes.h>
#include <lib/fdt_boot.h>

/* PSCI 1.1 (Arm DEN0022), 5.1.4: CPU_ON in the SMC64 convention. */
#define PSCI_CPU_ON_64 0xc4000003u

struct range_list {
	struct fdt_range *out;
	size_t max;
	size_t nr;
};

static void list_add(struct range_list *list, const struct fdt_range *r)
{
	if (r->size == 0)
		return;
	if (list->nr < list->max)
		list->out[list->nr] = *r;
	list->nr++;
}

static void list_add_regs(struct range_list *list, const struct fdt *t, const struct fdt_node *n)
{
	struct fdt_range r;
	u32 i;

	/* Memory that nobody may touch must not get lost over a missing `ranges` in
	 * /reserved-memory. */
	for (i = 0; fdt_reg(t, n, i, &r) || fdt_reg_local(t, n, i, &r); i++)
		list_add(list, &r);
}

static bool prop_is(const struct fdt *t, const struct fdt_node *n, const char *name,
		    const char *value)
{
	const char *found = fdt_prop_string(t, n, name, 0);

	return found && bytes_same_string(found, value);
}

size_t fdt_boot_memory(const struct fdt *t, struct fdt_range *out, size_t max)
{
	struct range_list list = { .out = out, .max = max };
	struct fdt_node root = { 0 }, n;

	if (!fdt_next_node(t, &root))
		return 0;
	n = root;
	while (fdt_next_child(t, &root, &n)) {
		if (prop_is(t, &n, "device_type", "memory") && fdt_is_usable(t, &n))
			list_add_regs(&list, t, &n);
	}
	return list.nr;
}

/* The usable children of /reserved-memory; those with `no-map` only, if asked. */
static void list_add_reserved_nodes(struct range_list *list, const struct fdt *t, bool only_no_map)
{
	struct fdt_node parent, n;

	if (!fdt_find_path(t, "/reserved-memory", 16, &parent))
		return;
	n = parent;
	while (fdt_next_child(t, &parent, &n)) {
		if (fdt_is_usable(t, &n) && (!only_no_map || fdt_prop(t, &n, "no-map", NULL)))
			list_add_regs(list, t, &n);
	}
}

size_t fdt_boot_reserved(const struct fdt *t, struct fdt_range *out, size_t max)
{
	struct range_list list = { .out = out, .max = max };
	struct fdt_range r;
	u32 i;

	for (i = 0; fdt_reserved(t, i, &r); i++)
		list_add(&list, &r);
	list_add_reserved_nodes(&list, t, false);
	return list.nr;
}

size_t fdt_boot_unmapped(const struct fdt *t, struct fdt_range *out, size_t max)
{
	struct range_list list = { .out = out, .max = max };

	list_add_reserved_nodes(&list, t, true);
	return list.nr;
}

void fdt_boot_chosen(const struct fdt *t, struct fdt_boot_chosen *out)
{
	struct fdt_node n;
	u64 start, end;

	*out = (struct fdt_boot_chosen){ 0 };
	if (!fdt_find_path(t, "/chosen", 7, &n))
		return;
	out->bootargs = fdt_prop_string(t, &n, "bootargs", 0);
	if (fdt_prop_number(t, &n, "linux,initrd-start", &start) &&
	    fdt_prop_number(t, &n, "linux,initrd-end", &end) && end > start)
		out->initrd = (struct fdt_range){ .base = start, .size = end - start };
}

/* A CPU's own enable-method, or the one that /cpus gives for all. */
static enum fdt_boot_enable cpu_enable(const struct fdt *t, const struct fdt_node *cpu,
				       const struct fdt_node *cpus)
{
	const char *method = fdt_prop_string(t, cpu, "enable-method", 0);

	if (!method)
		method = fdt_prop_string(t, cpus, "enable-method", 0);
	if (!method)
		return FDT_ENABLE_NONE;
	if (bytes_same_string(method, "psci"))
		return FDT_ENABLE_PSCI;
	if (bytes_same_string(method, "spin-table"))
		return FDT_ENABLE_SPIN_TABLE;
	return FDT_ENABLE_OTHER;
}

bool fdt_boot_next_cpu(const struct fdt *t, struct fdt_node *cursor, struct fdt_boot_cpu *out)
{
	struct fdt_node cpus, n = *cursor;
	struct fdt_range id;

	if (n.next == 0) {
		if (!fdt_find_path(t, "/cpus", 5, &cpus))
			return false;
		n = cpus;
	} else if (!fdt_parent(t, &n, &cpus)) {
		return false;
	}
	while (fdt_next_child(t, &cpus, &n)) {
		if (!prop_is(t, &n, "device_type", "cpu") || !fdt_reg_local(t, &n, 0, &id))
			continue;
		*cursor = n;
		out->id = id.base;
		out->release_addr = 0;
		(void)fdt_prop_number(t, &n, "cpu-release-addr", &out->release_addr);
		out->enable = cpu_enable(t, &n, &cpus);
		out->usable = fdt_is_usable(t, &n);
		return true;
	}
	return false;
}

bool fdt_boot_psci(const struct fdt *t, struct fdt_boot_psci *out)
{
	struct fdt_node standard = { 0 }, old = { 0 };
	const struct fdt_node *n = &standard;

	*out = (struct fdt_boot_psci){ .has_standard_ids = true, .cpu_on = PSCI_CPU_ON_64 };
	if (!fdt_find_compatible(t, &standard, "arm,psci-1.0") &&
	    !fdt_find_compatible(t, &standard, "arm,psci-0.2")) {
		if (!fdt_find_compatible(t, &old, "arm,psci"))
			return false;
		n = &old;
		out->has_standard_ids = false;
		out->cpu_on = 0;
		(void)fdt_prop_u32(t, n, "cpu_on", &out->cpu_on);
	}
	if (prop_is(t, n, "method", "smc"))
		out->conduit = FDT_CONDUIT_SMC;
	else if (prop_is(t, n, "method", "hvc"))
		out->conduit = FDT_CONDUIT_HVC;
	return out->conduit != FDT_CONDUIT_NONE;
}
