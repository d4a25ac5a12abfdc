// SPDX-License-Identifier: GPL-2.0-only
/*
 * aid_mutate - see the header. An input that takes longer than a minute counts as a hang: the alarm
 * ends the program.
 */
#include "aid_mutate.h"
#include <signal.h>
#include <unistd.h>

enum { LIMIT_SECONDS = 60 };

static u64 state;
static char message[] = "# input 0000000000\n";

static void say_input(int sig)
{
	ssize_t unused = write(2, message, sizeof(message) - 1);

	(void)unused;
	signal(sig, SIG_DFL);
	raise(sig);
}

struct fuzz_range fuzz_args(int argc, char **argv, u32 count)
{
	struct fuzz_range range = { .count = count };

	if (argc > 1)
		test_data_dir = argv[1];
	if (argc > 3) {
		range.first = (u32)strtoul(argv[2], NULL, 0);
		range.count = (u32)strtoul(argv[3], NULL, 0);
	}
	signal(SIGALRM, say_input);
	signal(SIGABRT, say_input);
	signal(SIGSEGV, say_input);
	return range;
}

static u64 next(void)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return state;
}

void mutate_begin(u32 number)
{
	u32 i, digits = number;

	for (i = 0; i < 10; i++, digits /= 10)
		message[17 - i] = (char)('0' + digits % 10);
	state = 0x9e3779b97f4a7c15ull * (number + 1ull);
	for (i = 0; i < 4; i++)
		(void)next();
	alarm(LIMIT_SECONDS);
}

u32 mutate_below(u32 limit)
{
	return (u32)((next() >> 16) % limit);
}

u32 mutate_odd_number(u32 size)
{
	u32 near = mutate_below(9) - 4;

	switch (mutate_below(6)) {
	case 0:
		return near;
	case 1:
		return (1u << mutate_below(32)) + near;
	case 2:
		return size + near;
	case 3:
		return size - mutate_below(size + 1);
	case 4:
		return 0x7fffffff + near;
	default:
		return (u32)next();
	}
}

static void put_word(u8 *p, u32 value, bool big)
{
	u32 i;

	for (i = 0; i < 4; i++)
		p[big ? 3 - i : i] = (u8)(value >> (8 * i));
}

void mutate_bytes(u8 *p, u32 bytes)
{
	u32 at, from, len;

	if (bytes < 8)
		return;
	at = mutate_below(bytes);
	switch (mutate_below(6)) {
	case 0:
		p[at] ^= (u8)(1 << mutate_below(8));
		break;
	case 1:
		p[at] = (u8)next();
		break;
	case 2:
		p[at] = (u8)mutate_odd_number(256);
		break;
	case 3:
	case 4:
		len = mutate_odd_number(bytes);
		put_word(p + (at & ~3u) % (bytes - 3), len, mutate_below(2));
		break;
	default:
		from = mutate_below(bytes);
		len = mutate_below(bytes - (at > from ? at : from)) % 256;
		memmove(p + at, p + from, len);
	}
}
