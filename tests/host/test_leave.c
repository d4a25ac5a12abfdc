// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_leave - the end of boot services with a firmware that is made up here: its map grows, its
 * key is old again and again, or it never lets go. Includes the real file; what it calls is below.
 */
#include "test.h"

#include "../../image/efi/leave.c"
#include <setjmp.h>

enum { ENTRY = 48, ENTRIES_MAX = 64 };

static u8 buffer[2 * ENTRIES_MAX * ENTRY + HEADROOM * ENTRY];
static u64 buffer_bytes; /* that were asked for */
static struct {
	u32 entries; /* in the map now */
	u32 grows;   /* by so many with each failed exit */
	u32 fails;   /* exits that fail before one does not */
	u32 nr_maps, nr_exits;
	bool has_map;
	UINTN key;
} fake;
static jmp_buf reset;
static u32 nr_resets, nr_words;

struct firmware firmware;
const struct arch arch = { .top = UINT64_MAX };

u64 memory_take(u64 bytes, u64 top)
{
	(void)top;
	buffer_bytes = bytes;
	return bytes <= sizeof(buffer) ? (u64)(uintptr_t)buffer : 0;
}

void memory_give(u64 at, u64 bytes)
{
	CHECK_EQ(at, (uintptr_t)buffer);
	CHECK_EQ(bytes, buffer_bytes);
}

void console_write(const char *s)
{
	CHECK(*s);
	nr_words++;
}

u64 arch_counter(void)
{
	longjmp(reset, 1);
}

static EFI_STATUS fake_map(UINTN *bytes, EFI_MEMORY_DESCRIPTOR *map, UINTN *key, UINTN *stride,
			   UINT32 *version)
{
	UINTN room = *bytes;

	fake.nr_maps++;
	*bytes = fake.entries * ENTRY;
	*stride = ENTRY;
	*version = 1;
	if (!fake.has_map)
		return EFI_UNSUPPORTED;
	if (room < *bytes)
		return EFI_BUFFER_TOO_SMALL;
	memset(map, 0x5a, *bytes);
	*key = ++fake.key;
	return EFI_SUCCESS;
}

static EFI_STATUS fake_exit(EFI_HANDLE image, UINTN key)
{
	(void)image;
	fake.nr_exits++;
	CHECK_EQ(key, fake.key);
	if (!fake.fails)
		return EFI_SUCCESS;
	fake.fails--;
	fake.key++;
	fake.entries += fake.grows;
	return EFI_INVALID_PARAMETER;
}

static EFI_STATUS fake_reset(EFI_RESET_TYPE type, EFI_STATUS status, UINTN bytes, CHAR16 *data)
{
	(void)status;
	(void)bytes;
	(void)data;
	CHECK_EQ(type, EfiResetWarm);
	nr_resets++;
	return EFI_SUCCESS;
}

static void fake_firmware(u32 fails, u32 grows)
{
	static EFI_BOOT_SERVICES boot = { .GetMemoryMap = fake_map, .ExitBootServices = fake_exit };
	static EFI_RUNTIME_SERVICES runtime = { .ResetSystem = fake_reset };
	static EFI_SYSTEM_TABLE table = { .RuntimeServices = &runtime };

	memset(&fake, 0, sizeof(fake));
	fake.entries = 20;
	fake.fails = fails;
	fake.grows = grows;
	fake.has_map = true;
	firmware.table = &table;
	firmware.boot = &boot;
}

/* 1: left, 0: nothing has ended, -1: reset or stopped. */
static int leave_with(struct handover *h, u64 results_phys)
{
	*h = (struct handover){ .results_phys = results_phys };
	CHECK(leave_prepare(h));
	CHECK_EQ(buffer_bytes, (2 * 20 + HEADROOM) * ENTRY);
	fake.nr_maps = 0;
	nr_resets = 0;
	nr_words = 0;
	if (setjmp(reset))
		return -1;
	return leave_firmware(h);
}

static int leave(struct handover *h)
{
	return leave_with(h, 64 << 20);
}

TEST(leave_tries_again)
{
	struct handover h;

	for (u32 fails = 0; fails < 8; fails++) {
		fake_firmware(fails, 2);
		CHECK_EQ(leave(&h), 1);
		CHECK_EQ(fake.nr_exits, fails + 1);
		CHECK_EQ(fake.nr_maps, fails + 1);
		CHECK_EQ(h.map_bytes, (20 + 2 * fails) * ENTRY);
		CHECK_EQ(h.map_entry_bytes, ENTRY);
		CHECK_EQ(h.map_entry_version, 1);
	}
}

TEST(leave_resets_a_firmware_that_never_lets_go)
{
	struct handover h;

	fake_firmware(1000, 0);
	CHECK_EQ(leave(&h), -1);
	CHECK_EQ(fake.nr_exits, 8);
	CHECK_EQ(nr_resets, 1);
	/* More entries than the buffer has room for: no other memory may be asked for then. */
	fake_firmware(3, 40);
	CHECK_EQ(leave(&h), -1);
	CHECK_EQ(fake.nr_exits, 1);
}

TEST(leave_without_a_log_says_and_stops)
{
	struct handover h;

	fake_firmware(1000, 0);
	CHECK_EQ(leave_with(&h, 0), -1);
	CHECK_EQ(nr_resets, 0);
	CHECK_EQ(nr_words, 1);
}

TEST(leave_without_a_map_ends_nothing)
{
	struct handover h;

	fake_firmware(0, 0);
	CHECK(leave_prepare(&h));
	fake.has_map = false;
	CHECK(!leave_firmware(&h));
	CHECK_EQ(fake.nr_exits, 0);
	leave_cancel(&h);
	fake.entries = 0;
	CHECK(!leave_prepare(&h));
}
