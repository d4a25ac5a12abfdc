/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * layout - selectors, vectors and structures that C and assembly share. Assembly gets the offsets
 * from build/.../offsets.
 *
 * Invariant: the frame is as trap_entry.asm pushes it and the segments stand in the same order in
 * all three descriptor tables. Left out: what only C uses.
 */
#ifndef ASM_LAYOUT_H
#define ASM_LAYOUT_H

#include <lib/types.h>

/*
 * Same order in the boot GDT (start.asm), in the start page (ap_start.asm) and in each CPU's own
 * (gdt.c).
 */
#define X86_SEL_CODE64 0x08
#define X86_SEL_DATA   0x10
#define X86_SEL_CODE32 0x18
#define X86_SEL_TSS    0x20

/*
 * Highest priority class for what must get through; the spurious vector has its low bits set, as
 * old APICs want it.
 */
#define X86_NR_VECTORS	    256
#define X86_VECTOR_TIMER    0xec
#define X86_VECTOR_IPI	    0xf0
#define X86_VECTOR_SPURIOUS 0xff

/* What start.asm tells x86_boot(). */
enum x86_boot_protocol {
	BOOT_UNKNOWN,
	BOOT_PVH,
	BOOT_MULTIBOOT2,
	BOOT_HANDOVER, /* our own UEFI loader's, lib/handover.h */
};

/* Interrupt stack table entries: faults that may find no usable stack. */
#define X86_IST_DOUBLE_FAULT 1
#define X86_IST_NMI	     2
#define X86_IST_MACHINE	     3
#define X86_NR_IST	     3

/* As trap_entry.asm pushes it, lowest address first. */
struct trap_frame {
	u64 r15, r14, r13, r12, r11, r10, r9, r8;
	u64 rbp, rdi, rsi, rdx, rcx, rbx, rax;
	u64 vector, error;
	u64 rip, cs, rflags, rsp, ss;
};

/*
 * The data block of the start page. One CPU is started at a time and has taken its values when it
 * reports; the values travel in this block, not in shared variables (see smp.c).
 */
struct x86_start_block {
	u64 entry; /* virtual address of the 64-bit entry */
	u64 stack_top;
	u64 percpu_offset;
	u64 slot;
	u32 cr3;   /* low copy of the root: 32-bit code loads it */
	u32 taken; /* the CPU sets it once everything is in its registers */
	u64 efer;
	u64 cr4;
};

#endif
