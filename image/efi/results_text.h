/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * results_text - what the files of a result say, made from the log that outlived a reset. Pure.
 */
#ifndef EFI_RESULTS_TEXT_H
#define EFI_RESULTS_TEXT_H

#include <lib/results.h>

/* Where it is from and which of that machine it is: <machine>-<number>.* */
struct results_name {
	const char *machine;
	u32 number;
};

/* "finished", "failed", "reset", "silent", or "damaged" where the log's CRC is wrong. */
const char *results_state_name(const struct results_found *found);

/* One line for a person, about the state. */
const char *results_state_help(const struct results_found *found);

/* Room that results_text_records() never exceeds. */
u64 results_text_records_bytes(const struct results_found *found);

/*
 * The .jsonl: a line about the whole, then the JSON of each record line whose CRC is right, in
 * order. Returns its length.
 */
u64 results_text_records(char *out, const struct results_found *found,
			 const struct results_name *name);

/* Room for results_text_summary(). */
#define RESULTS_TEXT_BYTES (RESULTS_SUMMARY_BYTES + 512)

/* The .txt, as a string: the kernel's summary, or what can be said without one. Its length. */
u64 results_text_summary(char *out, const struct results_found *found,
			 const struct results_name *name);

/*
 * The number of the file called @file, if it is one of @machine's results, whatever its case and
 * its ending of @ending, or any where that is NULL. 0: it is not.
 */
u32 results_text_number(const char *file, const char *machine, const char *ending);

#endif
