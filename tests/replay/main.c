// SPDX-License-Identifier: GPL-2.0-only
/*
 * main - memcg-replay [--variant NAME] FILE...
 *
 * Exit status: 0 done; 2 bad usage, a file that cannot be read, a malformed statement; 3 an
 * invariant is broken. Nothing is printed after the first error.
 */
#include "host.h"

#define LINE_BYTES (1u << 20)

static const char usage[] =
	"usage: memcg-replay [--variant 'NAME [option=value]'] FILE...\n"
	"Runs each trace and prints the state after every step, one JSON object a line.\n";

static char out[LINE_BYTES];
static struct trace trace;

/* The whole file, terminated; NULL if it cannot be read. */
static char *read_file(const char *path, size_t *bytes)
{
	FILE *file = fopen(path, "rb");
	size_t room = 0;
	char *text = NULL;

	if (!file)
		return NULL;
	*bytes = 0;
	do {
		room = room * 2 + 4096;
		text = realloc(text, room);
		if (text)
			*bytes += fread(text + *bytes, 1, room - 1 - *bytes, file);
	} while (text && *bytes == room - 1);
	if (text && ferror(file)) {
		free(text);
		text = NULL;
	}
	fclose(file);
	if (text)
		text[*bytes] = 0;
	return text;
}

static int run_line(const char *path, unsigned int number, const char *line, size_t length)
{
	enum trace_result result = TRACE_MALFORMED;

	if (strlen(line) != length)
		snprintf(trace.error, sizeof(trace.error), "a zero byte");
	else
		result = trace_step(&trace, line, out, sizeof(out));
	if (result != TRACE_MALFORMED)
		fputs(out, stdout);
	if (result == TRACE_OK)
		return 0;
	fflush(stdout);
	fprintf(stderr, "%s:%u: %s\n", path, number, trace.error);
	return result == TRACE_MALFORMED ? 2 : 3;
}

static int run_text(const char *path, char *text, size_t bytes)
{
	char *end = text + bytes;
	unsigned int number;
	char *line;
	int status = 0;

	for (number = 1, line = text; line < end && !status; number++) {
		char *stop = memchr(line, '\n', (size_t)(end - line));

		if (!stop)
			stop = end;
		*stop = 0;
		status = run_line(path, number, line, (size_t)(stop - line));
		line = stop + 1;
	}
	return status;
}

static int run_file(const char *path, const char *variant)
{
	size_t bytes;
	char *text = read_file(path, &bytes);
	int status;

	if (!text) {
		fprintf(stderr, "%s: cannot be read\n", path);
		return 2;
	}
	trace_begin(&trace);
	if (variant && trace_set_variant(&trace, variant) != TRACE_OK) {
		fprintf(stderr, "memcg-replay: %s\n", trace.error);
		free(text);
		return 2;
	}
	status = run_text(path, text, bytes);
	free(text);
	if (!status && trace_end(&trace)) {
		fflush(stdout);
		fprintf(stderr, "%s: I6: references were left at the end\n", path);
		status = 3;
	}
	return status;
}

int main(int argc, char **argv)
{
	const char *variant = NULL;
	int first = 1;
	int status = 0;

	if (argc > 2 && !strcmp(argv[1], "--variant")) {
		variant = argv[2];
		first = 3;
	}
	if (first == 1 && argc > 1 && !strcmp(argv[1], "--help")) {
		fputs(usage, stdout);
		return 0;
	}
	if (first >= argc || argv[first][0] == '-') {
		fputs(usage, stderr);
		return 2;
	}
	trace.machine = &host_machine;
	trace.subjects = __subjects_start;
	trace.nr_subjects = (u32)(__subjects_end - __subjects_start);
	for (; first < argc && !status; first++)
		status = run_file(argv[first], variant);
	if (fflush(stdout) && !status)
		status = 2;
	return status;
}
