// SPDX-License-Identifier: GPL-2.0-only
/*
 * bootp - for the file its option wins over the fixed field; for the server the field does, since
 * the option names whom the address came from. A server may use the fields for more options: not
 * read, since none does in answers to firmware that asks for few.
 *
 * The volume's own layout is served (EFI/BOOT/BOOTX64.EFI), or the loader lies beside the rest.
 */
#include "bootp.h"

#include <lib/bytes.h>
#include <lib/string.h>

#define AT_SERVER      20
#define AT_FILE	       108
#define FILE_BYTES     128
#define AT_COOKIE      236
#define AT_OPTIONS     240
#define COOKIE	       0x63825363u
#define OPTION_PAD     0
#define OPTION_SERVER  54
#define OPTION_FILE    67
#define OPTION_END     255
#define VOLUME_FOLDERS "efi/boot/"

struct option {
	const u8 *value;
	u8 bytes;
};

static struct option option_find(const u8 *packet, size_t bytes, u8 code)
{
	size_t at = AT_OPTIONS;

	while (at + 1 < bytes && packet[at] != OPTION_END) {
		if (packet[at] == OPTION_PAD) {
			at++;
			continue;
		}
		if (bytes - at - 2 < packet[at + 1])
			break;
		if (packet[at] == code)
			return (struct option){ packet + at + 2, packet[at + 1] };
		at += 2 + packet[at + 1];
	}
	return (struct option){ 0 };
}

static void file_copy(char *out, const u8 *from, size_t bytes)
{
	size_t n = bytes_strnlen((const char *)from, bytes);

	for (size_t i = 0; i < n; i++)
		out[i] = from[i] == '\\' ? '/' : (char)from[i];
	out[n] = '\0';
}

/* The file's folder, and that above EFI/BOOT if this is it. */
static void folder_cut(char *path)
{
	size_t n = strlen(path), above = strlen(VOLUME_FOLDERS);

	while (n && path[n - 1] != '/')
		n--;
	if (n >= above && string_starts_any_case(path + n - above, VOLUME_FOLDERS))
		n -= above;
	path[n] = '\0';
}

bool bootp_read(struct bootp *out, const u8 *packet, size_t bytes)
{
	struct option server, file;

	*out = (struct bootp){ 0 };
	if (bytes < AT_OPTIONS || bytes_be32(packet + AT_COOKIE) != COOKIE)
		return false;
	server = option_find(packet, bytes, OPTION_SERVER);
	file = option_find(packet, bytes, OPTION_FILE);
	memcpy(out->server, packet + AT_SERVER, 4);
	if (!bytes_be32(out->server) && server.bytes == 4)
		memcpy(out->server, server.value, 4);
	if (file.bytes)
		file_copy(out->folder, file.value, file.bytes);
	else
		file_copy(out->folder, packet + AT_FILE, FILE_BYTES);
	folder_cut(out->folder);
	return bytes_be32(out->server);
}
