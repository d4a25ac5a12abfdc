// SPDX-License-Identifier: GPL-2.0-only
/*
 * gdt - each CPU's segments and task state, and the interrupt table that all share.
 *
 * Segments mean nothing in long mode but privilege; the task state is there for its interrupt stack
 * table: a double fault (what an overflowing stack becomes), an NMI and a machine check get stacks
 * that are known to be good.
 */
#include <arch/percpu.h>
#include <lib/string.h>

#include "x86.h"

#define IST_STACK_BYTES 4096
#define GATE_INTERRUPT	0x8e
#define STUB_BYTES	16

struct x86_tss {
	u32 reserved0;
	u64 rsp[3];
	u64 reserved1;
	u64 ist[7];
	u64 reserved2;
	u16 reserved3;
	u16 io_map;
} __packed;

struct x86_gate {
	u16 offset_low;
	u16 selector;
	u8 ist;
	u8 type;
	u16 offset_middle;
	u32 offset_high;
	u32 reserved;
} __packed;

struct x86_table_pointer {
	u16 limit;
	u64 base;
} __packed;

static const u64 gdt_common[4] = {
	0, 0x00af9b000000ffff, /* X86_SEL_CODE64 */
	0x00cf93000000ffff,    /* X86_SEL_DATA */
	0x00cf9b000000ffff,    /* X86_SEL_CODE32 */
};

static DEFINE_PER_CPU(u64,
		      x86_gdt[6]); /* the common four, and a task state descriptor of two words */
static DEFINE_PER_CPU(struct x86_tss, x86_tss);
static __aligned(16) DEFINE_PER_CPU(u8, x86_ist_stacks[X86_NR_IST][IST_STACK_BYTES]);

static struct x86_gate
	x86_idt[X86_NR_VECTORS]; /* written by the boot CPU before the others start */

static void gdt_load(void)
{
	u64 *gdt = &(*this_cpu_ptr(&x86_gdt))[0];
	struct x86_tss *tss = this_cpu_ptr(&x86_tss);
	struct x86_table_pointer pointer = { sizeof(x86_gdt) - 1, (u64)gdt };
	u64 base = (u64)tss, limit = sizeof(*tss) - 1;

	memcpy(gdt, gdt_common, sizeof(gdt_common));
	gdt[4] = limit | (base & 0xffffff) << 16 | 0x89ull << 40 | (base >> 24 & 0xff) << 56;
	gdt[5] = base >> 32;
	__asm__ __volatile__("lgdt %0\n\t"
			     "ltr %w1"
			     :
			     : "m"(pointer), "r"(X86_SEL_TSS)
			     : "memory");
}

static void tss_init(void)
{
	struct x86_tss *tss = this_cpu_ptr(&x86_tss);
	u8 *stacks = &(*this_cpu_ptr(&x86_ist_stacks))[0][0];

	for (u32 i = 0; i < X86_NR_IST; i++)
		tss->ist[i] = (u64)(stacks + (i + 1) * IST_STACK_BYTES);
	tss->io_map = sizeof(*tss);
}

static void idt_set(u32 vector, u8 ist)
{
	u64 stub = (u64)x86_trap_stubs + vector * STUB_BYTES;
	struct x86_gate *gate = &x86_idt[vector];

	gate->offset_low = (u16)stub;
	gate->offset_middle = (u16)(stub >> 16);
	gate->offset_high = (u32)(stub >> 32);
	gate->selector = X86_SEL_CODE64;
	gate->ist = ist;
	gate->type = GATE_INTERRUPT;
}

static void idt_fill(void)
{
	for (u32 vector = 0; vector < ARRAY_SIZE(x86_idt); vector++)
		idt_set(vector, 0);
	idt_set(2, X86_IST_NMI);
	idt_set(8, X86_IST_DOUBLE_FAULT);
	idt_set(18, X86_IST_MACHINE);
}

void x86_gdt_init(u32 slot)
{
	struct x86_table_pointer idt = { sizeof(x86_idt) - 1, (u64)x86_idt };

	tss_init();
	gdt_load();
	if (!slot)
		idt_fill();
	__asm__ __volatile__("lidt %0" : : "m"(idt) : "memory");
}
