/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * seed - random bits of this boot: where the kernel lies, and its handover's seed. Not for secrets.
 */
#ifndef EFI_SEED_H
#define EFI_SEED_H

#include <lib/types.h>

/* Never 0. From the firmware's generator; without one, from the time and a counter. */
u64 seed_draw(void);

#endif
