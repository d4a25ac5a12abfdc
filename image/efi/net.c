// SPDX-License-Identifier: GPL-2.0-only
/*
 * net - EFI_PXE_BASE_CODE_PROTOCOL, Mtftp() (UEFI 2.10, 24.3). The server's address and the boot
 * file's path stand in the packets that the firmware kept; of several the last one that it asked
 * for counts, if it names a server. IPv4 only. iPXE offers the protocol for its packets and does
 * not do transfers by it, so a refused one is tried by its own (download.h).
 */
#include "net.h"

#include "bootp.h"
#include "download.h"
#include "memory.h"

#include <lib/fmt.h>

#define NAME_BYTES  (BOOTP_PATH_BYTES + 64)
#define BLOCK_BYTES 1468 /* fills an Ethernet frame; without asking it is 512 */
#define NOT_FOUND   1	 /* TFTP's error code */

static EFI_PXE_BASE_CODE_PROTOCOL *pxe;
static struct bootp bootp;

static bool packet_read(BOOLEAN received, const EFI_PXE_BASE_CODE_PACKET *packet)
{
	return received && bootp_read(&bootp, packet->Raw, sizeof(packet->Raw));
}

void net_open(void)
{
	static const EFI_GUID guid = EFI_PXE_BASE_CODE_PROTOCOL_GUID;
	EFI_PXE_BASE_CODE_PROTOCOL *found = firmware_interface(firmware.device, &guid);
	const EFI_PXE_BASE_CODE_MODE *mode;

	if (!found || !found->Mode || !found->Mode->Started || found->Mode->UsingIpv6)
		return;
	mode = found->Mode;
	if (packet_read(mode->PxeReplyReceived, &mode->PxeReply) ||
	    packet_read(mode->ProxyOfferReceived, &mode->ProxyOffer) ||
	    packet_read(mode->DhcpAckReceived, &mode->DhcpAck))
		pxe = found;
}

bool net_is_open(void)
{
	return pxe;
}

static EFI_STATUS transfer(EFI_PXE_BASE_CODE_TFTP_OPCODE what, const char *path, void *to,
			   u64 *bytes)
{
	char name[NAME_BYTES];
	EFI_IP_ADDRESS server = { 0 };
	UINTN block = BLOCK_BYTES;
	EFI_STATUS status;

	for (u32 i = 0; i < 4; i++)
		server.v4.Addr[i] = bootp.server[i];
	fmt_text(name, sizeof(name), "%s%s", bootp.folder, path);
	pxe->Mode->TftpErrorReceived = FALSE;
	status = pxe->Mtftp(pxe, what, to, FALSE, bytes, &block, &server, (UINT8 *)name, NULL,
			    FALSE);
	if (status && pxe->Mode->TftpErrorReceived && pxe->Mode->TftpError.ErrorCode == NOT_FOUND)
		return EFI_NOT_FOUND;
	return status;
}

static EFI_STATUS read_by_url(const char *path, u64 bytes_max, struct file_data *out)
{
	char url[NAME_BYTES + 32];

	fmt_text(url, sizeof(url), "tftp://%u.%u.%u.%u/%s%s", bootp.server[0], bootp.server[1],
		 bootp.server[2], bootp.server[3], bootp.folder, path);
	return download(url, bytes_max, out);
}

EFI_STATUS net_read(const char *path, u64 bytes_max, struct file_data *out)
{
	u8 none;
	EFI_STATUS status =
		transfer(EFI_PXE_BASE_CODE_TFTP_GET_FILE_SIZE, path, &none, &out->bytes);

	if (status == EFI_UNSUPPORTED)
		return read_by_url(path, bytes_max, out);
	if (!status)
		status = file_take(out, bytes_max);
	if (status)
		return status;
	return transfer(EFI_PXE_BASE_CODE_TFTP_READ_FILE, path, memory_at(out->at), &out->bytes);
}
