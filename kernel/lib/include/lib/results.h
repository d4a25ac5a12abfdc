/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * results - a log in memory that a warm reset leaves alone: the loader reserves and starts it, the
 * kernel appends what it prints and seals it, and after the reset the loader finds it, writes it to
 * the stick and clears it.
 *
 * Invariant: at any moment, whatever is cut short, one of the two heads is whole and describes a
 * prefix of the log that is whole: bytes come first, then the head that counts them, and the two
 * take turns. So a reset midway loses at most the last append. An area begins at a multiple of
 * RESULTS_ALIGN, which is how it is found without being told where; its head says where it lies, so
 * a copy is not taken for it.
 *
 * Pure, no lock: one writer at a time.
 */
#ifndef LIB_RESULTS_H
#define LIB_RESULTS_H

#include <lib/types.h>

#define RESULTS_ALIGN	      (2ull << 20)
#define RESULTS_BYTES_MIN     (64ull << 10)
#define RESULTS_BYTES	      (8ull << 20) /* what the loader asks for where memory allows */
#define RESULTS_PRESET_BYTES  32
#define RESULTS_SUMMARY_BYTES 4096 /* five kinds of CPU and a few refusals */

enum results_state {
	RESULTS_STARTED = 1, /* by the loader; the kernel has never written */
	RESULTS_RUNNING,     /* the kernel was in the middle of it: a reset midway */
	RESULTS_FINISHED,    /* `bye` with status 0 */
	RESULTS_FAILED,	     /* `bye` with another status, or a panic */
};

struct results_head {
	u64 magic;
	u64 generation; /* the larger of two whole ones counts */
	u64 phys;	/* of the area */
	u64 bytes;	/* of the area */
	u64 log_bytes;
	u64 lost_bytes; /* that did not fit; the log holds what came first */
	u32 log_crc;
	u32 state;
	u32 summary_bytes;
	u32 summary_crc;
	char preset[RESULTS_PRESET_BYTES];
	u32 unused[7];
	u32 crc; /* of all above */
};

/* Both heads, each on lines of its own; then the summary; then the log, up to the end. */
struct results_area {
	struct results_head head[2];
	char summary[RESULTS_SUMMARY_BYTES]; /* for people, lines of at most 78 characters */
	char log[];
};

/* The writer's side. */
struct results {
	struct results_area *area; /* NULL: nowhere to write; every call below does nothing */
	/*
	 * Makes what was written leave the caches, so that the order holds in memory, too. Set
	 * behind results_open(); NULL: nothing to be done.
	 */
	void (*clean)(const void *p, size_t bytes);
	struct results_head head;
};

/*
 * Begin an area of @bytes at @at, which lies at @phys. False: too small or not aligned. @preset:
 * what was chosen, cut to fit.
 */
bool results_start(void *at, u64 phys, u64 bytes, const char *preset);

/* Go on with a started one. False: there is none there; then @r writes nowhere. */
bool results_open(struct results *r, void *at, u64 phys, u64 bytes);

/*
 * Behind what is there. What does not fit is counted and lost. Returns how many bytes of the log,
 * from *@from on, are new.
 */
u64 results_append(struct results *r, const char *bytes, u64 n, u64 *from);

/* The end: @state and what to show. Nothing may be appended afterwards. */
void results_seal(struct results *r, enum results_state state, const char *summary);

/* The reader's side. */
struct results_found {
	const struct results_area *area;
	struct results_head head; /* the valid one, lengths checked against the area */
	bool log_is_whole;	  /* its CRC is right */
	bool summary_is_whole;
};

/*
 * Is there an area at @at, which lies at @phys, with @bytes that can be read there? Reads no more
 * than the two heads unless there is. False: none.
 */
bool results_find(const void *at, u64 phys, u64 bytes, struct results_found *out);

/* It has been written to a better place, or is to be forgotten: not found any more. */
void results_clear(void *at);

#endif
