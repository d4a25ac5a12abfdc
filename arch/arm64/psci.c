// SPDX-License-Identifier: GPL-2.0-only
/*
 * psci - the few functions that a boot needs (Arm DEN0022).
 *
 * Invariant: nothing is called that the firmware's tables do not name; HVC at EL2 would enter
 * ourselves, so it is refused there. Order: after the platform was read; the conventions let the
 * callee change x0 to x17 and memory. Left out: suspend, CPU_OFF, the 32-bit calls.
 */
#include "psci.h"

#include <asm/sysreg.h>
#include <lib/errno.h>

#include "platform.h"

#define PSCI_VERSION	  0x84000000u
#define PSCI_SYSTEM_OFF	  0x84000008u
#define PSCI_SYSTEM_RESET 0x84000009u
#define PSCI_FEATURES	  0x8400000au
#define PSCI_RESET2	  0x84000012u /* with type 0: warm, memory kept */
#define PSCI_CPU_ON_64	  0xc4000003u
#define SMCCC_VERSION	  0x80000000u
#define SMCCC_VERSION_1_1 0x10001
#define VENDOR_HYP_UID	  0x8600ff01u

#define PSCI_VERSION_1_0 0x10000 /* the first that has FEATURES */

#define PSCI_ALREADY_ON -4
#define PSCI_ON_PENDING -5

/* 28b46fb6-2ec5-11e9-a9ca-4b564d003a74, as four little-endian words. */
#define KVM_UID_0 0xb66fb428u
#define KVM_UID_1 0xe911c52eu
#define KVM_UID_2 0x564bcaa9u
#define KVM_UID_3 0x743a004du

struct smccc_regs {
	u64 x0, x1, x2, x3;
};

/* SMCCC 1.0 lets the callee change x4 to x17 as well. */
#define SMCCC_CALL(insn, r)                                                                     \
	do {                                                                                    \
		register u64 r0 __asm__("x0") = (r)->x0;                                        \
		register u64 r1 __asm__("x1") = (r)->x1;                                        \
		register u64 r2 __asm__("x2") = (r)->x2;                                        \
		register u64 r3 __asm__("x3") = (r)->x3;                                        \
		__asm__ __volatile__(insn " #0"                                                 \
				     : "+r"(r0), "+r"(r1), "+r"(r2), "+r"(r3)                   \
				     :                                                          \
				     : "x4", "x5", "x6", "x7", "x8", "x9", "x10", "x11", "x12", \
				       "x13", "x14", "x15", "x16", "x17", "memory");            \
		*(r) = (struct smccc_regs){ r0, r1, r2, r3 };                                   \
	} while (0)

static struct smccc_regs smccc(u64 function, u64 a1, u64 a2, u64 a3)
{
	struct smccc_regs r = { function, a1, a2, a3 };

	if (arm64_platform()->conduit == CONDUIT_HVC)
		SMCCC_CALL("hvc", &r);
	else
		SMCCC_CALL("smc", &r);
	return r;
}

const char *psci_objection(void)
{
	enum arm64_conduit conduit = arm64_platform()->conduit;

	if (conduit == CONDUIT_NONE)
		return "firmware names no PSCI";
	if (conduit == CONDUIT_HVC && arm64_at_el2())
		return "PSCI by HVC cannot be called from EL2";
	return NULL;
}

static const char *psci_error(s32 error)
{
	static const char *const names[] = {
		"PSCI: not supported", "PSCI: invalid parameters", "PSCI: denied",
		"PSCI: already on",    "PSCI: on pending",	   "PSCI: internal failure",
		"PSCI: not present",   "PSCI: disabled",	   "PSCI: invalid address",
	};
	u32 index = (u32)-error - 1;

	return index < ARRAY_SIZE(names) ? names[index] : "PSCI: unknown error";
}

/* Pending is what a second request for a slow CPU gets: it was asked, which is what 0 means. */
int psci_cpu_on(u64 hw_id, u64 entry_phys, u64 context, const char **why)
{
	s32 error;

	*why = psci_objection();
	if (*why)
		return -ENODEV;
	error = (s32)smccc(PSCI_CPU_ON_64, hw_id, entry_phys, context).x0;
	if (!error || error == PSCI_ON_PENDING)
		return 0;
	*why = psci_error(error);
	return error == PSCI_ALREADY_ON ? -EBUSY : -EIO;
}

void psci_system_off(void)
{
	if (!psci_objection())
		smccc(PSCI_SYSTEM_OFF, 0, 0, 0);
}

static bool psci_has(u32 function)
{
	return (s32)smccc(PSCI_VERSION, 0, 0, 0).x0 >= PSCI_VERSION_1_0 &&
	       (s32)smccc(PSCI_FEATURES, function, 0, 0).x0 >= 0;
}

void psci_system_reset(void)
{
	if (psci_objection())
		return;
	if (psci_has(PSCI_RESET2))
		smccc(PSCI_RESET2, 0, 0, 0);
	smccc(PSCI_SYSTEM_RESET, 0, 0, 0);
}

bool psci_is_kvm(void)
{
	struct smccc_regs r;

	if (psci_objection() || arm64_platform()->conduit != CONDUIT_HVC)
		return false;
	if ((s32)smccc(PSCI_FEATURES, SMCCC_VERSION, 0, 0).x0 < 0 ||
	    (s32)smccc(SMCCC_VERSION, 0, 0, 0).x0 < SMCCC_VERSION_1_1)
		return false;
	r = smccc(VENDOR_HYP_UID, 0, 0, 0);
	return (u32)r.x0 == KVM_UID_0 && (u32)r.x1 == KVM_UID_1 && (u32)r.x2 == KVM_UID_2 &&
	       (u32)r.x3 == KVM_UID_3;
}
