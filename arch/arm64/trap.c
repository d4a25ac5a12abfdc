// SPDX-License-Identifier: GPL-2.0-only
/*
 * trap - what the exception vectors call: faults decoded from ESR_EL1 (Arm ARM D17.2.37) for the
 * kernel, faults of loads that were expected to fail repaired here, interrupts to gic.c.
 *
 * Invariant: a fault that is not repaired does not return. Order: entered with interrupts masked,
 * on the interrupted stack, or on this CPU's emergency stack if that one ran over. Left out: FIQ
 * and SError as anything but a fault.
 */
#include <arch/trap.h>
#include <arch/up.h>
#include <asm/sysreg.h>

#include "arm64.h"
#include "gic.h"
#include "layout.h"

/* As in trap_entry.S. */
enum trap_kind {
	TRAP_SYNC,
	TRAP_IRQ,
	TRAP_FIQ,
	TRAP_SERROR,
	TRAP_OVERFLOW,
	TRAP_UNEXPECTED,
};

#define ESR_EC_SHIFT	     26
#define ESR_EC_UNKNOWN	     0x00
#define ESR_EC_ILLEGAL_STATE 0x0e
#define ESR_EC_SYSREG	     0x18
#define ESR_EC_FETCH	     0x21
#define ESR_EC_PC_ALIGNMENT  0x22
#define ESR_EC_DATA	     0x25
#define ESR_EC_SP_ALIGNMENT  0x26
#define ESR_EC_BRK	     0x3c
#define ESR_WRITE	     (1u << 6)
#define ESR_NO_FAR	     (1u << 10)
#define ESR_STATUS_MASK	     0x3f
#define ESR_STATUS_PAGE_END  0x10 /* below: address size, translation, access flag, permission */
#define ESR_STATUS_ALIGNMENT 0x21

struct fixup {
	s32 at;
	s32 to;
};

extern const struct fixup __fixups_start[], __fixups_end[];

void arm64_trap(struct trap_frame *tf, enum trap_kind kind);
void arm64_trap_irq(struct trap_frame *tf);

/* trap_entry.S adds this CPU's offset to its end. */
DEFINE_PER_CPU(u8, arm64_emergency_stack[EMERGENCY_STACK_BYTES]) __aligned(16);

static bool fixup_apply(struct trap_frame *tf)
{
	for (const struct fixup *f = __fixups_start; f < __fixups_end; f++) {
		if ((u64)&f->at + (u64)(s64)f->at == tf->pc) {
			tf->pc = (u64)&f->to + (u64)(s64)f->to;
			return true;
		}
	}
	return false;
}

static void decode_abort(struct fault *f)
{
	u32 status = f->code & ESR_STATUS_MASK;

	f->kind = FAULT_PROTECTION;
	f->name = f->exec ? "instruction abort" : "data abort";
	if (status < ESR_STATUS_PAGE_END)
		f->kind = FAULT_PAGE;
	else if (status == ESR_STATUS_ALIGNMENT)
		f->name = "alignment fault";
	if (!(f->code & ESR_NO_FAR))
		f->address = sysreg_read(far_el1);
}

static void decode_sync(struct fault *f)
{
	switch (f->code >> ESR_EC_SHIFT & 0x3f) {
	case ESR_EC_UNKNOWN:
		f->kind = FAULT_ILLEGAL;
		f->name = "undefined instruction";
		break;
	case ESR_EC_ILLEGAL_STATE:
		f->kind = FAULT_ILLEGAL;
		f->name = "illegal execution state";
		break;
	case ESR_EC_SYSREG:
		f->kind = FAULT_PROTECTION;
		f->name = "trapped system register access";
		break;
	case ESR_EC_FETCH:
		f->exec = true;
		decode_abort(f);
		break;
	case ESR_EC_DATA:
		f->write = f->code & ESR_WRITE;
		decode_abort(f);
		break;
	case ESR_EC_PC_ALIGNMENT:
		f->name = "PC alignment fault";
		f->address = sysreg_read(far_el1);
		break;
	case ESR_EC_SP_ALIGNMENT:
		f->name = "SP alignment fault";
		break;
	case ESR_EC_BRK:
		f->kind = FAULT_BREAKPOINT;
		f->name = "BRK instruction";
		break;
	}
}

void arm64_trap(struct trap_frame *tf, enum trap_kind kind)
{
	struct fault f = {
		.kind = FAULT_OTHER,
		.name = "unexpected exception",
		.code = sysreg_read(esr_el1),
	};

	switch (kind) {
	case TRAP_SYNC:
		if (fixup_apply(tf))
			return;
		decode_sync(&f);
		break;
	case TRAP_OVERFLOW:
		decode_sync(&f);
		f.kind = FAULT_STACK_OVERFLOW;
		f.name = "stack overflow";
		break;
	case TRAP_FIQ:
		f.name = "FIQ";
		break;
	case TRAP_SERROR:
		f.name = "SError";
		break;
	default:
		break;
	}
	fault_dispatch(tf, &f);
}

void arm64_trap_irq(struct trap_frame *tf)
{
	gic_handle();
	if (!(tf->pstate & PSR_I_BIT))
		preempt_schedule_irq();
}
