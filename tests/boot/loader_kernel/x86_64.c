// SPDX-License-Identifier: GPL-2.0-only
/*
 * x86_64 - entered as a kernel is: 64 bits, the firmware's page tables, rdi = handover. The first
 * serial port is where the firmware has left it; isa-debug-exit at 0xf4 ends QEMU.
 */
#include "machine.h"

const char *machine_arch(void)
{
	return "x86_64";
}

__asm__(".section .text.entry, \"ax\"\n"
	".global entry\n"
	"entry:\n"
	"	lea entry(%rip), %rsi\n"
	"	lea stack_end(%rip), %rsp\n"
	"	xor %ebp, %ebp\n"
	"	call kernel_main\n"
	".section .bss.stack, \"aw\", @nobits\n"
	"	.balign 16\n"
	"	.skip 16384\n"
	"stack_end:\n");

static void out8(u16 port, u8 value)
{
	__asm__ volatile("outb %0, %1" ::"a"(value), "Nd"(port));
}

static u8 in8(u16 port)
{
	u8 value;

	__asm__ volatile("inb %1, %0" : "=a"(value) : "Nd"(port));
	return value;
}

void machine_write(char c)
{
	for (u32 i = 0; i < 100000 && !(in8(0x3fd) & 0x20); i++)
		;
	out8(0x3f8, (u8)c);
}

void machine_reset(void)
{
	out8(0xcf9, 2);
	out8(0xcf9, 6);
	for (;;)
		__asm__ volatile("hlt");
}

void machine_off(void)
{
	out8(0xf4, 0);
	for (;;)
		__asm__ volatile("hlt");
}
