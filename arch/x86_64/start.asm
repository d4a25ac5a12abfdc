; SPDX-License-Identifier: GPL-2.0-only
;
; start - from each loader's entry to x86_boot() in long mode at high addresses.
;
; Three entries join one path in 32-bit mode without paging: PVH and multiboot2 (ebx = their information) are there
; already; our own loader's, in 64-bit mode, goes there, since only outside of long mode can LA57 be cleared. What else
; the firmware switched on in CR4 and EFER goes the same way: both are written, never or-ed into. No entry needs a stack.
;
; The image may lie at any 2 MiB-aligned physical address below 4 GiB; ebp holds it. The boot tables map the low 4 GiB
; at 0 and at PHYS_MAP_BASE, and 16 MiB from the start of the image at IMAGE_BASE, all writable and executable: they
; live until mapping_init() and nothing but the boot CPU uses them. A CPU without long mode is told so on COM1.

%include "offsets.inc"

%define PTE_PRESENT_WRITE	3
%define PTE_LARGE_PRESENT_WRITE	0x83
%define CR0_PE_MP_ET_NE_WP_PG	0x80010033
%define CR0_PG			(1 << 31)
%define CR4_PAE			(1 << 5)
%define CR4_LA57		(1 << 12)
%define CR4_CET_BIT		23
%define MSR_S_CET		0x6a2
%define MSR_EFER		0xc0000080
%define EFER_LME		(1 << 8)
%define COM1			0x3f8

%define CODE64			0x08
%define DATA			0x10
%define CODE32			0x18

; boot_tables: offsets of the pages in it
%define ROOT		0x0000
%define LOW_DIR		0x1000		; four entries of 1 GiB
%define IMAGE_DIR	0x2000
%define IMAGE_2M	0x3000
%define LOW_2M		0x4000		; four pages

; Multiboot2 Specification 2.0, chapter 3.1
%define MB2_MAGIC		0xe85250d6
%define MB2_LOADER_MAGIC	0x36d76289
%define MB2_I386		0
%define MB2_OPTIONAL		1
%define MB2_TAG_INFO_REQUEST	1
%define MB2_TAG_ENTRY		3
%define MB2_TAG_FRAMEBUFFER	5
%define MB2_TAG_RELOCATABLE	10
%define MB2_LOWEST		0x1000000	; below 16 MiB firmware keeps what its maps do not always say
%define MB2_HIGHEST		0xffffffff
%define MB2_ALIGN		0x200000
%define MB2_ANYWHERE		0

extern x86_boot
extern boot_tables_offset, boot_stack_top_offset, pvh_entry_phys, multiboot2_entry_phys
global pvh_entry, multiboot2_entry, handover_entry, boot_tables, boot_stack_top

section .note.Xen note alloc noexec nowrite align=4
	dd 4			; name size
	dd 8			; descriptor size
	dd 18			; XEN_ELFNOTE_PHYS32_ENTRY
	db "Xen", 0
	dq pvh_entry_phys

section .boot progbits alloc exec nowrite align=4096
boot_start:
mb2_header:
	dd MB2_MAGIC
	dd MB2_I386
	dd mb2_header_end - mb2_header
	dd 0x100000000 - MB2_MAGIC - MB2_I386 - (mb2_header_end - mb2_header)

align 8
	dw MB2_TAG_INFO_REQUEST, MB2_OPTIONAL
	dd 8 + 4 * 4
	dd 1, 6, 14, 15		; command line, memory map, RSDP of either version
align 8
	dw MB2_TAG_ENTRY, 0
	dd 12
	dd multiboot2_entry_phys
align 8
	dw MB2_TAG_FRAMEBUFFER, MB2_OPTIONAL
	dd 20
	dd 0, 0, 32		; any width and height, bits of a pixel
align 8
	dw MB2_TAG_RELOCATABLE, 0
	dd 24
	dd MB2_LOWEST, MB2_HIGHEST, MB2_ALIGN, MB2_ANYWHERE
align 8
	dw 0, 0
	dd 8
mb2_header_end:

bits 64
; rdi: physical address of the handover, mapped as it is, like the image; both below 4 GiB. Tables, GDT and stack are the
; loader's or the firmware's: nothing of them is used once ours are there.
handover_entry:
	endbr64
	cli
	cld
	mov	ebx, edi
	lea	rbp, [rel boot_start]

	; Shadow stacks would refuse the far return below.
	mov	rax, cr4
	btr	rax, CR4_CET_BIT
	jnc	.no_cet
	mov	cr4, rax
	mov	ecx, MSR_S_CET
	xor	eax, eax
	xor	edx, edx
	wrmsr
.no_cet:
	; PCIDE and FRED must go while the CPU is in 64-bit mode; PAE and LA57 cannot.
	mov	rax, cr4
	and	eax, CR4_PAE | CR4_LA57
	mov	cr4, rax

	; The text may be mapped read-only, so what lgdt reads is on our stack, which is data.
	lea	rsp, [rbp + boot_stack_top_offset]
	lea	rax, [rel boot_gdt]
	push	rax
	push	word boot_gdt_end - boot_gdt - 1
	lgdt	[rsp]
	lea	rax, [rel leave_long]
	push	qword CODE32
	push	rax
	o64 retf

bits 32
leave_long:
	mov	ax, DATA
	mov	ds, ax
	mov	es, ax
	mov	ss, ax
	mov	eax, cr0
	and	eax, ~CR0_PG
	mov	cr0, eax
	mov	eax, BOOT_HANDOVER
	jmp	boot_32

multiboot2_entry:
	cmp	eax, MB2_LOADER_MAGIC
	mov	eax, BOOT_MULTIBOOT2
	je	boot_locate
	xor	eax, eax
	jmp	boot_locate

pvh_entry:
	mov	eax, BOOT_PVH

; No stack yet: borrow the second word of the information for one call. PVH has its version there, multiboot2 nothing.
boot_locate:
	cli
	cld
	mov	edi, [ebx + 4]
	lea	esp, [ebx + 8]
	call	.here
.here:	pop	ebp
	sub	ebp, .here - boot_start
	mov	[ebx + 4], edi

; eax: enum x86_boot_protocol; ebx: its information; ebp: the image. Paging is off.
boot_32:
	mov	esi, eax
	lea	esp, [ebp + boot_stack_top_offset]
	call	require_long_mode
	call	build_tables

	mov	eax, CR4_PAE
	mov	cr4, eax
	lea	eax, [ebp + boot_tables_offset + ROOT]
	mov	cr3, eax
	mov	ecx, MSR_EFER
	mov	eax, EFER_LME
	xor	edx, edx
	wrmsr
	mov	eax, CR0_PE_MP_ET_NE_WP_PG
	mov	cr0, eax

	lea	eax, [ebp + boot_gdt - boot_start]
	push	eax
	push	word boot_gdt_end - boot_gdt - 1
	lgdt	[esp]
	lea	eax, [ebp + enter_long - boot_start]
	push	dword CODE64
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
	mov	ax, DATA
	mov	ds, ax
	mov	es, ax
	mov	ss, ax
	xor	eax, eax
	mov	fs, ax
	mov	gs, ax
	mov	dr7, rax		; no breakpoint of a debugger that was there before
	mov	rax, .high
	jmp	rax
.high:	mov	rsp, boot_stack_top
	mov	edi, esi
	mov	esi, ebx
	mov	edx, ebp
	xor	ebp, ebp
	call	x86_boot
	ud2

align 8
boot_gdt:
	dq 0
	dq 0x00af9b000000ffff		; 08 code64
	dq 0x00cf93000000ffff		; 10 data
	dq 0x00cf9b000000ffff		; 18 code32
boot_gdt_end:
no_long_mode:
	db "barestock: this CPU has no 64-bit mode; nothing can run here", 13, 10, 0

section .bss nobits alloc write align=4096
boot_tables:
	resb 8 * 4096
	resb 16384
boot_stack_top:
