// SPDX-License-Identifier: GPL-2.0-only
/*
 * results - heads that take turns over an append-only log. The next head is written whole into the
 * place of the older one, its CRC last, so a reader finds the old one or the new one.
 *
 * Pure. What orders the bytes of a log before the head that counts them is program order on the one
 * CPU that writes, and for what survives a reset the writer's cache maintenance in the same order.
 */
#include <lib/results.h>

#include <lib/crc32.h>
#include <lib/string.h>

/* "2Results", little endian. Changes with the layout: another version's log is none. */
#define RESULTS_MAGIC 0x73746c7573655232ull

static_assert(sizeof(struct results_head) == 128, "a head is whole lines");

static u32 head_crc(const struct results_head *h)
{
	return crc32(0, h, offsetof(struct results_head, crc));
}

static u64 log_room(const struct results_head *h)
{
	return h->bytes - sizeof(struct results_area);
}

static bool head_is_whole(const struct results_head *h)
{
	return h->magic == RESULTS_MAGIC && h->crc == head_crc(h);
}

/* Whole, and what it says of itself fits where it was found. */
static bool head_is_valid(const struct results_head *h, u64 phys, u64 bytes)
{
	return head_is_whole(h) && h->phys == phys && h->bytes >= RESULTS_BYTES_MIN &&
	       h->bytes <= bytes && h->log_bytes <= log_room(h) &&
	       h->summary_bytes <= RESULTS_SUMMARY_BYTES && h->state >= RESULTS_STARTED &&
	       h->state <= RESULTS_FAILED;
}

static bool head_newest(const struct results_area *area, u64 phys, u64 bytes,
			struct results_head *out)
{
	bool found = false;

	for (u32 i = 0; i < 2; i++) {
		const struct results_head *h = &area->head[i];

		if (!head_is_valid(h, phys, bytes) || (found && h->generation < out->generation))
			continue;
		*out = *h;
		found = true;
	}
	return found;
}

static void head_publish(struct results_area *area, struct results_head *h)
{
	struct results_head *place;

	h->generation++;
	h->crc = head_crc(h);
	place = &area->head[h->generation & 1];
	/* No head at all until the last store makes it one. */
	WRITE_ONCE(place->magic, 0);
	barrier();
	memcpy((char *)place + sizeof(place->magic), (const char *)h + sizeof(h->magic),
	       sizeof(*h) - sizeof(h->magic));
	barrier();
	WRITE_ONCE(place->magic, h->magic);
}

bool results_start(void *at, u64 phys, u64 bytes, const char *preset)
{
	struct results_head h = {
		.magic = RESULTS_MAGIC,
		.phys = phys,
		.bytes = bytes,
		.state = RESULTS_STARTED,
	};

	if (bytes < RESULTS_BYTES_MIN || phys & (RESULTS_ALIGN - 1))
		return false;
	string_copy(h.preset, preset, sizeof(h.preset));
	results_clear(at);
	head_publish(at, &h);
	return true;
}

bool results_open(struct results *r, void *at, u64 phys, u64 bytes)
{
	bool found = at && head_newest(at, phys, bytes, &r->head);

	r->area = found ? at : NULL;
	r->clean = NULL;
	return found;
}

/* The order of calls is the order in which memory has it. */
static void results_clean(const struct results *r, const void *p, u64 bytes)
{
	if (r->clean)
		r->clean(p, bytes);
}

static void results_publish(struct results *r)
{
	head_publish(r->area, &r->head);
	results_clean(r, r->area->head, sizeof(r->area->head));
}

u64 results_append(struct results *r, const char *bytes, u64 n, u64 *from)
{
	struct results_head *h = &r->head;
	u64 fits;
	u32 log_crc;

	*from = h->log_bytes;
	if (!r->area || h->state > RESULTS_RUNNING)
		return 0;
	/* A gap must not look like a whole log: after the first byte that is lost all are. */
	fits = h->lost_bytes ? 0 : min_u64(n, log_room(h) - h->log_bytes);
	memcpy(r->area->log + h->log_bytes, bytes, fits);
	log_crc = crc32(h->log_crc, bytes, fits);
	results_clean(r, r->area->log + *from, fits);
	/* Together: what takes long is over, so a panic in the midst of it seals the old prefix. */
	h->log_crc = log_crc;
	h->log_bytes += fits;
	h->lost_bytes += n - fits;
	h->state = RESULTS_RUNNING;
	results_publish(r);
	return fits;
}

void results_seal(struct results *r, enum results_state state, const char *summary)
{
	struct results_head *h = &r->head;

	if (!r->area)
		return;
	h->summary_bytes = (u32)min_u64(strlen(summary), RESULTS_SUMMARY_BYTES);
	memcpy(r->area->summary, summary, h->summary_bytes);
	h->summary_crc = crc32(0, summary, h->summary_bytes);
	h->state = state;
	results_clean(r, r->area->summary, sizeof(r->area->summary));
	results_publish(r);
}

bool results_find(const void *at, u64 phys, u64 bytes, struct results_found *out)
{
	const struct results_area *area = at;
	const struct results_head *h = &out->head;

	if (bytes < RESULTS_BYTES_MIN || !head_newest(area, phys, bytes, &out->head))
		return false;
	out->area = area;
	out->log_is_whole = crc32(0, area->log, h->log_bytes) == h->log_crc;
	out->summary_is_whole = crc32(0, area->summary, h->summary_bytes) == h->summary_crc;
	return true;
}

void results_clear(void *at)
{
	struct results_area *area = at;

	memset(area->head, 0, sizeof(area->head));
}
