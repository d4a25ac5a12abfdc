/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * names - how records and the command line write what a run is.
 */
#ifndef BENCH_NAMES_H
#define BENCH_NAMES_H

#include <bench/plan.h>

#define NAME_BYTES 32

/* The variant's name as its object has it: "v6-refill-nodefix"; "-": the case has none. */
void name_variant(const struct subject *subject, char name[NAME_BYTES]);

/* "on", ...; "-": the case has no subject. */
const char *name_accounting(const struct run *run);

/* In decimal. */
void name_size(u32 size, char name[NAME_BYTES]);

#endif
