/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * subject_case - what the cases in bench/hot share: their files are compiled once for each subject,
 * into its object, and call its functions by name.
 *
 * One operation is long against a primitive, so there are fewer copies of it in a block.
 */
#ifndef BENCH_HOT_SUBJECT_CASE_H
#define BENCH_HOT_SUBJECT_CASE_H

#include <bench/case.h>
#include <subject/subject.h>

#define HOT_SUBJECT_COPIES 8

/* Symbols of two subjects differ: hot_alloc4_v6_refill_full_short. */
#define MODEL_SUFFIX SUBJECT

/* clang-format off: the copies are easier to count when they stand together */
#define HOT_8(op)  \
	HOT_4(op); \
	HOT_4(op)
/* clang-format on */

#define HOT_SUBJECT_LOOPS(name, op) HOT_LOOPS_OF(name, HOT_8(HOT_1(op)))

#define HOT_SUBJECT_CASE(case_name, ...) \
	HOT_ENTRY(case_name, .subject = &subject, .copies = HOT_SUBJECT_COPIES, __VA_ARGS__)

#define ACCOUNTINGS_ALL \
	(1u << ACCOUNTING_ON | 1u << ACCOUNTING_OBJECTS_OFF | 1u << ACCOUNTING_CONTROLLER_OFF)

#endif
