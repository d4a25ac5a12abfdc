// SPDX-License-Identifier: GPL-2.0-only
/*
 * handover - the frame around what the loader says. Pure; the loader and the kernel both compile
 * it. What the fields mean, and whether the addresses make sense, is the reader's business.
 */
#include <lib/handover.h>

#include <lib/crc32.h>

static u32 handover_crc(const struct handover *h)
{
	struct handover copy = *h;

	copy.crc = 0;
	return crc32(0, &copy, sizeof(copy));
}

bool handover_is_valid(const struct handover *h)
{
	return h->magic == HANDOVER_MAGIC && h->version == HANDOVER_VERSION &&
	       h->bytes == sizeof(*h) && h->crc == handover_crc(h);
}

void handover_finish(struct handover *h)
{
	h->magic = HANDOVER_MAGIC;
	h->version = HANDOVER_VERSION;
	h->bytes = sizeof(*h);
	h->crc = handover_crc(h);
}
