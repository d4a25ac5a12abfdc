/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * platform - what the firmware says about this machine, in one form for ACPI and the device tree.
 * Drivers read it here and nowhere else. Filled once by the boot CPU, after mapping_init();
 * read-only from then on.
 */
#ifndef ARM64_PLATFORM_H
#define ARM64_PLATFORM_H

#include <arch/boot_info.h>
#include <arch/cpu.h>
#include <lib/acpi.h>
#include <lib/fdt.h>
#include <lib/types.h>

enum arm64_uart {
	UART_NONE,
	UART_PL011,
	UART_16550,
};

struct arm64_uart_desc {
	enum arm64_uart kind;
	u64 phys;
	u32 reg_shift;	  /* 16550: registers lie 1 << reg_shift bytes apart */
	u32 access_bytes; /* 16550: 1 or 4 */
};

struct arm64_gic_desc {
	u32 version; /* 2 or 3; 0: none named */
	u64 dist_phys;
	u64 cpu_phys;	   /* version 2: CPU interface */
	u64 redist_stride; /* version 3; 0: as architected */
	u32 nr_redist;
	struct boot_range redist[CPUS_MAX]; /* regions, or one redistributor each */
};

enum arm64_conduit {
	CONDUIT_NONE,
	CONDUIT_SMC,
	CONDUIT_HVC,
};

struct arm64_platform {
	const char *source; /* "acpi", "fdt"; "none" */
	struct arm64_gic_desc gic;
	struct arm64_uart_desc uart;
	u32 timer_intid_virt;	  /* 0: not named */
	u32 timer_intid_hyp_phys; /* 0: not named */
	u32 timer_hz;		  /* what replaces CNTFRQ_EL0; 0: nothing */
	enum arm64_conduit conduit;
	bool names_emulator;   /* tables or nodes that QEMU makes */
	bool names_hypervisor; /* a node that a hypervisor makes */
};

const struct arm64_platform *arm64_platform(void);

/* ACPI from that RSDP; false: 0, or no sound root table. Any time in a boot. */
bool platform_acpi_open(struct acpi *out, u64 rsdp);

/* The opened tables; false if there are none. Any time after mapping_init(). */
bool arm64_acpi(struct acpi *out);
bool arm64_fdt(struct fdt *out);

/*
 * platform_fdt.c, platform_acpi.c. False: it does not describe an interrupt controller, so it is
 * not to be used.
 */
bool platform_read_fdt(struct arm64_platform *p);
bool platform_read_acpi(struct arm64_platform *p);

/* The console alone, for the time before mapping_init(), when nobody has chosen between the two. */
bool platform_fdt_uart(struct arm64_uart_desc *out);
bool platform_acpi_uart(struct arm64_uart_desc *out);

/* Registers of QEMU's fw_cfg device. */
bool platform_fdt_fwcfg(u64 *phys);

/*
 * fwcfg_acpi.c, for tests: physical address of an RSDP, made in [@phys, @phys + @bytes), or 0.
 * After mapping_init().
 */
u64 fwcfg_acpi_load(u64 phys, u64 bytes);

/* boot_main.c: memory that was set aside for that; 0 bytes if nobody asked. */
extern struct boot_range arm64_fwcfg_area;

/* A CPU as the tables list it. */
struct arm64_cpu_entry {
	u64 hw_id;
	u64 release_phys; /* spin table; 0: PSCI */
	bool usable;
	const char *refusal;
};

/* Entry after *cursor (all zero at first) of whichever source is in use. False: no more. */
struct arm64_cpu_cursor {
	struct fdt fdt;
	struct fdt_node node;
	struct acpi_table madt;
	u32 acpi;
	bool opened;
};

bool platform_next_cpu(struct arm64_cpu_cursor *cursor, struct arm64_cpu_entry *out);
bool platform_next_cpu_fdt(struct arm64_cpu_cursor *cursor, struct arm64_cpu_entry *out);
bool platform_next_cpu_acpi(struct arm64_cpu_cursor *cursor, struct arm64_cpu_entry *out);

#endif
