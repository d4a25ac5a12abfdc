; SPDX-License-Identifier: GPL-2.0-only
;
; start - from the PVH entry (32-bit, no paging, ebx = start info) to x86_boot() in long mode at high addresses.
;
; The image may lie at any 2 MiB-aligned physical address; ebp holds it. The boot tables map the low 4 GiB at 0 and at
; PHYS_MAP_BASE, and 16 MiB from the start of the image at IMAGE_BASE, all writable and executable: they live until
; mapping_init() and nothing but the boot CPU uses them. A CPU without long mode is told so on COM1.

%define PTE_PRESENT_WRITE	3
%define PTE_LARGE_PRESENT_WRITE	0x83
%define CR0_PE_MP_ET_NE_WP_PG	0x80010033
%define CR4_PAE			(1 << 5)
%define MSR_EFER		0xc0000080
%define EFER_LME		(1 << 8)
%define COM1			0x3f8

; boot_tables: offsets of the pages in it
%define ROOT		0x0000
%define LOW_DIR		0x1000		; four entries of 1 GiB
%define IMAGE_DIR	0x2000
%define IMAGE_2M	0x3000
%define LOW_2M		0x4000		; four pages

extern x86_boot
extern boot_tables_offset, boot_stack_top_offset, pvh_entry_phys
global pvh_entry, boot_tables, boot_stack_top

section .note.Xen note alloc noexec nowrite align=4
	dd 4			; name size
	dd 8			; descriptor size
	dd 18			; XEN_ELFNOTE_PHYS32_ENTRY
	db "Xen", 0
	dq pvh_entry_phys

section .boot progbits alloc exec nowrite align=4096
bits 32
boot_start:
pvh_entry:
	cli
	cld
	; No stack yet: borrow the word after the magic number of the start info for one call.
	mov	edi, [ebx + 4]
	lea	esp, [ebx + 8]
	call	.here
.here:	pop	ebp
	sub	ebp, .here - boot_start
	mov	[ebx + 4], edi
	lea	esp, [ebp + boot_stack_top_offset]

	call	require_long_mode
	call	build_tables

	mov	eax, CR4_PAE
	mov	cr4, eax
	lea	eax, [ebp + boot_tables_offset + ROOT]
	mov	cr3, eax
	mov	ecx, MSR_EFER
	rdmsr
	or	eax, EFER_LME
	wrmsr
	mov	eax, CR0_PE_MP_ET_NE_WP_PG
	mov	cr0, eax

	lea	eax, [ebp + boot_gdt - boot_start]
	mov	[ebp + boot_gdtr + 2 - boot_start], eax
	lgdt	[ebp + boot_gdtr - boot_start]
	lea	eax, [ebp + enter_long - boot_start]
	push	dword 0x08
	push	eax
	retf

; Long mode is CPUID 80000001 edx bit 29. Every CPU that runs this has CPUID if it has long mode.
require_long_mode:
	push	ebx
	mov	eax, 0x80000000
	cpuid
	cmp	eax, 0x80000001
	jb	.missing
	mov	eax, 0x80000001
	cpuid
	bt	edx, 29
	jnc	.missing
	pop	ebx
	ret
.missing:
	lea	esi, [ebp + no_long_mode - boot_start]
	mov	dx, COM1
.next:	lodsb
	test	al, al
	jz	.stop
	out	dx, al
	jmp	.next
.stop:	hlt
	jmp	.stop

build_tables:
	lea	edi, [ebp + boot_tables_offset]
	push	edi
	xor	eax, eax
	mov	ecx, 8 * 4096 / 4
	rep stosd
	pop	edi

	; root: low memory twice, the image once
	lea	eax, [edi + LOW_DIR + PTE_PRESENT_WRITE]
	mov	[edi + ROOT], eax
	mov	[edi + ROOT + 256 * 8], eax
	lea	eax, [edi + IMAGE_DIR + PTE_PRESENT_WRITE]
	mov	[edi + ROOT + 511 * 8], eax
	lea	eax, [edi + IMAGE_2M + PTE_PRESENT_WRITE]
	mov	[edi + IMAGE_DIR + 510 * 8], eax

	xor	ecx, ecx
.dir:	mov	eax, ecx
	shl	eax, 12
	lea	eax, [edi + eax + LOW_2M + PTE_PRESENT_WRITE]
	mov	[edi + LOW_DIR + ecx * 8], eax
	inc	ecx
	cmp	ecx, 4
	jb	.dir

	xor	ecx, ecx
	mov	eax, PTE_LARGE_PRESENT_WRITE
.low:	mov	[edi + LOW_2M + ecx * 8], eax
	add	eax, 0x200000
	inc	ecx
	cmp	ecx, 2048
	jb	.low

	xor	ecx, ecx
	lea	eax, [ebp + PTE_LARGE_PRESENT_WRITE]
.image:	mov	[edi + IMAGE_2M + ecx * 8], eax
	add	eax, 0x200000
	inc	ecx
	cmp	ecx, 8
	jb	.image
	ret

bits 64
enter_long:
	mov	ax, 0x10
	mov	ds, ax
	mov	es, ax
	mov	ss, ax
	xor	eax, eax
	mov	fs, ax
	mov	gs, ax
	mov	rax, .high
	jmp	rax
.high:	mov	rsp, boot_stack_top
	mov	edi, ebx
	mov	esi, ebp
	xor	ebp, ebp
	call	x86_boot
	ud2

align 8
boot_gdt:
	dq 0
	dq 0x00af9b000000ffff		; 08 code64
	dq 0x00cf93000000ffff		; 10 data
	dq 0x00cf9b000000ffff		; 18 code32
boot_gdtr:
	dw 31
	dd 0
no_long_mode:
	db "barestock: this CPU has no 64-bit mode; nothing can run here", 13, 10, 0

section .bss nobits alloc write align=4096
boot_tables:
	resb 8 * 4096
	resb 16384
boot_stack_top:
