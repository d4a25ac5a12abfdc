/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * arm64 - what the files of this folder share with each other and with the assembly here. Nobody
 * else includes it.
 *
 * Invariant: structures that assembly knows have their offsets in offsets.c. The rest of the kernel
 * sees this folder through <arch/...> only.
 */
#ifndef ARM64_H
#define ARM64_H

#include <lib/types.h>
#include <arch/boot_info.h>
#include <arch/cpu.h>
#include <arch/percpu.h>

struct trap_frame {
	u64 regs[31];
	u64 sp;
	u64 pc;
	u64 pstate;
	/* x29 and pc again, as a frame record: it links the stack below to the one above */
	u64 record[2];
};

/*
 * What a new CPU finds its way with; boot.S loads the fields in pairs. Read with its caches off, so
 * it fills a line of its own and is cleaned to memory.
 */
struct arm64_start {
	u64 root_phys;
	u64 stack_top;
	u64 percpu_offset;
	u64 slot;
} __aligned(128);

/* boot.S: entries, by physical address; tables. */
extern char image_start[], boot_secondary_entry[], boot_spin_entry[], trap_vectors[];
extern u64 boot_low_root[512], boot_high_root[512], boot_empty_root[512];
u32 boot_probe(u64 phys);
void boot_cache_clean_invalidate(u64 from, u64 to);
void boot_root_switch(u64 root_phys, u64 image_phys);

/*
 * switch.S: one load; 0, or -EFAULT where nothing answers and it faults. On our own vectors, any
 * context. A driver's first access goes through one of these: its address is only what firmware
 * says.
 */
int arm64_read32_safe(const void *from, u32 *out);
int arm64_read8_safe(const void *from, u8 *out);

struct arm64_spin_slot {
	u64 mpidr;
	u64 start_phys; /* 0: empty */
};
extern struct arm64_spin_slot boot_spin_slots[];

/*
 * Called by boot.S; @handed_phys: a device tree or a handover. Lower root, or 0 after a message:
 * there is nothing to boot with. MMU off.
 */
u64 boot_map_init(u64 handed_phys);
void boot_refuse_el3(void);
void arm64_boot(u64 handed_phys, u64 image_phys) __noreturn;
void arm64_secondary(u32 slot) __noreturn;

/* boot_main.c: do these words begin anywhere in the command line? For before it is parsed. */
bool arm64_cmdline_has(const char *words);

/* The boot protocol's limit. */
#define FDT_BYTES_MAX (2u << 20)

/*
 * boot_refuse.c: one line on the UART that the machine most likely has, if there is one. MMU off;
 * the second one on the boot tables, where arch_early_map() works.
 */
void boot_refuse(const char *why);
void boot_refuse_mapped(const char *why) __noreturn;

/*
 * boot_map.c: memory that is known to be memory, before boot_info says so: as arch_early_map(). Has
 * the signature that lib/acpi wants.
 */
const void *boot_map_memory(u64 phys, size_t bytes, void *unused);

/*
 * Does boot_info name all of it, as RAM or as reserved? An address that firmware's tables give may
 * be anything, and where nothing answers a load is an abort.
 */
bool boot_is_memory(u64 phys, u64 bytes);

/* One file for each protocol: boot_info from what is at that address. It is mapped. */
void boot_fdt_read(u64 fdt_phys);
void boot_handover_read(u64 handover_phys);

/* boot_fdt.c: what a device tree reserves, and the tree itself. False: it is none, or damaged. */
bool boot_fdt_reserve(const void *fdt, u64 fdt_phys);

/*
 * cpu.c: why this CPU cannot run what was set up for the boot CPU; NULL: it can. It must run at the
 * same exception level, which decides on the timer, and reach all that is mapped: cores of several
 * kinds may differ.
 */
const char *arm64_cpu_objection(void);

/* timer.c: CPUs that have been told another rate of the counter than the boot CPU. */
u32 arm64_timer_odd_rates(void);

/* mmu.c: the root that arch_mmu_enable() was given; 0 before. */
u64 arm64_root_phys(void);

/* Close the lower half on this CPU: nothing of the boot is reached through it any more. */
void arm64_low_map_drop(void);

/* Physical address of something in the image; valid once boot_info is filled. */
static inline u64 arm64_image_to_phys(const void *symbol)
{
	return (u64)symbol - (u64)image_start + boot_info.image_phys;
}

#endif
