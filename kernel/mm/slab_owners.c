// SPDX-License-Identifier: GPL-2.0-only
/*
 * slab_owners - the vector of a slab's owners: a pointer for each object (memcg-spec 1.4).
 *
 * Made at the first accounted object of the slab, by whoever comes first: it is installed by
 * compare-and-exchange, and who loses frees its own. It goes with the slab. A slot belongs to
 * whoever has the object. The vector's memory is not accounted, so it is never in a slab with a
 * vector.
 */
#include "slab_impl.h"

#include <mm/kmalloc.h>

static struct obj_cgroup **owners_make(struct slab *slab, u32 gfp)
{
	struct obj_cgroup **none = NULL, **owners;

	owners = kcalloc(slab->objects, sizeof(*owners), gfp & ~(__GFP_ACCOUNT | __GFP_ZERO));
	if (!owners)
		return NULL;
	/*
	 * Release: the slots are empty for whoever finds the vector. Pairs with the acquire below.
	 */
	if (__atomic_compare_exchange_n(&slab->owners, &none, owners, false, __ATOMIC_ACQ_REL,
					__ATOMIC_ACQUIRE))
		return owners;
	kfree(owners);
	return none;
}

struct obj_cgroup **slab_owner_slot(struct slab *slab, u32 index, u32 gfp)
{
	struct obj_cgroup **owners = __atomic_load_n(&slab->owners, __ATOMIC_ACQUIRE);

	if (unlikely(!owners))
		owners = owners_make(slab, gfp);
	return owners ? &owners[index] : NULL;
}

void slab_owners_free(struct slab *slab)
{
	kfree(slab->owners);
	slab->owners = NULL;
}
