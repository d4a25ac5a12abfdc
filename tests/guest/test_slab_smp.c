// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_slab_smp - every CPU allocates, and frees what others have allocated: through slots that all
 * of them exchange. An object that two had at a time would lose its contents.
 */
#include <core/smp.h>
#include <lib/string.h>
#include <mm/kmalloc.h>
#include <test/aid.h>
#include <test/slab.h>
#include <test/test.h>

#define SLOTS  256
#define ROUNDS 6000

struct parcel {
	u32 bytes; /* of all, the header too */
	u32 tag;
};

static struct parcel *slots[SLOTS];
static u32 random_seed[CPUS_MAX];

static struct parcel *parcel_make(u32 bytes, u32 tag)
{
	struct parcel *p = kmalloc_sized(bytes, tag % 2 ? GFP_KERNEL : GFP_ATOMIC);

	EXPECT(p);
	if (!p)
		return NULL;
	p->bytes = bytes;
	p->tag = tag;
	slab_stamp(p + 1, bytes - (u32)sizeof(*p), tag);
	return p;
}

static void parcel_end(struct parcel *p)
{
	if (!p)
		return;
	EXPECT(slab_stamp_is_whole(p + 1, p->bytes - (u32)sizeof(*p), p->tag));
	memset(p, 0xee, p->bytes);
	kfree(p);
}

/* What is given away here is seen whole by who takes it: a full exchange. */
static void trade(u32 slot, struct parcel *p)
{
	parcel_end(__atomic_exchange_n(&slots[slot], p, __ATOMIC_ACQ_REL));
}

static void trade_all_sizes(void *unused)
{
	u32 *seed = &random_seed[smp_cpu()];

	(void)unused;
	*seed = smp_cpu() + 1;
	for (u32 i = 0; i < ROUNDS; i++)
		trade(slab_random(seed) % SLOTS,
		      parcel_make(8 + slab_random(seed) % (16u << slab_random(seed) % 10), i));
}

/* One class, so that all CPUs are at the same slabs. */
static void trade_one_size(void *bytes)
{
	u32 *seed = &random_seed[smp_cpu()];

	for (u32 i = 0; i < ROUNDS; i++)
		trade(slab_random(seed) % SLOTS, parcel_make((u32)(u64)bytes, i));
}

static void trades_end(void)
{
	EXPECT_EQ(slab_check(), 0);
	for (u32 i = 0; i < SLOTS; i++)
		trade(i, NULL);
	slab_end();
}

TEST(slab_smp, all_sizes)
{
	slab_begin();
	aid_run_everywhere(trade_all_sizes, NULL);
	trades_end();
}

TEST(slab_smp, one_size)
{
	static const u32 sizes[] = { 8, 32, 96, 512, 4096, 8192 };

	for (u32 i = 0; i < ARRAY_SIZE(sizes); i++) {
		slab_begin();
		aid_run_everywhere(trade_one_size, (void *)(u64)sizes[i]);
		trades_end();
	}
}

/* One allocates all, another frees all, in the order and against it. */
static void fill(void *unused)
{
	(void)unused;
	for (u32 i = 0; i < SLOTS; i++)
		slots[i] = parcel_make(200, i);
}

static void empty(void *backwards)
{
	for (u32 i = 0; i < SLOTS; i++)
		trade(backwards ? SLOTS - 1 - i : i, NULL);
}

TEST(slab_smp, freed_elsewhere)
{
	u32 other = aid_next_cpu(0);

	slab_begin();
	for (u64 round = 0; round < 20; round++) {
		aid_run_on(round % 3 ? 0 : other, fill, NULL);
		EXPECT_EQ(slab_check(), 0);
		aid_run_on(round % 3 ? other : 0, empty, (void *)(round & 1));
		EXPECT_EQ(slab_check(), 0);
	}
	slab_end();
}
