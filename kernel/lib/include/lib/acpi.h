/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * acpi - bounded reader of ACPI tables (ACPI Specification 6.5, chapter 5.2).
 *
 * A table that acpi_find() gives has its length bounded, its bytes mapped and its checksum
 * verified; the readers below check every field against that length, so that an old, short table
 * reads as "not said". Nothing is written, allocated or kept, and every loop is bounded. Tables may
 * lie at any alignment and above 4 GiB. Context of all functions: any in which the caller's map
 * function works.
 *
 * Left out on purpose: AML but for one package of constants, and every table that a boot of this
 * kernel does not need.
 */
#ifndef LIB_ACPI_H
#define LIB_ACPI_H

#include <lib/types.h>

enum {
	ACPI_RSDP_BYTES_V1 = 20,	/* of which every version is sound by itself */
	ACPI_HEADER_BYTES = 36,		/* of every table but the RSDP */
	ACPI_MAX_TABLE_BYTES = 1 << 20, /* longer is damage: the tables read here stay far below */
	ACPI_MAX_TABLES = 1024,		/* entries of the root table that are looked at */
	ACPI_MAX_MADT_BYTES = 1 << 17,	/* looked at: 1598 GIC CPUs or 16378 local APICs */
};

/*
 * The caller's view of physical memory: @len bytes at @phys, readable as long as the results are
 * used, or NULL where there is no memory. Called with the same address more than once, first for a
 * header and then for the whole.
 */
struct acpi_map {
	const void *(*map)(u64 phys, size_t len, void *ctx);
	void *ctx;
};

struct acpi_table {
	const u8 *data; /* header included */
	u32 length;
	u64 phys;
};

struct acpi {
	struct acpi_map mem;
	struct acpi_table root;
	u32 entry_bytes; /* 8: XSDT, 4: RSDT */
	u32 nr_tables;
	u8 revision;	/* of the RSDP: 0 is ACPI 1.0, 2 anything later */
	char oem_id[7]; /* of the RSDP, bytes that are not printable ASCII replaced by '?' */
};

/* Generic address structure. All zero: no such register. */
struct acpi_address {
	u64 address;
	u8 space; /* ACPI_SPACE_..., or one that nothing here knows */
	u8 bit_width;
	u8 access; /* bytes of one access; 0: not said */
};

enum { ACPI_SPACE_MEMORY = 0, ACPI_SPACE_IO = 1, ACPI_SPACE_PCI = 2 };

/* Is there a root pointer at @p, of which ACPI_RSDP_BYTES_V1 bytes can be read? */
bool acpi_rsdp_is_valid(const u8 *p);

/*
 * Start from the RSDP at @rsdp: the XSDT where revision, address, length and checksum allow, else
 * the RSDT. Result: 0; -EFAULT the RSDP cannot be mapped; -ENODEV there is no RSDP, by signature or
 * checksum; -EINVAL neither root table is usable.
 */
int acpi_open(struct acpi *a, u64 rsdp, const struct acpi_map *mem);

/* The table at place @index of the root table. False: unmapped, too long or a bad checksum. */
bool acpi_table_at(const struct acpi *a, u32 index, struct acpi_table *out);

/* Number @index, from 0, of the sound tables that carry @signature (4 characters). False: none. */
bool acpi_find(const struct acpi *a, const char *signature, u32 index, struct acpi_table *out);

/* The table at @phys, which another one names (DSDT). False: not @signature's, or damaged. */
bool acpi_table_by_address(const struct acpi *a, u64 phys, const char *signature,
			   struct acpi_table *out);

/* MADT, signature APIC */

enum madt_type {
	MADT_LOCAL_APIC = 0,
	MADT_IO_APIC = 1,
	MADT_LOCAL_APIC_ADDRESS = 5,
	MADT_LOCAL_X2APIC = 9,
	MADT_GICC = 0xb,
	MADT_GICD = 0xc,
	MADT_GICR = 0xe,
	MADT_MAILBOX = 0x10,
};

struct madt_entry {
	const u8 *data; /* type and length bytes included */
	u8 type;
	u8 length;
};

struct madt_local_apic {
	u32 id;
	u32 uid;
	bool is_x2apic_entry;
	bool enabled;
	bool online_capable; /* can be plugged in later: absent now unless enabled */
};

struct madt_io_apic {
	u32 id;
	u32 address;
	u32 gsi_base;
};

struct madt_gicc {
	u64 mpidr;
	u64 cpu_base;	 /* GICv2 CPU interface; 0: none */
	u64 redist_base; /* this CPU's redistributor; 0: look through the GICR ranges */
	u32 uid;
	bool enabled;
	bool online_capable;
};

struct madt_gicd {
	u64 base;
	u32 version; /* 0: not said, probe */
};

struct madt_gicr {
	u64 base;
	u32 length;
};

/* The next entry; *cursor is 0 at first. False: no more, or one that does not fit what is left. */
bool acpi_madt_next(const struct acpi_table *madt, u32 *cursor, struct madt_entry *out);

/* Physical address of the local APICs: the override entry where there is one. 0: not said. */
u64 acpi_madt_local_apic_base(const struct acpi_table *madt);

/* Does the table say that there is also a pair of 8259s to mask? */
bool acpi_madt_has_pic(const struct acpi_table *madt);

/*
 * The next CPU, of either entry type. Ids that mean "none" are passed over, and so is an entry
 * whose id came before, unless it is the first enabled one: a caller that counts enabled entries
 * counts each CPU once. *cursor is 0 at first.
 */
bool acpi_madt_next_local_apic(const struct acpi_table *madt, u32 *cursor,
			       struct madt_local_apic *out);

/* The same for GIC CPUs; the id is the MPIDR. ACPI 5.0 entries, which lack one, are passed over. */
bool acpi_madt_next_gicc(const struct acpi_table *madt, u32 *cursor, struct madt_gicc *out);

bool acpi_madt_next_io_apic(const struct acpi_table *madt, u32 *cursor, struct madt_io_apic *out);
bool acpi_madt_next_gicr(const struct acpi_table *madt, u32 *cursor, struct madt_gicr *out);

/* The distributor. False: none. */
bool acpi_madt_gicd(const struct acpi_table *madt, struct madt_gicd *out);

/* Address of the mailbox by which CPUs are woken instead of by INIT and SIPI. 0: none. */
u64 acpi_madt_mailbox(const struct acpi_table *madt);

/* FADT, signature FACP */

struct acpi_fadt {
	struct acpi_address pm_timer; /* all zero: none */
	bool pm_timer_is_32bit;	      /* else 24 */
	struct acpi_address reset;    /* all zero: none */
	u8 reset_value;
	u64 dsdt;					/* 0: none */
	struct acpi_address pm1a_control, pm1b_control; /* all zero: none */
	u32 smi_command; /* port that takes acpi_enable; 0: the machine is always in ACPI mode */
	u8 acpi_enable;
	struct acpi_address sleep_control; /* reduced hardware; all zero: none */
	bool is_hardware_reduced;
	bool has_psci;
	bool psci_uses_hvc;
};

/* False: shorter than ACPI 1.0 has it. What a short table does not say is zero. */
bool acpi_fadt_read(const struct acpi_table *fadt, struct acpi_fadt *out);

/* DSDT and SSDTs */

/* What to write into the sleep type fields of the two control registers. */
struct acpi_s5 {
	u8 type_a;
	u8 type_b; /* that of a machine with one register is not used */
};

/*
 * Look for the package \_S5_, "soft off", in the bytes of a definition block: the name, and behind
 * it a package of two or more integer constants. False: none that looks like it, or of types that
 * the register cannot hold.
 */
bool acpi_s5_find(const struct acpi_table *block, struct acpi_s5 *out);

/* HPET */

struct acpi_hpet {
	u64 base;
	u32 id; /* low word of the capabilities register: revision, comparators, width, vendor */
	u32 number;
};

/* False: too short, or not in memory. */
bool acpi_hpet_read(const struct acpi_table *hpet, struct acpi_hpet *out);

/* GTDT */

struct acpi_timer_irq {
	u32 gsi; /* GIC INTID; 0: none */
	bool is_edge;
	bool is_active_low;
	bool is_always_on;
};

struct acpi_gtdt {
	struct acpi_timer_irq secure;
	struct acpi_timer_irq phys; /* non-secure EL1 */
	struct acpi_timer_irq virt;
	struct acpi_timer_irq hyp_phys; /* EL2 */
	struct acpi_timer_irq hyp_virt; /* revision 3 */
};

bool acpi_gtdt_read(const struct acpi_table *gtdt, struct acpi_gtdt *out);

/* SPCR */

enum acpi_uart {
	ACPI_UART_OTHER, /* not known here: do not touch */
	ACPI_UART_PL011, /* or the SBSA subset of it */
	ACPI_UART_16550,
};

struct acpi_spcr {
	enum acpi_uart uart;
	u8 interface;		 /* as the table has it */
	struct acpi_address reg; /* bit_width is the distance of the registers */
	u32 gsi;
	u32 baud; /* 0: as firmware left it, or not said */
};

/* False: too short, or the table says by a zero address that there is no console. */
bool acpi_spcr_read(const struct acpi_table *spcr, struct acpi_spcr *out);

/* DBG2: the first serial port that is known here and has an address. False: none, or damage. */
bool acpi_dbg2_uart(const struct acpi_table *dbg2, struct acpi_spcr *out);

/*
 * SPCR is the console; the debug port stands in where there is no such table. False: neither names
 * a port.
 */
bool acpi_console(const struct acpi *acpi, struct acpi_spcr *out);

#endif
