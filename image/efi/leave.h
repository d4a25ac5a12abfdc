/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * leave - the end of boot services.
 */
#ifndef EFI_LEAVE_H
#define EFI_LEAVE_H

#include <lib/handover.h>

/*
 * Room for the memory map, in @h's fields. All allocations and messages of a boot come before or
 * here. False: there is none.
 */
bool leave_prepare(struct handover *h);

/* Give back what leave_prepare() took. */
void leave_cancel(struct handover *h);

/*
 * Ends boot services and writes the final map's size into @h. False: the firmware gave no map, and
 * nothing has ended. A firmware that does not let go after its services have begun to end: does
 * not return; the machine is reset where there is a log, and stops where there is none.
 */
bool leave_firmware(struct handover *h);

#endif
