// SPDX-License-Identifier: GPL-2.0-only
/*
 * fdt_reg - addresses and interrupts of device-tree nodes.
 *
 * How wide an address is, the node above says (#address-cells, #size-cells); what it means for the
 * CPU, the `ranges` of every bus in between. A width that does not fit 64 bits is refused rather
 * than cut.
 */
#include <lib/bytes.h>
#include <lib/fdt.h>

/* Devicetree Specification 0.4, 2.3.5: what holds where a node does not say. */
enum { DEFAULT_ADDRESS_CELLS = 2, DEFAULT_SIZE_CELLS = 1 };

struct cells {
	u32 address;
	u32 size;
};

static bool cells_read(const struct fdt *t, const struct fdt_node *bus, struct cells *c)
{
	c->address = DEFAULT_ADDRESS_CELLS;
	c->size = DEFAULT_SIZE_CELLS;
	(void)fdt_prop_u32(t, bus, "#address-cells", &c->address);
	(void)fdt_prop_u32(t, bus, "#size-cells", &c->size);
	return c->address >= 1 && c->address <= 2 && c->size <= 2;
}

static u64 number_read(const u8 *p, u32 nr_cells)
{
	if (nr_cells == 0)
		return 0;
	return nr_cells == 1 ? bytes_be32(p) : bytes_be64(p);
}

static bool range_wraps(const struct fdt_range *r)
{
	return r->size && r->base + (r->size - 1) < r->base;
}

bool fdt_reg_local(const struct fdt *t, const struct fdt_node *n, u32 index, struct fdt_range *out)
{
	struct fdt_node bus;
	struct cells c;
	const u8 *reg;
	u32 len, stride;

	if (!fdt_parent(t, n, &bus) || !cells_read(t, &bus, &c))
		return false;
	reg = fdt_prop(t, n, "reg", &len);
	stride = 4 * (c.address + c.size);
	if (!reg || index >= len / stride)
		return false;
	reg += index * stride;
	out->base = number_read(reg, c.address);
	out->size = number_read(reg + 4 * c.address, c.size);
	return !range_wraps(out);
}

/* One step up: *r from @bus's own address space into the one of @above, the node that holds it. */
static bool translate(const struct fdt *t, const struct fdt_node *bus, const struct fdt_node *above,
		      struct fdt_range *r)
{
	struct cells c, up;
	u32 len, stride, at;
	const u8 *ranges = fdt_prop(t, bus, "ranges", &len);
	u64 child, parent, size;

	if (!ranges || !cells_read(t, bus, &c) || !cells_read(t, above, &up))
		return false;
	if (len == 0)
		return true;
	stride = 4 * (c.address + up.address + c.size);
	for (at = 0; len - at >= stride; at += stride) {
		child = number_read(ranges + at, c.address);
		parent = number_read(ranges + at + 4 * c.address, up.address);
		size = number_read(ranges + at + 4 * (c.address + up.address), c.size);
		if (r->base < child || r->base - child >= size ||
		    r->size > size - (r->base - child))
			continue;
		r->base = parent + (r->base - child);
		return r->base >= parent && !range_wraps(r);
	}
	return false;
}

bool fdt_reg(const struct fdt *t, const struct fdt_node *n, u32 index, struct fdt_range *out)
{
	struct fdt_node bus, above;
	struct fdt_range r;

	if (!fdt_reg_local(t, n, index, &r) || !fdt_parent(t, n, &bus))
		return false;
	while (fdt_parent(t, &bus, &above)) {
		if (!translate(t, &bus, &above, &r))
			return false;
		bus = above;
	}
	*out = r;
	return true;
}

bool fdt_interrupt_parent(const struct fdt *t, const struct fdt_node *n, struct fdt_node *out)
{
	struct fdt_node at = *n;
	u32 phandle;

	do {
		if (fdt_prop_u32(t, &at, "interrupt-parent", &phandle))
			return fdt_find_phandle(t, phandle, out);
	} while (fdt_parent(t, &at, &at));
	return false;
}

bool fdt_interrupt(const struct fdt *t, const struct fdt_node *n, u32 index, struct fdt_irq *out)
{
	struct fdt_node controller;
	u32 nr_cells, len;
	const u8 *value = fdt_prop(t, n, "interrupts", &len);

	if (!value || !fdt_interrupt_parent(t, n, &controller) ||
	    !fdt_prop_u32(t, &controller, "#interrupt-cells", &nr_cells) || nr_cells < 3 ||
	    nr_cells > 4)
		return false;
	if (index >= len / (4 * nr_cells))
		return false;
	value += index * 4 * nr_cells;
	out->type = bytes_be32(value);
	out->number = bytes_be32(value + 4);
	out->flags = bytes_be32(value + 8);
	return true;
}
