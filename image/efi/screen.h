/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * screen - the frame buffer that the kernel may draw into, as the firmware has set it up. The mode
 * is never changed. None is fine.
 */
#ifndef EFI_SCREEN_H
#define EFI_SCREEN_H

#include <lib/handover.h>

/* Empty where there is none with linear memory. Context: boot services alive. */
void screen_find(struct screen_mode *out);

#endif
