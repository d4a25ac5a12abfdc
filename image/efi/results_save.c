// SPDX-License-Identifier: GPL-2.0-only
/*
 * results_save - an area begins at a multiple of 2 MiB, in large machines of more (place.h), so
 * that is where to look: one read of each in memory that a kernel may have used.
 *
 * A found area is taken from the firmware at once, so that nothing the loader or a driver allocates
 * overwrites it. Where a driver has taken a part already, which the log's CRC tells if it has been
 * written to, a copy is taken; such an area is cleared only if its heads are still there.
 */
#include "results_save.h"

#include "arch.h"
#include "files.h"
#include "machine.h"
#include "memory.h"
#include "note.h"
#include "place.h"
#include "results_text.h"

#include <lib/fmt.h>
#include <lib/string.h>

#define FOUND_MAX  4
#define NUMBER_MAX 4096
#define FOLDER	   "results"

static struct results_found found[FOUND_MAX];
static u32 nr_found;
static char summary[RESULTS_TEXT_BYTES];

/* An area's tail may have been taken since by what is no free memory any more, and is read too. */
static void scan_range(const struct range *r, u64 step, u64 top)
{
	u64 end = min_u64(r->end, top);
	u64 reach = max_u64(r->end, r->start + memory_bytes_at(r->start));

	for (u64 at = max_u64(align_up(r->start, step), step);
	     at < end && end - at >= sizeof(struct results_area) && nr_found < FOUND_MAX;
	     at += step) {
		if (results_find(memory_at(at), at, reach - at, &found[nr_found]))
			nr_found++;
	}
}

/* What cannot be copied is read where it is. */
static void copy_found(struct results_found *f)
{
	u64 bytes = sizeof(*f->area) + f->head.log_bytes, at = memory_take_low(bytes);

	if (!at)
		return;
	firmware.boot->CopyMem(memory_at(at), (void *)f->area, bytes);
	f->area = memory_at(at);
}

void results_scan(void)
{
	static struct ranges usable;
	bool is_ours[FOUND_MAX];
	u64 step, top;

	if (!memory_ranges(&usable, MEMORY_USABLE))
		note_say("the firmware gives no memory map: no result can be looked for\n");
	step = place_log_scan_step(ranges_bytes(&usable));
	top = min_u64(arch.top, place_log_top(&usable));
	for (u32 i = 0; i < usable.nr; i++)
		scan_range(&usable.at[i], step, top);
	for (u32 i = 0; i < nr_found; i++)
		is_ours[i] = memory_take_at(found[i].head.phys, found[i].head.bytes, EfiLoaderData);
	/* Not before all are taken: a copy must not come to lie in one of them. */
	for (u32 i = 0; i < nr_found; i++) {
		if (!is_ours[i])
			copy_found(&found[i]);
	}
}

struct numbers {
	const char *machine;
	u8 used[NUMBER_MAX];
};

static void number_use(const struct file_entry *entry, void *data)
{
	struct numbers *numbers = data;
	u32 number = results_text_number(entry->name, numbers->machine, NULL);

	/* A log alone may be ours, of an earlier try. */
	if (number < NUMBER_MAX && !results_text_number(entry->name, numbers->machine, ".log"))
		numbers->used[number] = 1;
}

/* The first from @from on that no file but a log has; 0: all are used. */
static u32 number_free(const char *machine, u32 from)
{
	static struct numbers numbers;

	memset(&numbers, 0, sizeof(numbers));
	numbers.machine = machine;
	file_list(FOLDER, number_use, &numbers);
	for (u32 i = from; i < NUMBER_MAX; i++) {
		if (!numbers.used[i])
			return i;
	}
	return 0;
}

static void path_of(char path[64], const struct results_name *name, const char *ending)
{
	fmt_text(path, 64, FOLDER "/%s-%u%s", name->machine, name->number, ending);
}

static EFI_STATUS write_one(const struct results_name *name, const char *ending, const void *bytes,
			    u64 n)
{
	char path[64];
	EFI_STATUS status;

	path_of(path, name, ending);
	status = file_create(path, bytes, n);
	if (status == EFI_ALREADY_STARTED) {
		EFI_STATUS equal = file_compare(path, bytes, n);

		if (equal != EFI_END_OF_FILE)
			return equal ? status : EFI_SUCCESS;
		/* An earlier try that was cut short; all that is in it is in ours. */
		file_remove(path);
		status = file_create(path, bytes, n);
	}
	if (status)
		note_say("cannot write %s: %s\n", path, firmware_status_text(status));
	return status;
}

static EFI_STATUS write_records(const struct results_found *f, const struct results_name *name)
{
	u64 room = results_text_records_bytes(f), at = memory_take_low(room);
	EFI_STATUS status = EFI_OUT_OF_RESOURCES;

	if (at)
		status = write_one(name, ".jsonl", memory_at(at),
				   results_text_records(memory_at(at), f, name));
	else
		note_say("no memory for the records of a result\n");
	memory_give(at, room);
	return status;
}

/*
 * All three or the log alone, which is the result; the next try goes on with it.
 * EFI_ALREADY_STARTED: a log of that name is another one.
 */
static EFI_STATUS write_all(const struct results_found *f, const struct results_name *name)
{
	static const char *const endings[] = { ".log", ".jsonl", ".txt" };
	EFI_STATUS status = write_one(name, endings[0], f->area->log, f->head.log_bytes);
	u32 nr_written = !status;

	if (!status) {
		status = write_records(f, name);
		nr_written += !status;
	}
	if (!status)
		status = write_one(name, endings[2], summary, strlen(summary));
	while (status && nr_written-- > 1) {
		char path[64];

		path_of(path, name, endings[nr_written]);
		file_remove(path);
	}
	return status;
}

static void forget(const struct results_found *f)
{
	struct results_area *area = memory_at(f->head.phys);
	struct results_found now;

	if (!results_find(area, f->head.phys, f->head.bytes, &now))
		return;
	results_clear(area);
	arch_clean(area->head, sizeof(area->head));
}

static bool save_one(const struct results_found *f)
{
	struct results_name name = { .machine = machine_product() };
	EFI_STATUS status = file_make_folder(FOLDER);

	if (status) {
		note_say("cannot make the folder results: %s\n", firmware_status_text(status));
		return false;
	}
	do {
		name.number = number_free(name.machine, name.number + 1);
		if (!name.number) {
			note_say("the folder results is full: move some of its files elsewhere\n");
			return false;
		}
		results_text_summary(summary, f, &name);
		status = write_all(f, &name);
	} while (status == EFI_ALREADY_STARTED);
	if (status)
		return false;
	forget(f);
	note_say("saved results/%s-%u.log, .jsonl and .txt (%s)\n", name.machine, name.number,
		 results_state_name(f));
	return true;
}

enum results_outcome results_save(void)
{
	u32 nr_saved = 0;

	for (u32 i = 0; i < nr_found; i++)
		nr_saved += save_one(&found[i]);
	if (nr_saved == nr_found)
		return nr_found ? RESULTS_SAVED : RESULTS_NONE;
	note_say("a result is still in memory: correct this and reset, without switching off;\n"
		 "a new run overwrites it\n");
	return RESULTS_STAY;
}

const char *results_saved_summary(void)
{
	return summary;
}
