// SPDX-License-Identifier: GPL-2.0-only
/*
 * arm64 - entered as a kernel is, with the firmware's MMU still on, x0 = handover. QEMU's virt: a
 * PL011 at 0x09000000, PSCI by HVC.
 */
#include "machine.h"

#define UART 0x09000000ull

const char *machine_arch(void)
{
	return "arm64";
}

__asm__(".section .text.entry, \"ax\"\n"
	".global entry\n"
	"entry:\n"
	"	adr x1, entry\n"
	"	adrp x2, stack_end\n"
	"	add x2, x2, :lo12:stack_end\n"
	"	mov sp, x2\n"
	"	mov x29, xzr\n"
	"	bl kernel_main\n"
	".section .bss.stack, \"aw\", @nobits\n"
	"	.balign 16\n"
	"	.skip 16384\n"
	"stack_end:\n");

static volatile u32 *uart(u32 at)
{
	return (volatile u32 *)(uintptr_t)(UART + at);
}

void machine_write(char c)
{
	for (u32 i = 0; i < 100000 && *uart(0x18) & 0x20; i++)
		;
	*uart(0) = (u8)c;
}

static __noreturn void psci(u32 function)
{
	register u64 x0 __asm__("x0") = function;

	__asm__ volatile("hvc #0" : "+r"(x0)::"memory");
	for (;;)
		__asm__ volatile("wfi");
}

void machine_reset(void)
{
	psci(0x84000009);
}

void machine_off(void)
{
	psci(0x84000008);
}
