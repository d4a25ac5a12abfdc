// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_acpi_tables - FADT, HPET, GTDT and SPCR that are written here, and the recorded machines as
 * a whole.
 */
#include "aid_acpi.h"

static struct acpi_table table_of(const u8 *data, u32 bytes)
{
	return (struct acpi_table){ .data = test_bytes(data, bytes), .length = bytes };
}

static void put_address(u8 *p, u8 space, u8 width, u8 access, u64 address)
{
	p[0] = space;
	p[1] = width;
	p[2] = 0;
	p[3] = access;
	put_le64(p + 4, address);
}

TEST(acpi_fadt_finds_the_pm_timer)
{
	u8 data[276] = { 0 };
	struct acpi_table t;
	struct acpi_fadt f;

	put_le32(data + 76, 0x608);
	data[91] = 4;
	put_le32(data + 112, 1 << 8 | 1 << 10);
	put_address(data + 116, ACPI_SPACE_IO, 8, 1, 0xcf9);
	data[128] = 6;
	t = table_of(data, 276);
	CHECK(acpi_fadt_read(&t, &f) && f.pm_timer.address == 0x608 && f.pm_timer_is_32bit);
	CHECK(f.pm_timer.space == ACPI_SPACE_IO && !f.is_hardware_reduced && !f.has_psci);
	CHECK(f.reset.address == 0xcf9 && f.reset_value == 6 && f.reset.access == 1);

	put_address(data + 208, ACPI_SPACE_MEMORY, 32, 3, 0x1ffff0000);
	put_le32(data + 112, 0);
	t = table_of(data, 276);
	CHECK(acpi_fadt_read(&t, &f) && f.pm_timer.address == 0x1ffff0000 && !f.pm_timer_is_32bit);
	CHECK(f.pm_timer.space == ACPI_SPACE_MEMORY && f.pm_timer.access == 4);
	CHECK_EQ(f.reset.address, 0);

	data[91] = 0;
	t = table_of(data, 116);
	CHECK(acpi_fadt_read(&t, &f) && f.pm_timer.address == 0);
	t = table_of(data, 115);
	CHECK(!acpi_fadt_read(&t, &f));
}

TEST(acpi_fadt_finds_the_ways_to_switch_off)
{
	u8 data[276] = { 0 };
	struct acpi_table t;
	struct acpi_fadt f;

	put_le32(data + 40, 0x3fe0040);
	put_le32(data + 48, 0xb2);
	data[52] = 2;
	put_le32(data + 64, 0x604);
	put_le32(data + 68, 0x704);
	data[89] = 2;
	put_address(data + 244, ACPI_SPACE_MEMORY, 8, 1, 0xfea00000);
	t = table_of(data, 276);
	CHECK(acpi_fadt_read(&t, &f) && f.dsdt == 0x3fe0040);
	CHECK(f.pm1a_control.address == 0x604 && f.pm1a_control.space == ACPI_SPACE_IO);
	CHECK(f.pm1b_control.address == 0x704 && f.smi_command == 0xb2 && f.acpi_enable == 2);
	CHECK_EQ(f.sleep_control.address, 0);

	put_le64(data + 140, 0x13fe00000);
	put_address(data + 172, ACPI_SPACE_IO, 16, 2, 0x1804);
	data[89] = 1;
	t = table_of(data, 276);
	CHECK(acpi_fadt_read(&t, &f) && f.dsdt == 0x13fe00000);
	CHECK(f.pm1a_control.address == 0x1804 && f.pm1b_control.address == 0);

	put_le32(data + 112, 1 << 20);
	t = table_of(data, 276);
	CHECK(acpi_fadt_read(&t, &f) && f.pm1a_control.address == 0 && !f.smi_command);
	CHECK(f.sleep_control.address == 0xfea00000);
	t = table_of(data, 140);
	CHECK(acpi_fadt_read(&t, &f) && f.dsdt == 0x3fe0040 && f.sleep_control.address == 0);
}

TEST(acpi_fadt_of_reduced_hardware)
{
	u8 data[276] = { 0 };
	struct acpi_table t;
	struct acpi_fadt f;

	put_le32(data + 76, 0x608);
	data[91] = 4;
	put_le32(data + 112, 1 << 20);
	put_le16(data + 129, 3);
	t = table_of(data, 276);
	CHECK(acpi_fadt_read(&t, &f) && f.is_hardware_reduced && f.pm_timer.address == 0);
	CHECK(f.has_psci && f.psci_uses_hvc);
	t = table_of(data, 130);
	CHECK(acpi_fadt_read(&t, &f) && !f.has_psci);
}

TEST(acpi_hpet_needs_memory)
{
	u8 data[56] = { 0 };
	struct acpi_table t;
	struct acpi_hpet h;

	put_le32(data + 36, 0x8086a201);
	put_address(data + 40, ACPI_SPACE_MEMORY, 64, 0, 0xfed00000);
	data[52] = 1;
	t = table_of(data, 56);
	CHECK(acpi_hpet_read(&t, &h) && h.base == 0xfed00000 && h.id == 0x8086a201 &&
	      h.number == 1);
	t = table_of(data, 51);
	CHECK(!acpi_hpet_read(&t, &h));
	data[40] = ACPI_SPACE_IO;
	t = table_of(data, 56);
	CHECK(!acpi_hpet_read(&t, &h));
}

TEST(acpi_gtdt_reads_timers)
{
	u8 data[104] = { 0 };
	struct acpi_table t;
	struct acpi_gtdt g;
	u32 i;

	for (i = 0; i < 4; i++) {
		put_le32(data + 48 + 8 * i, 29 - i);
		put_le32(data + 52 + 8 * i, i);
	}
	put_le32(data + 96, 28);
	put_le32(data + 100, 4);
	t = table_of(data, 104);
	CHECK(acpi_gtdt_read(&t, &g) && g.secure.gsi == 29 && g.phys.gsi == 28 && g.virt.gsi == 27);
	CHECK(g.hyp_phys.gsi == 26 && g.hyp_phys.is_edge && g.hyp_phys.is_active_low);
	CHECK(g.phys.is_edge && !g.phys.is_active_low && !g.virt.is_edge && g.virt.is_active_low);
	CHECK(g.hyp_virt.gsi == 28 && g.hyp_virt.is_always_on && !g.hyp_virt.is_edge);
	t = table_of(data, 96);
	CHECK(acpi_gtdt_read(&t, &g) && g.hyp_virt.gsi == 0);
	t = table_of(data, 79);
	CHECK(!acpi_gtdt_read(&t, &g));
}

TEST(acpi_spcr_reads_the_uart)
{
	static const u8 kinds[][2] = { { 0, ACPI_UART_16550 },	  { 1, ACPI_UART_16550 },
				       { 3, ACPI_UART_PL011 },	  { 0xd, ACPI_UART_PL011 },
				       { 0xe, ACPI_UART_PL011 },  { 0x12, ACPI_UART_16550 },
				       { 0x10, ACPI_UART_OTHER }, { 0xff, ACPI_UART_OTHER } };
	u8 data[80] = { 0 };
	struct acpi_table t;
	struct acpi_spcr s;
	size_t i;

	put_address(data + 40, ACPI_SPACE_MEMORY, 32, 3, 0x9000000);
	put_le32(data + 54, 33);
	data[58] = 7;
	for (i = 0; i < ARRAY_SIZE(kinds); i++) {
		data[36] = kinds[i][0];
		t = table_of(data, 80);
		CHECK(acpi_spcr_read(&t, &s) && s.uart == kinds[i][1]);
	}
	CHECK(s.baud == 115200 && s.gsi == 33 && s.reg.bit_width == 32 && s.reg.access == 4);
	t = table_of(data, 58);
	CHECK(!acpi_spcr_read(&t, &s));
	put_le64(data + 44, 0);
	t = table_of(data, 80);
	CHECK(!acpi_spcr_read(&t, &s));
}

/* What a recorded machine must say; zero: not asked. */
struct machine {
	const char *file;
	u8 revision;
	u32 entry_bytes, apics, gicc, gic_version, listed;
	u64 hpet, pm_timer, spcr;
	bool hardware_reduced, psci, hvc;
	u32 virt_gsi;
};

static const struct machine machines[] = {
	{ .file = "q35-seabios.acpi",
	  .entry_bytes = 4,
	  .apics = 6,
	  .listed = 6,
	  .hpet = 0xfed00000,
	  .pm_timer = 0x608 },
	{ .file = "pc-seabios.acpi",
	  .entry_bytes = 4,
	  .apics = 2,
	  .listed = 6,
	  .hpet = 0xfed00000,
	  .pm_timer = 0x608 },
	{ .file = "microvm.acpi",
	  .revision = 2,
	  .entry_bytes = 8,
	  .apics = 2,
	  .listed = 2,
	  .hardware_reduced = true },
	{ .file = "q35-ovmf.acpi",
	  .revision = 2,
	  .entry_bytes = 8,
	  .apics = 2,
	  .listed = 2,
	  .pm_timer = 0x608 },
	{ .file = "virt-v3-aavmf.acpi",
	  .revision = 2,
	  .entry_bytes = 8,
	  .gicc = 4,
	  .gic_version = 3,
	  .spcr = 0x9000000,
	  .hardware_reduced = true,
	  .psci = true,
	  .hvc = true,
	  .virt_gsi = 27 },
	{ .file = "virt-v2-aavmf.acpi",
	  .revision = 2,
	  .entry_bytes = 8,
	  .gicc = 2,
	  .gic_version = 2,
	  .spcr = 0x9000000,
	  .hardware_reduced = true,
	  .psci = true,
	  .hvc = true,
	  .virt_gsi = 27 },
	{ .file = "virt-el2-aavmf.acpi",
	  .revision = 2,
	  .entry_bytes = 8,
	  .gicc = 2,
	  .gic_version = 3,
	  .spcr = 0x9000000,
	  .hardware_reduced = true,
	  .psci = true,
	  .virt_gsi = 27 },
};

static void check_madt(const struct machine *want, const struct acpi_table *t)
{
	struct madt_local_apic apic;
	struct madt_gicd gicd = { 0 };
	struct madt_gicc gicc;
	u32 cursor, apics = 0, listed = 0, gic_cpus = 0;

	for (cursor = 0; acpi_madt_next_local_apic(t, &cursor, &apic); listed++)
		apics += apic.enabled;
	for (cursor = 0; acpi_madt_next_gicc(t, &cursor, &gicc);) {
		CHECK_EQ(gicc.mpidr, gic_cpus);
		gic_cpus += gicc.enabled;
	}
	CHECK_EQ(apics, want->apics);
	CHECK_EQ(listed, want->listed);
	CHECK_EQ(gic_cpus, want->gicc);
	CHECK_EQ(acpi_madt_gicd(t, &gicd) ? gicd.version : 0, want->gic_version);
	if (apics)
		CHECK_EQ(acpi_madt_local_apic_base(t), 0xfee00000);
}

static void check_rest(const struct machine *want, const struct acpi *a)
{
	struct acpi_fadt fadt = { 0 };
	struct acpi_hpet hpet = { 0 };
	struct acpi_gtdt gtdt = { 0 };
	struct acpi_spcr spcr = { 0 };
	struct acpi_table t;

	CHECK(acpi_find(a, "FACP", 0, &t) && acpi_fadt_read(&t, &fadt));
	CHECK_EQ(fadt.pm_timer.address, want->pm_timer);
	CHECK_EQ(fadt.is_hardware_reduced, want->hardware_reduced);
	CHECK_EQ(fadt.has_psci, want->psci);
	CHECK_EQ(fadt.psci_uses_hvc, want->hvc);
	CHECK_EQ(acpi_find(a, "HPET", 0, &t) && acpi_hpet_read(&t, &hpet), want->hpet != 0);
	CHECK_EQ(hpet.base, want->hpet);
	CHECK_EQ(acpi_find(a, "GTDT", 0, &t) && acpi_gtdt_read(&t, &gtdt), want->virt_gsi != 0);
	CHECK_EQ(gtdt.virt.gsi, want->virt_gsi);
	CHECK_EQ(acpi_find(a, "SPCR", 0, &t) && acpi_spcr_read(&t, &spcr), want->spcr != 0);
	CHECK_EQ(spcr.reg.address, want->spcr);
	if (want->spcr)
		CHECK_EQ(spcr.uart, ACPI_UART_PL011);
}

TEST(acpi_reads_recorded_machines)
{
	struct acpi_table t;
	struct memory *m;
	struct acpi a;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(machines); i++) {
		printf("# %s\n", machines[i].file);
		m = memory_recorded(machines[i].file);
		CHECK_EQ(acpi_walk_all(m), 0);
		CHECK_EQ(memory_open(m, &a), 0);
		CHECK_STR(a.oem_id, "BOCHS ");
		CHECK_EQ(a.revision, machines[i].revision);
		CHECK_EQ(a.entry_bytes, machines[i].entry_bytes);
		CHECK(acpi_find(&a, "APIC", 0, &t));
		check_madt(&machines[i], &t);
		check_rest(&machines[i], &a);
	}
}
