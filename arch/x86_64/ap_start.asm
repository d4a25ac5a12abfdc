; SPDX-License-Identifier: GPL-2.0-only
;
; ap_start - the start page: where a CPU wakes after SIPI, in real mode, and leaves in long mode at a high address.
;
; smp.c copies it to a page below 1 MiB and fills the block at its end (struct x86_start_block); every address is taken
; relative to that page, which the CPU knows from cs. The registers are written in one go from the block: the CPU comes
; with whatever state the firmware left, so nothing is or-ed into an old value but EFER.

%include "offsets.inc"

global x86_ap_start, x86_ap_start_end, x86_ap_block, x86_ap_gdtr_base, x86_ap_jump32, x86_ap_jump64
global x86_ap_code32, x86_ap_code64

%define CR0_PE			1
%define CR0_PE_MP_ET_NE_WP_PG	0x80010033
%define MSR_EFER		0xc0000080

section .rodata progbits alloc noexec nowrite align=16
bits 16
x86_ap_start:
	cli
	cld
	mov	ax, cs
	mov	ds, ax
	movzx	ebx, ax
	shl	ebx, 4
	o32 lgdt [gdtr - x86_ap_start]
	mov	eax, CR0_PE
	mov	cr0, eax
	jmp	dword far [x86_ap_jump32 - x86_ap_start]

bits 32
x86_ap_code32:
	mov	ax, 0x10
	mov	ds, ax
	mov	es, ax
	mov	ss, ax
	mov	eax, [ebx + x86_ap_block - x86_ap_start + START_CR4]
	mov	cr4, eax
	mov	eax, [ebx + x86_ap_block - x86_ap_start + START_CR3]
	mov	cr3, eax
	mov	ecx, MSR_EFER
	rdmsr
	or	eax, [ebx + x86_ap_block - x86_ap_start + START_EFER]
	wrmsr
	mov	eax, CR0_PE_MP_ET_NE_WP_PG
	mov	cr0, eax
	jmp	far [ebx + x86_ap_jump64 - x86_ap_start]

bits 64
x86_ap_code64:
	mov	ebx, ebx
	xor	eax, eax
	mov	fs, ax
	mov	gs, ax
	mov	rsp, [rbx + x86_ap_block - x86_ap_start + START_STACK]
	mov	rdi, [rbx + x86_ap_block - x86_ap_start + START_SLOT]
	mov	rsi, [rbx + x86_ap_block - x86_ap_start + START_PERCPU]
	mov	rax, [rbx + x86_ap_block - x86_ap_start + START_ENTRY]
	mov	dword [rbx + x86_ap_block - x86_ap_start + START_TAKEN], 1
	xor	ebp, ebp
	push	rbp
	jmp	rax

align 8
gdt:
	dq 0
	dq 0x00af9b000000ffff		; 08 code64
	dq 0x00cf93000000ffff		; 10 data
	dq 0x00cf9b000000ffff		; 18 code32
gdtr:
	dw 31
x86_ap_gdtr_base:
	dd gdt - x86_ap_start
x86_ap_jump32:
	dd x86_ap_code32 - x86_ap_start
	dw 0x18
x86_ap_jump64:
	dd x86_ap_code64 - x86_ap_start
	dw 0x08
align 8
x86_ap_block:
	times START_BYTES db 0
x86_ap_start_end:
