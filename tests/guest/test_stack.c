// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_stack - which stack an address lies in, at the edges; stacks come back to be used again; and
 * the walk of a stack.
 */
#include <core/stack.h>

#include <arch/trap.h>
#include <core/page_alloc.h>
#include <sched/thread.h>
#include <test/test.h>

#define DEPTH_MAX 64
/* None of the functions below has as much code. */
#define FUNCTION_BYTES 256

static u64 pcs[DEPTH_MAX];
static u32 nr_pcs;

TEST(stack, bounds)
{
	unsigned long top = stack_alloc(), lo = 0, hi = 0;

	EXPECT(top);
	EXPECT(stack_bounds(top, &lo, &hi) && hi == top && lo == top - STACK_BYTES);
	EXPECT(stack_bounds(top - 8, &lo, &hi) && hi == top && lo == top - STACK_BYTES);
	EXPECT(stack_bounds(top - STACK_BYTES + 1, &lo, &hi) && hi == top);
	EXPECT(!stack_bounds(top - STACK_BYTES, &lo, &hi));
	EXPECT(!stack_bounds(0, &lo, &hi) && !stack_bounds(~0ul, &lo, &hi));
	EXPECT(!stack_bounds((unsigned long)&nr_pcs, &lo, &hi));
	stack_free(top);
}

TEST(stack, guard)
{
	unsigned long top = stack_alloc(), lo = top - STACK_BYTES;

	EXPECT(!stack_is_guard(top - 1) && !stack_is_guard(lo));
	EXPECT(stack_is_guard(lo - 1) && stack_is_guard(lo - STACK_BYTES));
	EXPECT(!stack_is_guard(0) && !stack_is_guard((unsigned long)&nr_pcs));
	stack_free(top);
}

TEST(stack, reuse)
{
	u32 idle = stacks_idle();
	unsigned long a = stack_alloc(), b = stack_alloc();

	EXPECT(a != b);
	EXPECT_EQ(stacks_idle(), idle - 2);
	stack_free(a);
	EXPECT_EQ(stack_alloc(), a);
	stack_free(b);
	stack_free(a);
	EXPECT_EQ(stacks_idle(), idle);
}

/* What is made waits, and the next threads take no pages. */
TEST(stack, reserve)
{
	u32 idle = stacks_idle();
	unsigned long top;
	u64 pages;

	EXPECT_EQ(stack_reserve(3), 0);
	EXPECT_EQ(stacks_idle(), idle + 3);
	pages = page_alloc_nr_free();
	top = stack_alloc();
	EXPECT_EQ(page_alloc_nr_free(), pages);
	EXPECT_EQ(stacks_idle(), idle + 2);
	stack_free(top);
}

TEST(stack, threads_have_their_own)
{
	unsigned long here = (unsigned long)__builtin_frame_address(0), lo, hi;

	EXPECT(stack_bounds(here, &lo, &hi) && hi == current_thread()->stack_top);
}

/* Nothing after a call, and it would become a jump, which leaves no return address. */
static __noinline void chain_inner(void)
{
	unsigned long lo, hi;

	if (stack_bounds((unsigned long)__builtin_frame_address(0), &lo, &hi))
		nr_pcs = arch_backtrace(NULL, lo, hi, pcs, DEPTH_MAX);
	barrier();
}

static __noinline void chain_middle(void)
{
	chain_inner();
	barrier();
}

static __noinline void chain_outer(void)
{
	chain_middle();
	barrier();
}

/* Is @pc in @fn? They may lie next to each other in any order. */
static bool is_in(u64 pc, void (*fn)(void))
{
	void (*const chain[])(void) = { chain_inner, chain_middle, chain_outer };

	for (u32 i = 0; i < ARRAY_SIZE(chain); i++)
		if ((u64)chain[i] > (u64)fn && (u64)chain[i] <= pc)
			return false;
	return pc - (u64)fn < FUNCTION_BYTES;
}

/* Where the walk has a return address inside of @fn; DEPTH_MAX: nowhere. */
static u32 place_in(void (*fn)(void))
{
	u32 i = 0;

	while (i < nr_pcs && !is_in(pcs[i], fn))
		i++;
	return i < nr_pcs ? i : DEPTH_MAX;
}

TEST(stack, backtrace)
{
	nr_pcs = 0;
	chain_outer();
	EXPECT(place_in(chain_inner) < place_in(chain_middle));
	EXPECT(place_in(chain_middle) < place_in(chain_outer));
	EXPECT(place_in(chain_outer) < DEPTH_MAX);
}

TEST(stack, backtrace_keeps_its_bounds)
{
	unsigned long here = (unsigned long)__builtin_frame_address(0), lo, hi;

	EXPECT(stack_bounds(here, &lo, &hi));
	pcs[1] = 0;
	EXPECT_EQ(arch_backtrace(NULL, lo, hi, pcs, 0), 0);
	EXPECT(arch_backtrace(NULL, lo, hi, pcs, 1) <= 1);
	EXPECT_EQ(pcs[1], 0);
}
