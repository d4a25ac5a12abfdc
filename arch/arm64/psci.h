/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * psci - calls to the firmware (Arm DEN0022, DEN0028): by HVC or SMC, as the firmware's tables say.
 *
 * Invariant: the wrong one traps or hangs, so none is tried. Order: any CPU, after mapping_init().
 */
#ifndef ARM64_PSCI_H
#define ARM64_PSCI_H

#include <lib/types.h>

/* 0, or why there is no PSCI to call. Any time after mapping_init(). */
const char *psci_objection(void);

/* 0, or a negative errno with *why set. */
int psci_cpu_on(u64 hw_id, u64 entry_phys, u64 context, const char **why);

/* Returns only if the firmware does not do it. */
void psci_system_off(void);

/* The same for a reset: warm where the firmware has it, else the one that there is. */
void psci_system_reset(void);

/* Is KVM on the other side of HVC? Asked only where the firmware says that SMCCC 1.1 is there. */
bool psci_is_kvm(void);

#endif
