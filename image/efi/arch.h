/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * arch - what the loader must know of the machine it is built for. The file of the architecture's
 * folder is linked; there is no other variation.
 */
#ifndef EFI_ARCH_H
#define EFI_ARCH_H

#include "elf.h"

struct arch {
	const char *name; /* of the folder with its kernels, as in the kernel's records */
	enum elf_machine machine;
	u64 top;       /* all that is handed over ends at or below */
	u64 low_bytes; /* that CPUs need to start, or 0 ... */
	u64 low_top;   /* ... and must end at or below */
};

extern const struct arch arch;

/* Any counter that runs fast and never stops: a poor man's random bits. */
u64 arch_counter(void);

/* What lies there is in memory, for a reader without caches and after a reset. */
void arch_clean(const void *start, u64 bytes);

/*
 * Interrupts off, and gone: @entry gets the physical address @handover where its first argument is.
 * Instructions that have just been written are fetched as written.
 */
__noreturn void arch_enter(u64 entry, u64 handover);

#endif
