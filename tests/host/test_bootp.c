// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_bootp - answers to a network boot, sound and cut, with the file here or there.
 */
#include "test.h"
#include <bootp.h>

enum { BYTES = 300 };

static u8 packet[BYTES];
static struct bootp bootp;

static void make(const char *file, const char *options, size_t options_bytes)
{
	memset(packet, 0, sizeof(packet));
	memcpy(packet + 20, "\12\0\2\2", 4);
	memcpy(packet + 108, file, strlen(file));
	memcpy(packet + 236, "\x63\x82\x53\x63", 4);
	memcpy(packet + 240, options, options_bytes);
}

static bool read_first(size_t bytes)
{
	return bootp_read(&bootp, test_bytes(packet, bytes), bytes);
}

TEST(bootp_finds_server_and_folder)
{
	make("EFI/BOOT/BOOTX64.EFI", "\xff", 1);
	CHECK(read_first(BYTES));
	CHECK(!memcmp(bootp.server, "\12\0\2\2", 4));
	CHECK_STR(bootp.folder, "");
	make("/srv/lab/efi/boot/bootaa64.efi", "", 0);
	CHECK(read_first(BYTES));
	CHECK_STR(bootp.folder, "/srv/lab/");
	make("lab\\BOOTX64.EFI", "", 0);
	CHECK(read_first(BYTES));
	CHECK_STR(bootp.folder, "lab/");
	make("BOOTX64.EFI", "", 0);
	CHECK(read_first(BYTES));
	CHECK_STR(bootp.folder, "");
}

TEST(bootp_options_win)
{
	make("a/x.efi", "\0\0\x43\7b/y.efi\x36\4\1\2\3\4\xff\x43\1z", 22);
	CHECK(read_first(BYTES));
	CHECK_STR(bootp.folder, "b/");
	CHECK(!memcmp(bootp.server, "\12\0\2\2", 4));
	memset(packet + 20, 0, 4);
	CHECK(read_first(BYTES));
	CHECK(!memcmp(bootp.server, "\1\2\3\4", 4));
}

TEST(bootp_refuses_what_names_no_server)
{
	make("a", "\x36\3\1\2\3", 5);
	memset(packet + 20, 0, 4);
	CHECK(!read_first(BYTES));
	make("a", "", 0);
	packet[236] = 0;
	CHECK(!read_first(BYTES));
}

/* The longest names, options that run out of the packet, the packet cut anywhere. */
TEST(bootp_cut_anywhere_is_read_no_further)
{
	char options[40];

	memset(options, 'f', sizeof(options));
	options[0] = 0x43;
	options[1] = (char)255;
	make("a/b", options, sizeof(options));
	memset(packet + 108, 'x', 128);
	for (size_t n = 0; n <= BYTES; n++) {
		CHECK_EQ(read_first(n), n >= 240);
		CHECK(strlen(bootp.folder) < BOOTP_PATH_BYTES);
	}
}
