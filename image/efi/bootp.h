/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * bootp - what the packet that a network boot was answered with says of server and file (RFC 951,
 * RFC 2132). Pure; the packet is whatever came from the network.
 */
#ifndef EFI_BOOTP_H
#define EFI_BOOTP_H

#include <lib/types.h>

#define BOOTP_PATH_BYTES 256

struct bootp {
	u8 server[4];
	char folder[BOOTP_PATH_BYTES]; /* that everything is in: "" or with a slash at its end */
};

/* False: no IPv4 server is named in it. */
bool bootp_read(struct bootp *out, const u8 *packet, size_t bytes);

#endif
