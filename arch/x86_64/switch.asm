; SPDX-License-Identifier: GPL-2.0-only
;
; switch - exchange two stacks, and the way from preempt_enable() to the scheduler.

extern preempt_schedule
global arch_thread_switch, x86_preempt_schedule_thunk, x86_thread_first

section .text progbits alloc exec nowrite align=16
bits 64

; void arch_thread_switch(struct arch_thread *prev, struct arch_thread *next)
; The stack pointer is the structure's only member. The flags are not kept: interrupts are masked on both sides.
arch_thread_switch:
	push	rbx
	push	rbp
	push	r12
	push	r13
	push	r14
	push	r15
	mov	[rdi], rsp
	mov	rsp, [rsi]
	pop	r15
	pop	r14
	pop	r13
	pop	r12
	pop	rbp
	pop	rbx
	ret

; A thread's first return address: its entry lies in rbx (arch_thread_init), and nothing returns from it. The zero word
; that is left on the stack stands where a call would have put its return address, so the ABI's alignment holds.
x86_thread_first:
	jmp	rbx

; preempt_enable() calls this where a call must look like nothing to the compiler, so every register is kept.
x86_preempt_schedule_thunk:
	push	rbp
	mov	rbp, rsp
	push	rax
	push	rcx
	push	rdx
	push	rsi
	push	rdi
	push	r8
	push	r9
	push	r10
	push	r11
	and	rsp, -16
	call	preempt_schedule
	lea	rsp, [rbp - 9 * 8]
	pop	r11
	pop	r10
	pop	r9
	pop	r8
	pop	rdi
	pop	rsi
	pop	rdx
	pop	rcx
	pop	rax
	pop	rbp
	ret
