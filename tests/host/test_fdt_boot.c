// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_fdt_boot - what a boot reads from a device tree: recorded trees of QEMU's virt machine, and
 * written ones for what that machine never says.
 */
#include "aid_fdt.h"

static struct fdt open_recorded(const char *name)
{
	size_t bytes;
	void *blob = test_file(name, &bytes);
	struct fdt t = { 0 };

	CHECK_EQ(fdt_open(&t, blob, bytes), 0);
	CHECK_EQ(fdt_walk_all(blob, bytes), 0);
	return t;
}

static u32 count_cpus(const struct fdt *t, struct fdt_boot_cpu *last_cpu)
{
	struct fdt_node cursor = { 0 };
	u32 nr = 0;

	while (fdt_boot_next_cpu(t, &cursor, last_cpu)) {
		CHECK(last_cpu->usable);
		nr++;
	}
	return nr;
}

TEST(fdt_boot_reads_virt_v3)
{
	struct fdt t = open_recorded("virt-v3-1.dtb");
	struct fdt_boot_console console;
	struct fdt_boot_chosen chosen;
	struct fdt_boot_timer timer;
	struct fdt_boot_psci psci;
	struct fdt_boot_gic gic;
	struct fdt_boot_cpu cpu;
	struct fdt_range r[2];

	CHECK_EQ(fdt_boot_memory(&t, r, 2), 1);
	CHECK(r[0].base == 0x40000000 && r[0].size == 128 << 20);
	CHECK_EQ(fdt_boot_reserved(&t, r, 2), 0);
	CHECK_EQ(count_cpus(&t, &cpu), 1);
	CHECK(cpu.id == 0 && cpu.enable == FDT_ENABLE_NONE);

	CHECK(fdt_boot_gic(&t, &gic) && gic.version == 3);
	CHECK(gic.dist.base == 0x8000000 && gic.dist.size == 0x10000 && gic.nr_redist == 1);
	CHECK(fdt_boot_redist(&t, &gic, 0, r) && r[0].base == 0x80a0000 && r[0].size == 0xf60000);
	CHECK(!fdt_boot_redist(&t, &gic, 1, r));

	CHECK(fdt_boot_timer(&t, &timer) && timer.clock_hz == 0);
	CHECK(timer.present[FDT_TIMER_VIRT] && timer.irq[FDT_TIMER_VIRT].type == 1);
	CHECK_EQ(timer.irq[FDT_TIMER_SECURE].number, 13);
	CHECK_EQ(timer.irq[FDT_TIMER_PHYS].number, 14);
	CHECK_EQ(timer.irq[FDT_TIMER_VIRT].number, 11);
	CHECK_EQ(timer.irq[FDT_TIMER_HYP_PHYS].number, 10);
	CHECK(!timer.present[FDT_TIMER_HYP_VIRT]);

	CHECK(fdt_boot_console(&t, &console) && console.is_chosen);
	CHECK(console.uart == FDT_UART_PL011 && console.reg.base == 0x9000000);
	CHECK(console.baud == 0 && console.reg_io_width == 1);

	CHECK(fdt_boot_psci(&t, &psci) && psci.conduit == FDT_CONDUIT_HVC);
	CHECK(psci.has_standard_ids && psci.cpu_on == 0xc4000003);
	fdt_boot_chosen(&t, &chosen);
	CHECK(!chosen.bootargs && chosen.initrd.size == 0);
}

TEST(fdt_boot_reads_virt_v2)
{
	struct fdt t = open_recorded("virt-v2-4.dtb");
	struct fdt_boot_gic gic;
	struct fdt_boot_cpu cpu;

	CHECK_EQ(count_cpus(&t, &cpu), 4);
	CHECK(cpu.id == 3 && cpu.enable == FDT_ENABLE_PSCI);
	CHECK(fdt_boot_gic(&t, &gic) && gic.version == 2 && gic.nr_redist == 0);
	CHECK(gic.dist.base == 0x8000000 && gic.cpu.base == 0x8010000);
}

TEST(fdt_boot_reads_many_cpus)
{
	struct fdt t = open_recorded("virt-v3-130.dtb");
	struct fdt_boot_gic gic;
	struct fdt_boot_cpu cpu;
	struct fdt_range r;

	CHECK_EQ(count_cpus(&t, &cpu), 130);
	CHECK_EQ(cpu.id, 0x801);
	CHECK(fdt_boot_gic(&t, &gic) && gic.nr_redist == 2);
	CHECK(fdt_boot_redist(&t, &gic, 1, &r) && r.base == 0x4000000000 && r.size == 64 << 20);
	CHECK(!fdt_boot_redist(&t, &gic, 2, &r));

	t = open_recorded("virt-v3-18.dtb");
	CHECK_EQ(count_cpus(&t, &cpu), 18);
	CHECK_EQ(cpu.id, 0x101);
	CHECK_EQ(fdt_boot_memory(&t, &r, 1), 1);
	CHECK_EQ(r.size, 8ull << 30);
}

TEST(fdt_boot_reads_variants)
{
	struct fdt t = open_recorded("virt-el2.dtb");
	struct fdt_boot_console console;
	struct fdt_boot_chosen chosen;
	struct fdt_boot_psci psci;
	struct fdt_range r[2];

	CHECK(fdt_boot_psci(&t, &psci) && psci.conduit == FDT_CONDUIT_SMC);

	/* The secure machine has memory and a UART that only the secure world may use. */
	t = open_recorded("virt-secure.dtb");
	CHECK_EQ(fdt_boot_memory(&t, r, 2), 1);
	CHECK_EQ(r[0].base, 0x40000000);
	CHECK(fdt_boot_console(&t, &console) && console.reg.base == 0x9000000);

	t = open_recorded("virt-numa.dtb");
	CHECK_EQ(fdt_boot_memory(&t, r, 1), 2);
	CHECK_EQ(fdt_boot_memory(&t, r, 2), 2);
	CHECK(r[0].size == 512 << 20 && r[1].size == 512 << 20);
	CHECK_EQ(r[0].base ^ r[1].base, 0x40000000 ^ 0x60000000);

	t = open_recorded("virt-noacpi.dtb");
	CHECK(fdt_boot_memory(&t, r, 1) == 1 && r[0].size == 64 << 20);

	t = open_recorded("virt-boot.dtb");
	fdt_boot_chosen(&t, &chosen);
	CHECK_STR(chosen.bootargs, "case=null samples=1");
	CHECK_EQ(chosen.initrd.size, 65536);
	CHECK(chosen.initrd.base >= 0x40000000);
}

/* A machine with a spin table, old PSCI, names for its timers, an aliased 16550 and reserved
 * memory. */
static void odd_names(struct tree *b)
{
	tree_begin(b, "aliases");
	tree_string(b, "serial1", "/soc/serial@2000");
	tree_string(b, "loop", "loop");
	tree_prop(b, "unended", "/soc", 4);
	tree_end(b);
	tree_begin(b, "chosen");
	tree_string(b, "stdout-path", "serial1:115200n8");
	tree_string(b, "bootargs", "");
	tree_cells(b, "linux,initrd-start", 2, 1, 0x1000);
	tree_cells(b, "linux,initrd-end", 1, 0x2000);
	tree_end(b);
}

static void odd_memory(struct tree *b)
{
	tree_begin(b, "memory@0");
	tree_string(b, "device_type", "memory");
	tree_cells(b, "reg", 9, 0, 0, 0x1000, 0, 0x5000, 0, 1, 0, 0xfffff000);
	tree_end(b);
	tree_begin(b, "reserved-memory");
	tree_cells(b, "#address-cells", 1, 1);
	tree_cells(b, "#size-cells", 1, 1);
	tree_begin(b, "a@3000");
	tree_cells(b, "reg", 2, 0x3000, 0x10);
	tree_prop(b, "no-map", "", 0);
	tree_end(b);
	tree_begin(b, "b@5000");
	tree_cells(b, "reg", 2, 0x5000, 0x10);
	tree_end(b);
	tree_begin(b, "sized");
	tree_cells(b, "size", 1, 0x1000);
	tree_end(b);
	tree_begin(b, "off@4000");
	tree_cells(b, "reg", 2, 0x4000, 0x10);
	tree_string(b, "status", "disabled");
	tree_end(b);
	tree_end(b);
}

static void odd_cpus(struct tree *b)
{
	tree_begin(b, "cpus");
	tree_cells(b, "#address-cells", 1, 2);
	tree_cells(b, "#size-cells", 1, 0);
	tree_string(b, "enable-method", "spin-table");
	tree_begin(b, "cpu-map");
	tree_end(b);
	tree_begin(b, "cpu@0");
	tree_string(b, "device_type", "cpu");
	tree_cells(b, "reg", 2, 1, 2);
	tree_cells(b, "cpu-release-addr", 2, 0, 0xd8);
	tree_end(b);
	tree_begin(b, "cpu@1");
	tree_string(b, "device_type", "cpu");
	tree_string(b, "enable-method", "mystery");
	tree_string(b, "status", "disabled");
	tree_cells(b, "reg", 2, 0, 7);
	tree_end(b);
	tree_begin(b, "cpu@2");
	tree_string(b, "device_type", "cpu");
	tree_cells(b, "reg", 1, 0);
	tree_end(b);
	tree_end(b);
}

static void odd_psci(struct tree *b)
{
	tree_begin(b, "psci");
	tree_string(b, "compatible", "arm,psci");
	tree_string(b, "method", "smc");
	tree_cells(b, "cpu_on", 1, 0x95c10002);
	tree_end(b);
}

static void odd_gic(struct tree *b)
{
	tree_begin(b, "gic");
	tree_string(b, "compatible", "arm,gic-v3");
	tree_cells(b, "#interrupt-cells", 1, 4);
	tree_cells(b, "#redistributor-regions", 1, 0xffffffff);
	tree_cells(b, "redistributor-stride", 2, 0, 0x40000);
	tree_cells(b, "reg", 6, 0, 0x1000, 0x100, 0, 0x2000, 0x100);
	tree_cells(b, "phandle", 1, 1);
	tree_end(b);
}

static void odd_timer(struct tree *b)
{
	tree_begin(b, "timer");
	tree_string(b, "compatible", "arm,armv8-timer");
	tree_prop(b, "interrupt-names", "virt\0phys", 10);
	tree_cells(b, "interrupts", 8, 1, 11, 4, 0, 1, 14, 8, 0);
	tree_cells(b, "clock-frequency", 1, 1000000);
	tree_end(b);
}

static void odd_soc(struct tree *b)
{
	tree_begin(b, "soc");
	tree_cells(b, "#address-cells", 1, 1);
	tree_cells(b, "#size-cells", 1, 1);
	tree_cells(b, "ranges", 4, 0, 0x10, 0, 0x10000);
	tree_begin(b, "serial@1000");
	tree_string(b, "compatible", "arm,pl011");
	tree_cells(b, "reg", 2, 0x1000, 0x100);
	tree_end(b);
	tree_begin(b, "serial@2000");
	tree_string(b, "compatible", "snps,dw-apb-uart");
	tree_cells(b, "reg", 2, 0x2000, 0x100);
	tree_cells(b, "reg-shift", 1, 2);
	tree_cells(b, "reg-io-width", 1, 4);
	tree_end(b);
	tree_end(b);
}

static struct fdt open_odd(void)
{
	struct tree *b = tree_new();
	struct fdt t = { 0 };

	tree_reserve(b, 0, 0x1000);
	tree_begin(b, "");
	tree_cells(b, "#address-cells", 1, 2);
	tree_cells(b, "#size-cells", 1, 1);
	tree_cells(b, "interrupt-parent", 1, 1);
	odd_names(b);
	odd_memory(b);
	odd_cpus(b);
	odd_psci(b);
	odd_gic(b);
	odd_timer(b);
	odd_soc(b);
	tree_end(b);
	CHECK_EQ(tree_open(b, &t), 0);
	return t;
}

TEST(fdt_boot_reads_memory_of_odd_machine)
{
	struct fdt t = open_odd();
	struct fdt_boot_chosen chosen;
	struct fdt_range r[4];

	CHECK_EQ(fdt_boot_memory(&t, r, 4), 2);
	CHECK(r[0].base == 0 && r[0].size == 0x1000 && r[1].base == 0x100000000);
	CHECK_EQ(fdt_boot_memory(&t, NULL, 0), 2);
	CHECK_EQ(fdt_boot_reserved(&t, r, 4), 3);
	CHECK(r[0].size == 0x1000 && r[1].base == 0x3000 && r[1].size == 0x10);
	CHECK_EQ(r[2].base, 0x5000);
	CHECK_EQ(fdt_boot_unmapped(&t, r, 4), 1);
	CHECK(r[0].base == 0x3000 && r[0].size == 0x10);
	fdt_boot_chosen(&t, &chosen);
	CHECK_STR(chosen.bootargs, "");
	CHECK_EQ(chosen.initrd.size, 0);
}

TEST(fdt_boot_reads_cpus_of_odd_machine)
{
	struct fdt t = open_odd();
	struct fdt_node cursor = { 0 };
	struct fdt_boot_psci psci;
	struct fdt_boot_cpu cpu;

	CHECK(fdt_boot_next_cpu(&t, &cursor, &cpu) && cpu.id == 0x100000002 && cpu.usable);
	CHECK(cpu.enable == FDT_ENABLE_SPIN_TABLE && cpu.release_addr == 0xd8);
	CHECK(fdt_boot_next_cpu(&t, &cursor, &cpu) && cpu.id == 7 && !cpu.usable);
	CHECK(cpu.enable == FDT_ENABLE_OTHER && cpu.release_addr == 0);
	CHECK(!fdt_boot_next_cpu(&t, &cursor, &cpu));
	CHECK(fdt_boot_psci(&t, &psci) && psci.conduit == FDT_CONDUIT_SMC);
	CHECK(!psci.has_standard_ids && psci.cpu_on == 0x95c10002);
}

TEST(fdt_boot_reads_devices_of_odd_machine)
{
	struct fdt t = open_odd();
	struct fdt_boot_console console;
	struct fdt_boot_timer timer;
	struct fdt_boot_gic gic;
	struct fdt_range r;
	struct fdt_node n;

	CHECK(fdt_boot_console(&t, &console) && console.is_chosen && console.baud == 115200);
	CHECK(console.uart == FDT_UART_16550 && console.reg.base == 0x1000002000);
	CHECK(console.reg_shift == 2 && console.reg_io_width == 4);
	CHECK(fdt_boot_timer(&t, &timer) && timer.clock_hz == 1000000);
	CHECK(timer.present[FDT_TIMER_VIRT] && timer.irq[FDT_TIMER_VIRT].number == 11);
	CHECK(timer.present[FDT_TIMER_PHYS] && timer.irq[FDT_TIMER_PHYS].number == 14);
	CHECK(!timer.present[FDT_TIMER_SECURE] && !timer.present[FDT_TIMER_HYP_PHYS]);
	CHECK(fdt_boot_gic(&t, &gic) && gic.redist_stride == 0x40000);
	CHECK(fdt_boot_redist(&t, &gic, 0, &r) && !fdt_boot_redist(&t, &gic, 1, &r));
	CHECK(!fdt_boot_redist(&t, &gic, 0xfffffffe, &r));
	CHECK(!fdt_find_path(&t, "loop", 4, &n) && !fdt_find_path(&t, "unended", 7, &n));
	CHECK(!fdt_find_path(&t, "serial", 6, &n) && fdt_find_path(&t, "serial1", 7, &n));
}

/* As a Raspberry Pi 4's tree has them: the stride is the binding's, the method each CPU's own. */
static void pi_tree(struct tree *b)
{
	tree_begin(b, "");
	tree_cells(b, "#address-cells", 1, 2);
	tree_cells(b, "#size-cells", 1, 1);
	tree_begin(b, "chosen");
	tree_string(b, "stdout-path", "/soc/serial@7e215040");
	tree_end(b);
	tree_begin(b, "cpus");
	tree_cells(b, "#address-cells", 1, 1);
	tree_cells(b, "#size-cells", 1, 0);
	tree_string(b, "enable-method", "brcm,bcm2836-smp");
	tree_begin(b, "cpu@3");
	tree_string(b, "device_type", "cpu");
	tree_cells(b, "reg", 1, 3);
	tree_string(b, "enable-method", "spin-table");
	tree_cells(b, "cpu-release-addr", 1, 0xf0);
	tree_end(b);
	tree_end(b);
	tree_begin(b, "soc");
	tree_cells(b, "#address-cells", 1, 1);
	tree_cells(b, "#size-cells", 1, 1);
	tree_cells(b, "ranges", 4, 0x7e000000, 0, 0xfe000000, 0x1800000);
	tree_begin(b, "serial@7e215040");
	tree_string(b, "compatible", "brcm,bcm2835-aux-uart");
	tree_cells(b, "reg", 2, 0x7e215040, 0x40);
	tree_end(b);
	tree_end(b);
	tree_end(b);
}

TEST(fdt_boot_reads_a_pi)
{
	struct fdt_boot_console console;
	struct fdt_node cursor = { 0 };
	struct tree *b = tree_new();
	struct fdt_boot_cpu cpu;
	struct fdt t = { 0 };

	pi_tree(b);
	CHECK_EQ(tree_open(b, &t), 0);
	CHECK(fdt_boot_console(&t, &console) && console.uart == FDT_UART_16550);
	CHECK(console.reg.base == 0xfe215040 && console.reg_shift == 2);
	CHECK_EQ(console.reg_io_width, 4);
	CHECK(fdt_boot_next_cpu(&t, &cursor, &cpu) && cpu.id == 3);
	CHECK(cpu.enable == FDT_ENABLE_SPIN_TABLE && cpu.release_addr == 0xf0);
}

TEST(fdt_boot_of_an_empty_tree)
{
	struct tree *b = tree_new();
	struct fdt_node cursor = { 0 };
	struct fdt_boot_console console;
	struct fdt_boot_chosen chosen;
	struct fdt_boot_timer timer;
	struct fdt_boot_psci psci;
	struct fdt_boot_gic gic;
	struct fdt_boot_cpu cpu;
	struct fdt_range r;
	struct fdt t;

	tree_begin(b, "");
	tree_end(b);
	CHECK_EQ(tree_open(b, &t), 0);
	CHECK(!fdt_boot_memory(&t, &r, 1) && !fdt_boot_reserved(&t, &r, 1));
	fdt_boot_chosen(&t, &chosen);
	CHECK(!chosen.bootargs);
	CHECK(!fdt_boot_next_cpu(&t, &cursor, &cpu) && !fdt_boot_gic(&t, &gic));
	CHECK(!fdt_boot_timer(&t, &timer) && !fdt_boot_console(&t, &console));
	CHECK(!fdt_boot_psci(&t, &psci));
}

TEST(fdt_boot_falls_back_to_a_known_uart)
{
	struct tree *b = tree_new();
	struct fdt_boot_console console;
	struct fdt t;

	tree_begin(b, "");
	tree_begin(b, "chosen");
	tree_string(b, "stdout-path", "/gone:9600");
	tree_end(b);
	tree_begin(b, "a");
	tree_string(b, "compatible", "arm,pl011");
	tree_end(b);
	tree_begin(b, "b");
	tree_string(b, "compatible", "ns16550a");
	tree_cells(b, "reg", 3, 0, 0x100, 8);
	tree_end(b);
	tree_end(b);
	CHECK_EQ(tree_open(b, &t), 0);
	CHECK(fdt_boot_console(&t, &console) && !console.is_chosen && console.baud == 0);
	CHECK(console.uart == FDT_UART_16550 && console.reg.base == 0x100);
}
