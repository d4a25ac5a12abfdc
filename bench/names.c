// SPDX-License-Identifier: GPL-2.0-only
/*
 * names - see bench/names.h.
 */
#include <bench/names.h>

#include <bench/world.h>
#include <lib/fmt.h>
#include <lib/string.h>
#include <subject/subject.h>

/* An option is "nodefix=on" in the table and "-nodefix" in a name. */
void name_variant(const struct subject *subject, char name[NAME_BYTES])
{
	const struct variant *v = subject ? subject->variant : NULL;

	if (!v)
		string_copy(name, "-", NAME_BYTES);
	else
		fmt_text(name, NAME_BYTES, "%s%s%s", v->name, *v->option ? "-" : "", v->option);
	for (; *name; name++)
		if (*name == '=')
			*name = '\0';
}

const char *name_accounting(const struct run *run)
{
	return run->bench_case->subject ? accounting_names[run->accounting] : "-";
}

void name_size(u32 size, char name[NAME_BYTES])
{
	fmt_text(name, NAME_BYTES, "%u", size);
}
