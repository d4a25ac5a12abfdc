; SPDX-License-Identifier: GPL-2.0-only
;
; shim - hands a kernel over as our UEFI loader does, with everything switched on that this CPU has and firmware might use.
;
; qemu-system-x86_64 -kernel shim.elf -initrd test.elf -append ...: a PVH kernel that puts the real one, its initial RAM
; disk, where an ELF header says, at another place; makes a struct handover and an EFI memory map of the start info; goes to
; long mode with five levels of tables, PCIDE, SMEP, SMAP, PKE, CET, UMIP, FSGSBASE, no-execute and write protection of the
; image's text, each where the CPU has it; leaves x2APIC mode, or enters it; and enters with no stack at all. Says on COM1
; which CR4 that was. The command line is passed on. Left out: results memory, so the kernel's way without it is taken. Needs 96 MiB.
;
; The command line may begin with characters that make the firmware lie or fall short; they are not passed on:
;   !  CPUs that the MADT lists as absent are listed as there		~  the MADT has a wrong checksum
;   @  two absent CPUs become the mailbox of a confidential guest	%  no memory below 1 MiB is free
;   ^  the same, but start pages are handed over			$  entered by multiboot2, as from a
;									   BIOS, and no RSDP is named
;   #  the handover has a wrong CRC					*  this CPU is in x2APIC mode
;   &  the MADT's I/O APICs lie in RAM

%define KERNEL_PHYS	0x2000000
%define KERNEL_BYTES	0x1000000
%define COM1		0x3f8
%define FREE_PHYS	0x4000000	; RAM that nobody has taken

; struct handover
%define HO_MAGIC	0
%define HO_VERSION	8
%define HO_BYTES	12
%define HO_CRC		16
%define HO_CMDLINE	24
%define HO_KERNEL	1048
%define HO_KERNEL_BYTES	1056
%define HO_MAP		1064
%define HO_MAP_BYTES	1072
%define HO_MAP_ENTRY	1080
%define HO_RSDP		1088
%define HO_LOW		1112
%define HO_SEED		1144
%define HO_SIZE		1192
%define CMDLINE_MAX	1023
%define MAP_ENTRY	48		; as OVMF has it: longer than the standard's 40

%define LOW_PHYS	0x60000
%define LOW_BYTES	0x8000

%define FLAG_ENABLE	1
%define FLAG_DAMAGE	2
%define FLAG_MAILBOX	4
%define FLAG_NO_LOW	8
%define FLAG_PAGES	16
%define FLAG_MB2	32
%define FLAG_CRC	64
%define FLAG_X2APIC	128
%define FLAG_IOAPIC	256

section .note.Xen note alloc noexec nowrite align=4
	dd 4, 8, 18
	db "Xen", 0
	dq entry

section .text progbits alloc exec write align=4096
bits 32
global entry
entry:
	cli
	cld
	mov	esp, stack_top
	mov	[info], ebx

	; Command line.
	mov	esi, [ebx + 24]
	mov	edi, handover + HO_CMDLINE
	mov	ecx, CMDLINE_MAX
	test	esi, esi
	jz	.no_cmdline
.flag:	mov	al, [esi]
	call	flag_bit
	jz	.copy
	or	[flags], edx
	inc	esi
	jmp	.flag
.copy:	lodsb
	stosb
	test	al, al
	loopnz	.copy
.no_cmdline:
	mov	eax, [ebx + 32]
	mov	[handover + HO_RSDP], eax

	call	load
	call	madt_change
	test	byte [flags], FLAG_MB2
	jnz	enter_multiboot2
	test	byte [flags], FLAG_PAGES
	jz	.no_pages
	mov	dword [handover + HO_LOW], LOW_PHYS
	mov	dword [handover + HO_LOW + 8], LOW_BYTES
.no_pages:

	; Memory map: type 1 becomes conventional memory (7), all else reserved (0).
	mov	esi, [ebx + 40]
	mov	ecx, [ebx + 48]
	mov	edi, map
.range:	xor	eax, eax
	cmp	dword [esi + 16], 1
	jne	.kept
	mov	al, 7
	test	byte [flags], FLAG_NO_LOW | FLAG_PAGES
	jz	.kept
	cmp	dword [esi + 4], 0
	jne	.kept
	cmp	dword [esi], 0x100000
	jae	.kept
	xor	eax, eax
.kept:	mov	[edi], eax
	mov	eax, [esi]
	mov	[edi + 8], eax
	mov	eax, [esi + 4]
	mov	[edi + 12], eax
	mov	eax, [esi + 8]
	mov	edx, [esi + 12]
	shrd	eax, edx, 12
	shr	edx, 12
	mov	[edi + 24], eax
	mov	[edi + 28], edx
	add	esi, 24
	add	edi, MAP_ENTRY
	loop	.range
	sub	edi, map
	mov	[handover + HO_MAP_BYTES], edi

	; CRC-32 of the structure with its own field 0.
	mov	esi, handover
	mov	ecx, HO_SIZE
	mov	edx, -1
.byte:	lodsb
	xor	dl, al
	mov	ah, 8
.bit:	shr	edx, 1
	jnc	.even
	xor	edx, 0xedb88320
.even:	dec	ah
	jnz	.bit
	loop	.byte
	test	byte [flags], FLAG_CRC
	jnz	.crc			; as it is before that: wrong
	not	edx
.crc:	mov	[handover + HO_CRC], edx

	; The local APIC out of x2APIC mode, by way of off: a kernel that needs the mode must enter it by itself.
	mov	ecx, 0x1b
	rdmsr
	bt	eax, 10
	jnc	.xapic
	and	eax, ~0xc00
	wrmsr
	or	eax, 0x800
	wrmsr
.xapic:
	test	byte [flags], FLAG_X2APIC
	jz	.features
	or	eax, 0xc00
	wrmsr
.features:
	call	features
	mov	eax, 0x20		; PAE: before long mode
	mov	ebx, [cr4_wanted]
	and	ebx, 1 << 12
	or	eax, ebx
	mov	cr4, eax
	mov	eax, root4
	test	ebx, ebx
	jz	.four
	mov	eax, root5
.four:	mov	cr3, eax
	mov	ecx, 0xc0000080
	mov	eax, 0x901		; SCE, LME, NXE
	xor	edx, edx
	wrmsr
	mov	eax, 0x80010033
	mov	cr0, eax
	lgdt	[gdtr]
	jmp	0x08:long_mode

; al: a character; edx: its bit, zero and the zero flag set if it has none.
flag_bit:
	mov	edx, FLAG_ENABLE
	cmp	al, '!'
	je	.found
	mov	edx, FLAG_DAMAGE
	cmp	al, '~'
	je	.found
	mov	edx, FLAG_MAILBOX
	cmp	al, '@'
	je	.found
	mov	edx, FLAG_NO_LOW
	cmp	al, '%'
	je	.found
	mov	edx, FLAG_PAGES
	cmp	al, '^'
	je	.found
	mov	edx, FLAG_MB2
	cmp	al, '$'
	je	.found
	mov	edx, FLAG_CRC
	cmp	al, '#'
	je	.found
	mov	edx, FLAG_X2APIC
	cmp	al, '*'
	je	.found
	mov	edx, FLAG_IOAPIC
	cmp	al, '&'
	je	.found
	xor	edx, edx
.found:	test	edx, edx
	ret

; The MADT by way of the RSDT, as asked; then its checksum. Keeps ebx.
madt_change:
	test	dword [flags], FLAG_ENABLE | FLAG_DAMAGE | FLAG_MAILBOX | FLAG_IOAPIC
	jz	.done
	mov	esi, [ebx + 32]
	mov	esi, [esi + 16]
	mov	ecx, [esi + 4]
	shr	ecx, 2
	sub	ecx, 9
	add	esi, 36
.table:	lodsd
	cmp	dword [eax], 'APIC'
	loopne	.table
	jne	.done
	mov	edi, eax
	lea	esi, [edi + 44]
	mov	ecx, [edi + 4]
	add	ecx, edi
.entry:	cmp	esi, ecx
	jae	.sum
	cmp	byte [esi], 1
	jne	.cpu
	test	dword [flags], FLAG_IOAPIC
	jz	.next
	mov	dword [esi + 4], FREE_PHYS
	jmp	.next
.cpu:	cmp	byte [esi], 0
	jne	.next
	cmp	dword [esi + 4], 0
	jne	.next
	test	byte [flags], FLAG_MAILBOX
	jnz	.mailbox
	test	byte [flags], FLAG_ENABLE
	jz	.next
	mov	dword [esi + 4], 1
	jmp	.next
.mailbox:
	mov	dword [esi], 0x1010	; type 0x10, 16 bytes: this entry and the one behind it
	mov	dword [esi + 8], map
	mov	dword [esi + 12], 0
	jmp	.sum
.next:	movzx	eax, byte [esi + 1]
	add	esi, eax
	jmp	.entry
.sum:	mov	ecx, [edi + 4]
	mov	esi, edi
	xor	edx, edx
.add:	lodsb
	add	dl, al
	loop	.add
	sub	[edi + 9], dl
	test	byte [flags], FLAG_DAMAGE
	jz	.done
	inc	byte [edi + 9]
.done:	ret

; A command line, a memory map, which has the layout of PVH's, and the end.
enter_multiboot2:
	mov	edi, mb2_info + 16
	mov	esi, handover + HO_CMDLINE
.copy:	lodsb
	stosb
	test	al, al
	jnz	.copy
	mov	eax, edi
	sub	eax, mb2_info + 8
	mov	dword [mb2_info + 8], 1
	mov	[mb2_info + 12], eax
	add	edi, 7
	and	edi, ~7
	mov	esi, [ebx + 40]
	imul	ecx, [ebx + 48], 24
	mov	dword [edi], 6
	lea	eax, [ecx + 16]
	mov	[edi + 4], eax
	mov	dword [edi + 8], 24
	add	edi, 16
	rep movsb
	mov	dword [edi + 4], 8
	lea	eax, [edi + 8]
	sub	eax, mb2_info
	mov	[mb2_info], eax

	; The entry is in the kernel's header, which is where its image begins.
	mov	esi, KERNEL_PHYS + 16
.tag:	cmp	word [esi], 3
	je	.entry
	mov	eax, [esi + 4]
	lea	esi, [esi + eax + 7]
	and	esi, ~7
	jmp	.tag
.entry:	mov	ecx, [esi + 8]
	add	ecx, [delta]
	mov	eax, 0x36d76289
	mov	ebx, mb2_info
	jmp	ecx

; Each PT_LOAD to KERNEL_PHYS and its distance from the first; the entry is a virtual address in one of them.
load:
	mov	eax, [ebx + 16]		; module list
	mov	ebp, [eax]
	mov	edx, ebp
	add	edx, [ebp + 32]
	movzx	eax, word [ebp + 56]
	mov	[nr_headers], eax
	mov	eax, KERNEL_PHYS
	sub	eax, [edx + 24]
	mov	[delta], eax
.next:	cmp	dword [edx], 1
	jne	.skip
	mov	esi, [edx + 8]
	add	esi, ebp
	mov	edi, [edx + 24]
	add	edi, [delta]
	mov	eax, [ebp + 24]
	sub	eax, [edx + 16]
	cmp	eax, [edx + 40]
	jae	.other
	add	eax, edi
	mov	[kernel_entry], eax
.other:	mov	ecx, [edx + 32]
	rep movsb
	mov	ecx, [edx + 40]
	sub	ecx, [edx + 32]
	xor	eax, eax
	rep stosb
.skip:	add	edx, 56
	dec	dword [nr_headers]
	jnz	.next
	ret

; What CR4 may hold on this CPU.
features:
	mov	ebp, 0x20 | 0x40 | 0x80 | 0x600	; PAE MCE PGE OSFXSR OSXMMEXCPT
	mov	eax, 1
	cpuid
	bt	ecx, 17
	jnc	.no_pcid
	or	ebp, 1 << 17
.no_pcid:
	xor	eax, eax
	cpuid
	cmp	eax, 7
	jb	.done
	mov	eax, 7
	xor	ecx, ecx
	cpuid
	bt	ebx, 0
	jnc	.no_fsgsbase
	or	ebp, 1 << 16
.no_fsgsbase:
	bt	ebx, 7
	jnc	.no_smep
	or	ebp, 1 << 20
.no_smep:
	bt	ebx, 20
	jnc	.no_smap
	or	ebp, 1 << 21
.no_smap:
	bt	ecx, 2
	jnc	.no_umip
	or	ebp, 1 << 11
.no_umip:
	bt	ecx, 3
	jnc	.no_pke
	or	ebp, 1 << 22
.no_pke:
	bt	ecx, 7
	jnc	.no_cet
	or	ebp, 1 << 23
.no_cet:
	bt	ecx, 16
	jnc	.done
	or	ebp, 1 << 12
.done:	mov	[cr4_wanted], ebp
	ret

bits 64
long_mode:
	mov	ax, 0x10
	mov	ds, ax
	mov	es, ax
	mov	ss, ax
	mov	eax, [cr4_wanted]
	mov	cr4, rax
	call	print_cr4
	mov	edi, handover
	mov	eax, [kernel_entry]
	xor	esp, esp		; the kernel needs none
	jmp	rax

print_cr4:
	mov	rsi, text
	mov	dx, COM1
.text:	lodsb
	test	al, al
	jz	.digits
	out	dx, al
	jmp	.text
.digits:
	mov	rbx, cr4
	mov	ecx, 8
.digit:	rol	ebx, 4
	mov	al, bl
	and	al, 15
	add	al, '0'
	cmp	al, '9'
	jbe	.out
	add	al, 'a' - '9' - 1
.out:	out	dx, al
	loop	.digit
	mov	al, 10
	out	dx, al
	ret

align 16
gdt:	dq 0, 0x00af9b000000ffff, 0x00cf93000000ffff
gdtr:	dw 23
	dd gdt
info:	dd 0
cr4_wanted: dd 0
kernel_entry: dd 0
flags:	dd 0
delta:	dd 0
nr_headers: dd 0
text:	db "shim: cr4 ", 0

align 4096
handover:
	db "BSHover1"
	dd 1, HO_SIZE, 0, 0
	times HO_KERNEL - HO_CMDLINE db 0
	dq KERNEL_PHYS, KERNEL_BYTES, map, 0
	dd MAP_ENTRY, 1
	dq 0, 0, 0, 0, 0, 0, 0, 0x1234567
	times 40 db 0
align 4096
mb2_info: times 4096 db 0
map:	times 4096 db 0
	times 4096 db 0
stack_top:

; Identity, the low 4 GiB; the first 2 MiB of the image read-only, its text.
root5:	dq root4 + 3
	times 511 dq 0
root4:	dq directories + 3
	times 511 dq 0
directories:
	dq pages + 0x0003, pages + 0x1003, pages + 0x2003, pages + 0x3003
	times 508 dq 0
pages:
%assign at 0
%rep 2048
%if at = KERNEL_PHYS
	dq at | 0x81
%else
	dq at | 0x83
%endif
%assign at at + 0x200000
%endrep
