/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * aid_mutate - seeded damage to recorded data, the same on every machine.
 *
 * The generator starts anew from the number of each input, so that any input can be made again
 * without those before it: what ends the program prints "# input N", and `fuzz_x DIR N 1` repeats
 * it.
 */
#ifndef HOST_AID_MUTATE_H
#define HOST_AID_MUTATE_H

#include "test.h"
#include <lib/types.h>

/* Which inputs to make, from the command line: DIR [FIRST COUNT]; @count when it does not say. */
struct fuzz_range {
	u32 first;
	u32 count;
};

struct fuzz_range fuzz_args(int argc, char **argv, u32 count);

/* Starts input @number, and remembers it for the message if this input ends the program. */
void mutate_begin(u32 number);

/* A number below @limit, which is not 0. */
u32 mutate_below(u32 limit);

/* A number that parsers get wrong: near zero, near a power of two, near the end of a type, or near
 * @size. */
u32 mutate_odd_number(u32 size);

/* Damages @p in one way: bits, bytes, a word of either endianness, or a stretch copied from
 * elsewhere in it. */
void mutate_bytes(u8 *p, u32 bytes);

#endif
