// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_static_key - the code of a branch, byte by byte, in both states; which way every CPU goes;
 * and that text is read-only before and after.
 */
#include <core/static_key.h>

#include <arch/mmu.h>
#include <arch/trap.h>
#include <core/mapping.h>
#include <core/percpu.h>
#include <core/preempt.h>
#include <core/smp.h>
#include <lib/errno.h>
#include <lib/string.h>
#include <test/aid.h>
#include <test/test.h>

extern const struct branch_site __static_keys_start[], __static_keys_end[];
extern char __text_start[], __text_end[];

/* The second one is a part of something, and nobody branches on the third. */
static struct static_key key_a;
static struct {
	u64 other;
	struct static_key key;
} holder;
static struct static_key key_unused;

static DEFINE_PER_CPU(u32, ways);

/* Four bits: what each branch said. */
static __noinline u32 ways_now(void)
{
	u32 way = 0;

	if (static_branch(&key_a))
		way |= 1;
	if (static_branch_likely(&key_a))
		way |= 2;
	if (static_branch_unlikely(&holder.key))
		way |= 4;
	if (static_branch_likely(&holder.key))
		way |= 8;
	return way;
}

static void ways_take(void *unused)
{
	(void)unused;
	this_cpu_write(ways, ways_now());
}

static void expect_ways(u32 want)
{
	aid_run_everywhere(ways_take, NULL);
	for (u32 cpu = 0; cpu < nr_cpus_found; cpu++)
		if (cpu_is_online(cpu))
			EXPECT_EQ(per_cpu(ways, cpu), want);
}

TEST(static_key, every_cpu_goes_the_way_that_is_set)
{
	for (u32 round = 0; round < 3; round++) {
		expect_ways(0);
		EXPECT_EQ(static_key_set(&key_a, true), 0);
		EXPECT(static_key_enabled(&key_a) && !static_key_enabled(&holder.key));
		expect_ways(3);
		EXPECT_EQ(static_key_set(&key_a, true), 0);
		EXPECT_EQ(static_key_set(&holder.key, true), 0);
		expect_ways(15);
		EXPECT_EQ(static_key_set(&key_a, false), 0);
		expect_ways(12);
		EXPECT_EQ(static_key_set(&holder.key, false), 0);
	}
	expect_ways(0);
}

TEST(static_key, sites)
{
	EXPECT(static_key_sites(&key_a) >= 2);
	EXPECT(static_key_sites(&holder.key) >= 2);
	EXPECT_EQ(static_key_sites(&key_unused), 0);
	EXPECT_EQ(static_key_set(&key_unused, true), 0);
	EXPECT_EQ(static_key_set(&key_unused, false), 0);
}

/* The code of all branches on key_a, by what the processor's manual says of the instruction. */
static void expect_code(bool enabled)
{
	for (const struct branch_site *b = __static_keys_start; b < __static_keys_end; b++) {
		const u8 *insn = (const u8 *)&b->site + b->site;
		u8 nop[ARCH_BRANCH_BYTES];

		if ((const char *)&b->key + b->key != (const char *)&key_a)
			continue;
		arch_branch_encode(nop, insn, insn, false);
		EXPECT_EQ(!memcmp(insn, nop, sizeof(nop)), enabled == (bool)b->likely);
		EXPECT((const char *)insn >= __text_start && (const char *)insn < __text_end);
	}
}

static void expect_encoding(void)
{
	static const u8 x86_nop[] = { 0x0f, 0x1f, 0x44, 0x00, 0x00 };
	static const u8 x86_jump[] = { 0xe9, 0xfb, 0x00, 0x00, 0x00 };
	static const u8 arm_nop[] = { 0x1f, 0x20, 0x03, 0xd5 };
	static const u8 arm_back[] = { 0xc0, 0xff, 0xff, 0x17 };
	u8 code[ARCH_BRANCH_BYTES], back[ARCH_BRANCH_BYTES];
	const char *at = __text_start;

	arch_branch_encode(code, at, at, false);
	EXPECT(!memcmp(code, ARCH_BRANCH_BYTES == 5 ? x86_nop : arm_nop, ARCH_BRANCH_BYTES));
	arch_branch_encode(code, at, at + 256, true);
	arch_branch_encode(back, at + 256, at, true);
	EXPECT(!memcmp(ARCH_BRANCH_BYTES == 5 ? code : back,
		       ARCH_BRANCH_BYTES == 5 ? x86_jump : arm_back, ARCH_BRANCH_BYTES));
}

TEST(static_key, code)
{
	expect_encoding();
	expect_code(false);
	EXPECT_EQ(static_key_set(&key_a, true), 0);
	expect_code(true);
	EXPECT_EQ(static_key_set(&key_a, false), 0);
	expect_code(false);
}

/* The tables say so; that the CPU obeys them, the fault `text` asks (fault.c). */
static void expect_read_only(void)
{
	u64 pte = 0;
	u32 level = 0;

	for (char *at = __text_start; at < __text_end; at += PAGE_SIZE) {
		EXPECT(mapping_lookup(at, &pte, &level));
		EXPECT_EQ(pte, arch_pte_leaf(arch_pte_phys(pte), MAP_READ_EXEC, level));
	}
}

TEST(static_key, text_stays_read_only)
{
	u64 word, pte;
	u32 level;

	expect_read_only();
	EXPECT_EQ(static_key_set(&key_a, true), 0);
	expect_read_only();
	EXPECT_EQ(static_key_set(&key_a, false), 0);
	/* Nothing of the way that the write took is left. */
	for (u64 at = 0; at < 16ull << 20; at += PAGE_SIZE)
		EXPECT_EQ(arch_read_word_safe((void *)at, &word), (u64)-EFAULT);
	EXPECT(!mapping_lookup(phys_to_virt(image_to_phys(__text_start)), &pte, &level));
}

TEST(static_key, write_refuses_what_is_not_text)
{
	u8 code[16] = { 0 };

	EXPECT_EQ(arch_text_write(&key_a, code, ARCH_BRANCH_BYTES), (u64)-EINVAL);
	EXPECT_EQ(arch_text_write(NULL, code, ARCH_BRANCH_BYTES), (u64)-EINVAL);
	EXPECT_EQ(arch_text_write(__text_end, code, ARCH_BRANCH_BYTES), (u64)-EINVAL);
	EXPECT_EQ(arch_text_write(__text_start, code, sizeof(code)), (u64)-EINVAL);
}
