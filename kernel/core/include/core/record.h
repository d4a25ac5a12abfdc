/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * record - the wire format: the one place that knows how a record line looks (docs/records.md).
 *
 * A record is built in a caller's struct and sent whole. What does not fit or would not be
 * printable is not sent at all: it is counted as dropped, `bye` says so, and the host refuses the
 * log. So a reader never sees half of the truth.
 *
 * Context: threads of the boot CPU, one at a time (the sequence number has no lock), never while
 * measuring; and panic.
 */
#ifndef CORE_RECORD_H
#define CORE_RECORD_H

#include <lib/types.h>

#define RECORD_BYTES_MAX 4000

struct record {
	size_t length; /* of the JSON so far */
	bool bad;
	char json[RECORD_BYTES_MAX + 1];
};

void record_begin(struct record *r, const char *kind);
void record_int(struct record *r, const char *name, s64 value);
void record_str(struct record *r, const char *name, const char *value);
void record_ints(struct record *r, const char *name, const u64 *values, u32 nr);
void record_send(struct record *r);

/*
 * `bye`: closes the log. Counts itself. Returns the status that it carries: 0, or 1 if @failed or
 * something was dropped; the machine's exit code must say the same.
 */
int record_send_bye(struct record *r, u32 runs_ok, u32 runs_refused, bool failed);

#endif
