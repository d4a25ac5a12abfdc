// SPDX-License-Identifier: GPL-2.0-only
/*
 * fdt_boot_dev - interrupt controller, timer and console of a device tree.
 *
 * Which bindings are known is said once, in the tables below. Works only through lib/fdt.h, so
 * every bound is kept there.
 */
#include <lib/bytes.h>
#include <lib/fdt_boot.h>

struct binding {
	const char *compatible;
	u32 kind;
	u32 reg_shift; /* UARTs: where the binding fixes it and the tree says nothing */
};

static const struct binding gics[] = {
	{ "arm,gic-v3", 3, 0 },		{ "arm,gic-400", 2, 0 },
	{ "arm,cortex-a15-gic", 2, 0 }, { "arm,cortex-a7-gic", 2, 0 },
	{ "arm,cortex-a9-gic", 2, 0 },
};

static const struct binding timers[] = { { "arm,armv8-timer", 8, 0 }, { "arm,armv7-timer", 7, 0 } };

static const struct binding uarts[] = {
	{ "arm,pl011", FDT_UART_PL011, 0 },	   { "arm,sbsa-uart", FDT_UART_PL011, 0 },
	{ "ns16550a", FDT_UART_16550, 0 },	   { "ns16550", FDT_UART_16550, 0 },
	{ "snps,dw-apb-uart", FDT_UART_16550, 0 }, { "brcm,bcm2835-aux-uart", FDT_UART_16550, 2 },
};

/* Which of @nr bindings @n has; NULL: none. */
static const struct binding *binding_of(const struct fdt *t, const struct fdt_node *n,
					const struct binding *known, size_t nr)
{
	size_t i;

	for (i = 0; i < nr; i++) {
		if (fdt_is_compatible(t, n, known[i].compatible))
			return &known[i];
	}
	return NULL;
}

/* The next usable node that has one of @nr bindings, and which. NULL: no more. */
static const struct binding *binding_find(const struct fdt *t, struct fdt_node *n,
					  const struct binding *known, size_t nr)
{
	const struct binding *found;

	while (fdt_next_node(t, n)) {
		found = binding_of(t, n, known, nr);
		if (found && fdt_is_usable(t, n))
			return found;
	}
	return NULL;
}

bool fdt_boot_redist(const struct fdt *t, const struct fdt_boot_gic *gic, u32 index,
		     struct fdt_range *out)
{
	return index < gic->nr_redist && fdt_reg(t, &gic->node, 1 + index, out);
}

bool fdt_boot_gic(const struct fdt *t, struct fdt_boot_gic *out)
{
	struct fdt_node *n = &out->node;
	const struct binding *found;
	struct fdt_range first;

	*out = (struct fdt_boot_gic){ 0 };
	found = binding_find(t, n, gics, ARRAY_SIZE(gics));
	if (!found || !fdt_reg(t, n, 0, &out->dist))
		return false;
	out->version = found->kind;
	if (out->version == 2)
		return fdt_reg(t, n, 1, &out->cpu);

	out->nr_redist = 1;
	(void)fdt_prop_u32(t, n, "#redistributor-regions", &out->nr_redist);
	(void)fdt_prop_number(t, n, "redistributor-stride", &out->redist_stride);
	return fdt_boot_redist(t, out, 0, &first);
}

/* Where interrupt-names has @name; the place that the binding gives it when there are no names. */
static bool timer_irq_index(const struct fdt *t, const struct fdt_node *n, const char *name,
			    u32 *index)
{
	const char *found;
	u32 i;

	if (!fdt_prop(t, n, "interrupt-names", NULL))
		return true;
	for (i = 0; (found = fdt_prop_string(t, n, "interrupt-names", i)); i++) {
		if (bytes_same_string(found, name)) {
			*index = i;
			return true;
		}
	}
	return false;
}

bool fdt_boot_timer(const struct fdt *t, struct fdt_boot_timer *out)
{
	static const char *const names[FDT_NR_TIMER_IRQS] = { "sec-phys", "phys", "virt",
							      "hyp-phys", "hyp-virt" };
	struct fdt_node n = { 0 };
	u32 i, index;

	*out = (struct fdt_boot_timer){ 0 };
	if (!binding_find(t, &n, timers, ARRAY_SIZE(timers)))
		return false;
	for (i = 0; i < FDT_NR_TIMER_IRQS; i++) {
		index = i;
		out->present[i] = timer_irq_index(t, &n, names[i], &index) &&
				  fdt_interrupt(t, &n, index, &out->irq[i]);
	}
	(void)fdt_prop_u32(t, &n, "clock-frequency", &out->clock_hz);
	return true;
}

/* The digits at @options ("115200n8"), 0 where there are none or too many. */
static u32 baud_read(const char *options)
{
	u32 baud = 0;

	while (*options >= '0' && *options <= '9' && baud < 100000000)
		baud = baud * 10 + (u32)(*options++ - '0');
	return baud < 100000000 ? baud : 0;
}

static bool console_chosen(const struct fdt *t, struct fdt_node *n, u32 *baud)
{
	struct fdt_node chosen;
	const char *path;
	size_t len = 0;

	if (!fdt_find_path(t, "/chosen", 7, &chosen))
		return false;
	path = fdt_prop_string(t, &chosen, "stdout-path", 0);
	if (!path)
		path = fdt_prop_string(t, &chosen, "linux,stdout-path", 0);
	if (!path)
		return false;
	while (path[len] && path[len] != ':')
		len++;
	*baud = path[len] ? baud_read(path + len + 1) : 0;
	return fdt_find_path(t, path, len, n);
}

bool fdt_boot_console(const struct fdt *t, struct fdt_boot_console *out)
{
	struct fdt_node n = { 0 };
	const struct binding *found;

	*out = (struct fdt_boot_console){ .reg_io_width = 1 };
	out->is_chosen = console_chosen(t, &n, &out->baud) && fdt_reg(t, &n, 0, &out->reg);
	if (out->is_chosen) {
		found = binding_of(t, &n, uarts, ARRAY_SIZE(uarts));
	} else {
		n = (struct fdt_node){ 0 };
		out->baud = 0;
		do
			found = binding_find(t, &n, uarts, ARRAY_SIZE(uarts));
		while (found && !fdt_reg(t, &n, 0, &out->reg));
		if (!found)
			return false;
	}
	if (found) {
		out->uart = (enum fdt_boot_uart)found->kind;
		out->reg_shift = found->reg_shift;
	}
	if (out->reg_shift == 2)
		out->reg_io_width = 4;
	(void)fdt_prop_u32(t, &n, "reg-shift", &out->reg_shift);
	(void)fdt_prop_u32(t, &n, "reg-io-width", &out->reg_io_width);
	return true;
}
