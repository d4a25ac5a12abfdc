// SPDX-License-Identifier: GPL-2.0-only
/*
 * seed - EFI_RNG_PROTOCOL where there is one, always stirred with the counter: a generator that
 * gives the same each time has been seen.
 */
#include "seed.h"

#include "arch.h"
#include "firmware.h"

#include <lib/random.h>

static u64 from_firmware(void)
{
	static const EFI_GUID guid = EFI_RNG_PROTOCOL_GUID;
	EFI_RNG_PROTOCOL *rng = firmware_locate(&guid);
	u64 value = 0;

	if (!rng || rng->GetRNG(rng, NULL, sizeof(value), (UINT8 *)&value))
		return 0;
	return value;
}

static u64 from_clock(void)
{
	EFI_TIME t = { 0 };

	if (firmware.table->RuntimeServices->GetTime(&t, NULL))
		return 0;
	return (u64)t.Nanosecond << 32 ^ (u64)t.Day << 24 ^ (u64)t.Hour << 16 ^ (u64)t.Minute << 8 ^
	       t.Second;
}

u64 seed_draw(void)
{
	u64 value = from_firmware();

	value ^= arch_counter() * 0x9e3779b97f4a7c15ull;
	value ^= from_clock();
	if (!value)
		value = 1;
	random_next(&value);
	return value;
}
