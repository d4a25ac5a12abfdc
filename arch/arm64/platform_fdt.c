// SPDX-License-Identifier: GPL-2.0-only
/*
 * platform_fdt - the machine as the device tree describes it (lib/fdt_boot.h does the reading).
 *
 * Invariant: what the tree does not name stays zero, which every driver takes for absent. Order:
 * boot CPU, filled once (platform.c). Left out: clocks, pins, power: what runs was switched on by
 * firmware.
 */
#include "platform.h"

#include <lib/fdt_boot.h>

#define GIC_PPI_BASE 16u
#define FDT_IRQ_PPI  1u

static u32 timer_intid(const struct fdt_boot_timer *timer, enum fdt_boot_timer_irq which)
{
	if (!timer->present[which] || timer->irq[which].type != FDT_IRQ_PPI)
		return 0;
	return timer->irq[which].number + GIC_PPI_BASE;
}

static void read_timer(const struct fdt *t, struct arm64_platform *p)
{
	struct fdt_boot_timer timer;

	if (!fdt_boot_timer(t, &timer))
		return;
	p->timer_intid_virt = timer_intid(&timer, FDT_TIMER_VIRT);
	p->timer_intid_hyp_phys = timer_intid(&timer, FDT_TIMER_HYP_PHYS);
	p->timer_hz = timer.clock_hz;
}

static void read_gic(const struct fdt *t, struct arm64_gic_desc *gic)
{
	struct fdt_boot_gic found;
	struct fdt_range r;

	if (!fdt_boot_gic(t, &found))
		return;
	gic->version = found.version;
	gic->dist_phys = found.dist.base;
	gic->cpu_phys = found.cpu.base;
	gic->redist_stride = found.redist_stride;
	while (gic->nr_redist < CPUS_MAX && fdt_boot_redist(t, &found, gic->nr_redist, &r)) {
		gic->redist[gic->nr_redist].base = r.base;
		gic->redist[gic->nr_redist].bytes = r.size;
		gic->nr_redist++;
	}
}

static void read_psci(const struct fdt *t, struct arm64_platform *p)
{
	struct fdt_boot_psci psci;

	/*
	 * Before PSCI 0.2 the numbers were each vendor's own; nothing that still boots is that old.
	 */
	if (!fdt_boot_psci(t, &psci) || !psci.has_standard_ids)
		return;
	p->conduit = psci.conduit == FDT_CONDUIT_HVC ? CONDUIT_HVC : CONDUIT_SMC;
}

static bool read_uart(const struct fdt *t, struct arm64_uart_desc *out)
{
	struct fdt_boot_console console;

	if (!fdt_boot_console(t, &console) || console.uart == FDT_UART_OTHER)
		return false;
	out->kind = console.uart == FDT_UART_PL011 ? UART_PL011 : UART_16550;
	out->phys = console.reg.base;
	out->reg_shift = console.reg_shift;
	out->access_bytes = console.reg_io_width;
	return true;
}

static void read_names(const struct fdt *t, struct arm64_platform *p)
{
	struct fdt_node root = { 0 }, n = { 0 };

	if (fdt_next_node(t, &root) && fdt_is_compatible(t, &root, "linux,dummy-virt"))
		p->names_emulator = true;
	if (fdt_find_compatible(t, &n, "qemu,fw-cfg-mmio"))
		p->names_emulator = true;
	p->names_hypervisor = fdt_find_path(t, "/hypervisor", 11, &n);
}

bool platform_fdt_uart(struct arm64_uart_desc *out)
{
	struct fdt t;

	return arm64_fdt(&t) && read_uart(&t, out);
}

bool platform_fdt_fwcfg(u64 *phys)
{
	struct fdt_node n = { 0 };
	struct fdt_range reg;
	struct fdt t;

	if (!arm64_fdt(&t) || !fdt_find_compatible(&t, &n, "qemu,fw-cfg-mmio") ||
	    !fdt_reg(&t, &n, 0, &reg))
		return false;
	*phys = reg.base;
	return true;
}

bool platform_read_fdt(struct arm64_platform *p)
{
	struct fdt t;

	if (!arm64_fdt(&t))
		return false;
	read_gic(&t, &p->gic);
	read_timer(&t, p);
	read_psci(&t, p);
	read_uart(&t, &p->uart);
	read_names(&t, p);
	return true;
}

bool platform_next_cpu_fdt(struct arm64_cpu_cursor *cursor, struct arm64_cpu_entry *out)
{
	struct fdt_boot_cpu cpu;

	if (!cursor->opened && !arm64_fdt(&cursor->fdt))
		return false;
	cursor->opened = true;
	if (!fdt_boot_next_cpu(&cursor->fdt, &cursor->node, &cpu))
		return false;
	out->hw_id = cpu.id;
	out->release_phys = cpu.enable == FDT_ENABLE_SPIN_TABLE ? cpu.release_addr : 0;
	out->usable = cpu.usable && cpu.enable != FDT_ENABLE_OTHER &&
		      (cpu.enable != FDT_ENABLE_SPIN_TABLE || cpu.release_addr);
	out->refusal = cpu.usable ? "enable-method is not known here" : "disabled by firmware";
	return true;
}
