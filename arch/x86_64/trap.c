// SPDX-License-Identifier: GPL-2.0-only
/*
 * trap - sort what arrives: interrupts up to the kernel, faults repaired from the fixup table or
 * reported.
 *
 * Invariant: an interrupt is acknowledged before it is dispatched, so that another can come as soon
 * as somebody unmasks (arch/up.h); a fault that is not repaired does not return. Order: entered
 * with interrupts masked, on the interrupted stack or one of the task state's. Left out: NMIs as
 * anything but a fault; nobody sends one.
 */
#include <arch/ipi.h>
#include <arch/irqflags.h>
#include <arch/trap.h>
#include <arch/up.h>

#include "x86.h"

#define NR_EXCEPTIONS	  32
#define VECTOR_BREAKPOINT 3
#define VECTOR_UNDEFINED  6
#define VECTOR_DOUBLE	  8
#define VECTOR_PROTECTION 13
#define VECTOR_PAGE	  14
#define PAGE_ERROR_WRITE  (1u << 1)
#define PAGE_ERROR_FETCH  (1u << 4)

static const char *const exception_names[NR_EXCEPTIONS] = {
	"#DE divide",
	"#DB debug",
	"NMI",
	"#BP breakpoint",
	"#OF overflow",
	"#BR bound",
	"#UD undefined opcode",
	"#NM no FPU",
	"#DF double fault",
	"coprocessor overrun",
	"#TS task state",
	"#NP segment not present",
	"#SS stack segment",
	"#GP general protection",
	"#PF page fault",
	"reserved 15",
	"#MF x87",
	"#AC alignment",
	"#MC machine check",
	"#XM SIMD",
	"#VE virtualization",
	"#CP control protection",
	"reserved 22",
	"reserved 23",
	"reserved 24",
	"reserved 25",
	"reserved 26",
	"reserved 27",
	"#HV hypervisor",
	"#VC VMM communication",
	"#SX security",
	"reserved 31",
};

static u64 read_cr2(void)
{
	u64 v;

	__asm__ __volatile__("mov %%cr2, %0" : "=r"(v));
	return v;
}

static enum fault_kind fault_kind(u64 vector)
{
	switch (vector) {
	case VECTOR_BREAKPOINT:
		return FAULT_BREAKPOINT;
	case VECTOR_UNDEFINED:
		return FAULT_ILLEGAL;
	case VECTOR_PROTECTION:
		return FAULT_PROTECTION;
	case VECTOR_PAGE:
		return FAULT_PAGE;
	default:
		return FAULT_OTHER;
	}
}

static void exception(struct trap_frame *tf)
{
	struct fault fault = {
		.kind = fault_kind(tf->vector),
		.name = exception_names[tf->vector],
		.code = tf->error,
	};

	if (x86_fixup_apply(tf))
		return;
	if (tf->vector == VECTOR_PAGE || tf->vector == VECTOR_DOUBLE)
		fault.address = read_cr2();
	/* The CPU could not push a frame: the stack pointer it had is in or next to a guard. */
	if (tf->vector == VECTOR_DOUBLE)
		fault.kind = FAULT_STACK_OVERFLOW;
	fault.write = tf->vector == VECTOR_PAGE && (tf->error & PAGE_ERROR_WRITE);
	fault.exec = tf->vector == VECTOR_PAGE && (tf->error & PAGE_ERROR_FETCH);
	fault_dispatch(tf, &fault);
}

static void interrupt(u64 vector)
{
	/*
	 * The spurious vector is not in service, so it must not be acknowledged (SDM vol. 3, 11.9).
	 */
	if (vector != X86_VECTOR_SPURIOUS)
		x86_apic_eoi();
	if (vector == X86_VECTOR_TIMER)
		irq_dispatch(IRQ_TIMER);
	else if (vector >= X86_VECTOR_IPI && vector < X86_VECTOR_IPI + NR_IPIS)
		ipi_dispatch((u32)vector - X86_VECTOR_IPI);
	else
		irq_dispatch(IRQ_UNEXPECTED);
}

void x86_trap(struct trap_frame *tf)
{
	if (tf->vector < NR_EXCEPTIONS) {
		exception(tf);
		return;
	}
	interrupt(tf->vector);
	if (tf->rflags & X86_RFLAGS_IF)
		preempt_schedule_irq();
}

u64 arch_trap_pc(const struct trap_frame *tf)
{
	return tf->rip;
}

u64 arch_trap_sp(const struct trap_frame *tf)
{
	return tf->rsp;
}

bool arch_trap_register(const struct trap_frame *tf, u32 index, struct trap_register *out)
{
	const struct trap_register all[] = {
		{ "rip", tf->rip }, { "rsp", tf->rsp },	    { "rflags", tf->rflags },
		{ "cs", tf->cs },   { "rax", tf->rax },	    { "rbx", tf->rbx },
		{ "rcx", tf->rcx }, { "rdx", tf->rdx },	    { "rsi", tf->rsi },
		{ "rdi", tf->rdi }, { "rbp", tf->rbp },	    { "r8", tf->r8 },
		{ "r9", tf->r9 },   { "r10", tf->r10 },	    { "r11", tf->r11 },
		{ "r12", tf->r12 }, { "r13", tf->r13 },	    { "r14", tf->r14 },
		{ "r15", tf->r15 }, { "error", tf->error },
	};

	if (index >= ARRAY_SIZE(all))
		return false;
	*out = all[index];
	return true;
}
