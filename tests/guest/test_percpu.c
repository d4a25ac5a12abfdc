// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_percpu - compare and exchange on this CPU's copy: what is stored and what is given back, for
 * every size; and that it is one step against an interrupt, which a load, a comparison and a store
 * are not.
 */
#include <arch/percpu.h>

#include <core/env.h>
#include <core/preempt.h>
#include <core/smp.h>
#include <test/aid.h>
#include <test/shot.h>
#include <test/test.h>

#define SWEEP_NS 800
#define ADDED	 0x10000ul

struct pair {
	u64 first;
	void *second;
} __aligned(16);

static DEFINE_PER_CPU(u8, byte);
static DEFINE_PER_CPU(u32, number);
static DEFINE_PER_CPU(u64, word);
static DEFINE_PER_CPU(void *, pointer);
static DEFINE_PER_CPU(struct pair, pair);
static struct shot shot;

/* Neighbours are not touched, and the comparison is of the whole type. */
TEST(percpu, cmpxchg_sizes)
{
	void *here = &byte, *there = &word;

	this_cpu_write(byte, 0xff);
	EXPECT_EQ(this_cpu_cmpxchg(byte, 0xfe, 1), 0xff);
	EXPECT_EQ(this_cpu_read(byte), 0xff);
	EXPECT_EQ(this_cpu_cmpxchg(byte, 0xff, 1), 0xff);
	EXPECT_EQ(this_cpu_read(byte), 1);
	this_cpu_write(number, 0xffffffff);
	EXPECT_EQ(this_cpu_cmpxchg(number, 0xffffffff, 7), 0xffffffff);
	EXPECT_EQ(this_cpu_read(number), 7);
	this_cpu_write(word, 1ull << 32);
	EXPECT_EQ(this_cpu_cmpxchg(word, 0, 5), 1ull << 32);
	EXPECT_EQ(this_cpu_cmpxchg(word, 1ull << 32, 5), 1ull << 32);
	EXPECT_EQ(this_cpu_read(word), 5);
	this_cpu_write(pointer, here);
	EXPECT(this_cpu_cmpxchg(pointer, there, NULL) == here);
	EXPECT(this_cpu_cmpxchg(pointer, here, there) == here);
	EXPECT(this_cpu_read(pointer) == there);
	EXPECT_EQ(this_cpu_read(byte), 1);
}

static void pair_set(u64 first, void *second)
{
	this_cpu_write(pair.first, first);
	this_cpu_write(pair.second, second);
}

static void pair_expect(u64 first, void *second)
{
	EXPECT_EQ(this_cpu_read(pair.first), first);
	EXPECT(this_cpu_read(pair.second) == second);
}

TEST(percpu, cmpxchg_double)
{
	void *here = &byte, *there = &word;

	EXPECT(arch_percpu_has_cmpxchg_double());
	pair_set(1, here);
	EXPECT(!this_cpu_cmpxchg_double(&pair, 1, there, 9, there));
	EXPECT(!this_cpu_cmpxchg_double(&pair, 2, here, 9, there));
	EXPECT(!this_cpu_cmpxchg_double(&pair, 1 | 1ull << 63, here, 9, there));
	pair_expect(1, here);
	EXPECT(this_cpu_cmpxchg_double(&pair, 1, here, ~0ull, there));
	pair_expect(~0ull, there);
	EXPECT(this_cpu_cmpxchg_double(&pair, ~0ull, there, ~0ull, there));
	pair_expect(~0ull, there);
}

static void own_copy(void *unused)
{
	u64 mine = smp_cpu() + 1;

	(void)unused;
	this_cpu_write(word, 0);
	pair_set(0, NULL);
	for (u64 i = 0; i < 2000; i++) {
		EXPECT_EQ(this_cpu_cmpxchg(word, i * mine, (i + 1) * mine), i * mine);
		EXPECT(this_cpu_cmpxchg_double(&pair, i * mine, i, (i + 1) * mine, i + 1));
	}
	EXPECT_EQ(this_cpu_read(word), 2000 * mine);
	pair_expect(2000 * mine, (void *)2000);
}

TEST(percpu, cmpxchg_own_copy)
{
	aid_run_everywhere(own_copy, NULL);
}

static void add_one(void *unused)
{
	(void)unused;
	this_cpu_add(word, 1);
	this_cpu_add(pair.first, 1);
	this_cpu_write(pair.second, this_cpu_read(pair.second) + 1);
}

/* Each gives whether it stored. */
static __always_inline bool by_cmpxchg(void)
{
	u64 old = this_cpu_read(word);

	shot_shift(15);
	return this_cpu_cmpxchg(word, old, old + ADDED) == old;
}

static __always_inline bool by_double(void)
{
	u64 first = this_cpu_read(pair.first);
	void *second = this_cpu_read(pair.second);

	shot_shift(15);
	return this_cpu_cmpxchg_double(&pair, first, second, first + ADDED, second + ADDED);
}

/* What the others must not be. */
static __always_inline bool by_parts(void)
{
	u64 old = this_cpu_read(word);

	shot_shift(15);
	if (this_cpu_read(word) != old)
		return false;
	this_cpu_write(word, old + ADDED);
	return true;
}

struct outcome {
	u32 refused; /* saw that the interrupt had come in between */
	u32 lost;    /* the interrupt's addition */
};

#define SWEEP(change, count)                                    \
	do {                                                    \
		for (u64 ns = 0; ns < SWEEP_NS; ns++) {         \
			bool stored;                            \
                                                                \
			this_cpu_write(word, 0);                \
			pair_set(0, NULL);                      \
			shot_arm(&shot, ns, add_one, NULL);     \
			shot_shift(ns);                         \
			stored = change();                      \
			EXPECT(aid_spin_until(&shot.fired, 1)); \
			count(stored);                          \
		}                                               \
	} while (0)

static struct outcome outcome;

static void count_word(bool stored)
{
	outcome.refused += !stored;
	outcome.lost += this_cpu_read(word) != 1 + (stored ? ADDED : 0);
}

static void count_pair(bool stored)
{
	u64 want = 1 + (stored ? ADDED : 0);

	outcome.refused += !stored;
	outcome.lost +=
		this_cpu_read(pair.first) != want || (u64)this_cpu_read(pair.second) != want;
}

TEST(percpu, cmpxchg_against_an_interrupt_everywhere)
{
	if (!timer_works()) {
		SKIP("no timer interrupt");
		return;
	}
	outcome = (struct outcome){ 0 };
	SWEEP(by_cmpxchg, count_word);
	EXPECT_EQ(outcome.lost, 0);
	EXPECT(!env_counts_instructions() || outcome.refused >= 15);
	outcome = (struct outcome){ 0 };
	SWEEP(by_double, count_pair);
	EXPECT_EQ(outcome.lost, 0);
	EXPECT(!env_counts_instructions() || outcome.refused >= 15);
	/* The sweep finds what it is for. */
	outcome = (struct outcome){ 0 };
	SWEEP(by_parts, count_word);
	EXPECT(!env_counts_instructions() || outcome.lost);
}
