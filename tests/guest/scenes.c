// SPDX-License-Identifier: GPL-2.0-only
/*
 * scenes - what is interrupted: each section of the object stock, of its statistics and of the page
 * stock, on each way through it.
 */
#include <test/scene.h>

#define SMALL 136u  /* full size of 128 bytes */
#define LARGE 4104u /* of a page: two pages are bought, and more than one is left at the free */

#define U NR_SLAB_UNRECLAIMABLE_B
#define R NR_SLAB_RECLAIMABLE_B

static void pair(struct obj_cgroup *objcg, u32 size, u32 node, enum node_stat_item idx)
{
	if (!world.ops->alloc(objcg, GFP_ATOMIC, size, node, idx))
		world.ops->free(objcg, size, node, idx);
}

/* Consume from the stock, put back: through the slab, whose hooks are a caller's own code. */
static void stock_hit(void)
{
	world.slab->kfree(world.slab->kmalloc(128, GFP_ATOMIC | __GFP_ACCOUNT));
}

/* Buy pages, deposit the rest; the free drains the stock, or folds it behind the section. */
static void stock_refill(void)
{
	pair(world.objcg, LARGE, 0, U);
}

static void stock_drain(void)
{
	pair(world.objcg, SMALL, 0, U);
	world.ops->drain_local();
}

static void stock_owner(void)
{
	bool own = !world.ops->alloc(world.objcg, GFP_ATOMIC, SMALL, 0, U);

	pair(world.top_objcg, SMALL, 0, U);
	if (own)
		world.ops->free(world.objcg, SMALL, 0, U);
}

static void stock_node(void)
{
	bool own = !world.ops->alloc(world.objcg, GFP_ATOMIC, SMALL, 0, R);

	pair(world.objcg, SMALL, 1, R);
	pair(world.objcg, LARGE, 1, U);
	if (own)
		world.ops->free(world.objcg, SMALL, 0, R);
}

/* Consume, change of group, more than a batch. */
static void page_stock(void)
{
	const struct memcg_ops *ops = world.ops;

	if (ops->charge_pages(world.group, GFP_ATOMIC, 20))
		return;
	if (!ops->charge_pages(world.top, GFP_ATOMIC, 1))
		ops->uncharge_pages(world.top, 1);
	ops->uncharge_pages(world.group, 20);
	if (!ops->charge_pages(world.group, GFP_ATOMIC, 33))
		ops->uncharge_pages(world.group, 33);
}

const struct scene scenes[] = {
	{ "stock hit", stock_hit },	{ "stock refill", stock_refill },
	{ "stock drain", stock_drain }, { "stock owner", stock_owner },
	{ "stock node", stock_node },	{ "page stock", page_stock },
};
const u32 nr_scenes = ARRAY_SIZE(scenes);
