// SPDX-License-Identifier: GPL-2.0-only
/*
 * test - runs what registered itself, in the order of registration, and counts.
 *
 * Prints "ok N name" or "not ok N name" for each test, the failed checks before it as "# file:line:
 * ...", and last "N passed, N failed". Exit status 0 only when nothing failed and something ran.
 */
#include "test.h"

const char *test_data_dir = "tests/host/data";

static struct test *first, **last = &first;
static bool failed;

static void **memory;
static size_t nr_memory, max_memory;

void test_register(struct test *t)
{
	*last = t;
	last = &t->next;
}

void test_fail(const char *file, int line, const char *format, ...)
{
	va_list args;

	failed = true;
	printf("# %s:%d: ", file, line);
	va_start(args, format);
	vprintf(format, args);
	va_end(args);
	printf("\n");
}

void test_equal(const char *file, int line, const char *what, uint64_t got, uint64_t want)
{
	if (got != want)
		test_fail(file, line, "%s is %#" PRIx64 ", not %#" PRIx64, what, got, want);
}

void test_string(const char *file, int line, const char *what, const char *got, const char *want)
{
	if (!got || strcmp(got, want))
		test_fail(file, line, "%s is \"%s\", not \"%s\"", what, got ? got : "(null)", want);
}

void *test_bytes(const void *from, size_t bytes)
{
	void *p = malloc(bytes);

	if (nr_memory == max_memory) {
		max_memory = max_memory ? 2 * max_memory : 64;
		memory = realloc(memory, max_memory * sizeof(*memory));
	}
	if (!p || !memory)
		abort();
	memory[nr_memory++] = p;
	if (from)
		memcpy(p, from, bytes);
	else
		memset(p, 0, bytes);
	return p;
}

void test_free_all(void)
{
	while (nr_memory)
		free(memory[--nr_memory]);
}

void *test_file(const char *name, size_t *bytes)
{
	char path[512];
	long size;
	void *p;
	FILE *f;

	snprintf(path, sizeof(path), "%s/%s", test_data_dir, name);
	f = fopen(path, "rb");
	if (!f || fseek(f, 0, SEEK_END) || (size = ftell(f)) < 0) {
		fprintf(stderr, "%s: cannot be read\n", path);
		exit(2);
	}
	rewind(f);
	*bytes = (size_t)size;
	p = test_bytes(NULL, *bytes);
	if (fread(p, 1, *bytes, f) != *bytes)
		exit(2);
	fclose(f);
	return p;
}

__attribute__((weak)) int main(int argc, char **argv)
{
	unsigned int nr = 0, nr_failed = 0;
	struct test *t;

	if (argc > 1)
		test_data_dir = argv[1];
	for (t = first; t; t = t->next) {
		failed = false;
		t->run();
		test_free_all();
		nr_failed += failed;
		printf("%sok %u %s\n", failed ? "not " : "", ++nr, t->name);
		fflush(stdout);
	}
	free(memory);
	printf("%u passed, %u failed\n", nr - nr_failed, nr_failed);
	return nr == 0 || nr_failed ? 1 : 0;
}
