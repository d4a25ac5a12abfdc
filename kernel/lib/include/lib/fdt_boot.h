/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * fdt_boot - what a boot needs from a device tree, as plain structs.
 *
 * Each function reads one subject out of an opened tree and judges nothing: lists are given whole
 * and in file order, duplicates, overlaps and the boot CPU's own entry included, and the caller
 * decides. Disabled nodes are left out, except CPUs, which are reported with usable = false.
 * Context of all functions: any. Sources: Devicetree Specification 0.4, and the Linux binding
 * documents of arm,gic, arm,gic-v3, arm,arch_timer, arm/cpus, arm/psci, chosen.
 */
#ifndef LIB_FDT_BOOT_H
#define LIB_FDT_BOOT_H

#include <lib/fdt.h>

enum fdt_boot_enable {
	FDT_ENABLE_NONE, /* the tree does not say */
	FDT_ENABLE_PSCI,
	FDT_ENABLE_SPIN_TABLE,
	FDT_ENABLE_OTHER, /* a method that is not known here */
};

struct fdt_boot_cpu {
	u64 id;		  /* reg: affinity fields of MPIDR_EL1 */
	u64 release_addr; /* spin table: physical address to write the entry point to; 0: none */
	enum fdt_boot_enable enable;
	bool usable;
};

struct fdt_boot_chosen {
	const char *bootargs;	 /* NULL: none */
	struct fdt_range initrd; /* size 0: none */
};

/* A GIC, version 2 or 3 (a version 4 is a 3 to this binding). */
struct fdt_boot_gic {
	u32 version;
	struct fdt_range dist;
	struct fdt_range cpu; /* version 2: CPU interface */
	u32 nr_redist;	      /* version 3: regions for fdt_boot_redist() */
	u64 redist_stride;    /* from one redistributor to the next; 0: as architected */
	struct fdt_node node;
};

enum fdt_boot_timer_irq {
	FDT_TIMER_SECURE,
	FDT_TIMER_PHYS,
	FDT_TIMER_VIRT,
	FDT_TIMER_HYP_PHYS,
	FDT_TIMER_HYP_VIRT,
	FDT_NR_TIMER_IRQS,
};

struct fdt_boot_timer {
	struct fdt_irq irq[FDT_NR_TIMER_IRQS];
	bool present[FDT_NR_TIMER_IRQS];
	u32 clock_hz; /* what replaces CNTFRQ_EL0 where firmware left it wrong; 0: nothing */
};

enum fdt_boot_uart {
	FDT_UART_OTHER, /* not known here: do not touch */
	FDT_UART_PL011, /* or the SBSA subset of it */
	FDT_UART_16550,
};

struct fdt_boot_console {
	enum fdt_boot_uart uart;
	struct fdt_range reg;
	u32 reg_shift;	  /* 16550: registers lie 1 << reg_shift bytes apart */
	u32 reg_io_width; /* bytes of one access; what the binding implies where nothing is said */
	u32 baud;	  /* from the options behind stdout-path; 0: not said */
	bool is_chosen;	  /* named by stdout-path; otherwise the first that is known */
};

enum fdt_boot_conduit {
	FDT_CONDUIT_NONE,
	FDT_CONDUIT_SMC,
	FDT_CONDUIT_HVC,
};

struct fdt_boot_psci {
	enum fdt_boot_conduit conduit;
	bool has_standard_ids; /* PSCI 0.2 and later */
	u32 cpu_on;	       /* function id: standard or, before 0.2, the tree's; 0: none */
};

/* Memory, at most @max entries into @out. Result: how many there are, perhaps more than @max. */
size_t fdt_boot_memory(const struct fdt *t, struct fdt_range *out, size_t max);

/* The same for reservation block and /reserved-memory. Without the initrd and the blob itself. */
size_t fdt_boot_reserved(const struct fdt *t, struct fdt_range *out, size_t max);

/*
 * The part of /reserved-memory that says no-map: not even a look ahead of the CPU may go there, so
 * it must not be mapped as memory.
 */
size_t fdt_boot_unmapped(const struct fdt *t, struct fdt_range *out, size_t max);

void fdt_boot_chosen(const struct fdt *t, struct fdt_boot_chosen *out);

/* The next CPU after *cursor, which is all zero at first. Entries without a readable id are passed
 * over. False: no more. */
bool fdt_boot_next_cpu(const struct fdt *t, struct fdt_node *cursor, struct fdt_boot_cpu *out);

/* The first usable GIC. False: none, or one without readable addresses. */
bool fdt_boot_gic(const struct fdt *t, struct fdt_boot_gic *out);

/* Redistributor region @index of a version 3. False: no such region. */
bool fdt_boot_redist(const struct fdt *t, const struct fdt_boot_gic *gic, u32 index,
		     struct fdt_range *out);

/* The architected timer. False: no such node. */
bool fdt_boot_timer(const struct fdt *t, struct fdt_boot_timer *out);

/* The console. False: stdout-path names nothing readable and no known UART is there either. */
bool fdt_boot_console(const struct fdt *t, struct fdt_boot_console *out);

/* PSCI. False: no such node, or one without a known method. */
bool fdt_boot_psci(const struct fdt *t, struct fdt_boot_psci *out);

#endif
