; SPDX-License-Identifier: GPL-2.0-only
;
; trap_entry - one stub for each vector, all of them to x86_trap(frame) and back. The frame is struct trap_frame.
;
; Interrupt gates: interrupts are masked on entry. GS base is the kernel's own always, so there is no swapgs.

extern x86_trap
global x86_trap_stubs

; Vectors for which the CPU itself pushes an error code.
%define has_error(v) ((v) == 8 || ((v) >= 10 && (v) <= 14) || (v) == 17 || (v) == 21 || (v) == 29 || (v) == 30)

section .text progbits alloc exec nowrite align=16
bits 64
trap_common:
	push	rax
	push	rbx
	push	rcx
	push	rdx
	push	rsi
	push	rdi
	push	rbp
	push	r8
	push	r9
	push	r10
	push	r11
	push	r12
	push	r13
	push	r14
	push	r15
	cld
	mov	rdi, rsp
	mov	rbx, rsp
	and	rsp, -16
	call	x86_trap
	mov	rsp, rbx
	pop	r15
	pop	r14
	pop	r13
	pop	r12
	pop	r11
	pop	r10
	pop	r9
	pop	r8
	pop	rbp
	pop	rdi
	pop	rsi
	pop	rdx
	pop	rcx
	pop	rbx
	pop	rax
	add	rsp, 16
	iretq

; 16 bytes each, so that gdt.c finds a stub by its vector.
%assign vector 0
align 16
x86_trap_stubs:
%rep 256
	align 16
  %if !has_error(vector)
	push	qword 0
  %endif
	push	qword vector
	jmp	trap_common
  %assign vector vector + 1
%endrep
	align 16
