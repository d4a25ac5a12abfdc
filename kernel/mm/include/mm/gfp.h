/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * gfp - what an allocation may do and wants. Names as in Linux; the values are this tree's own.
 */
#ifndef MM_GFP_H
#define MM_GFP_H

#include <lib/types.h>

#define __GFP_DIRECT_RECLAIM 0x01u /* the caller may be put to sleep */
#define __GFP_ATOMIC	     0x02u /* cannot wait and must not fail for a limit's sake */
#define __GFP_NOFAIL	     0x04u
#define __GFP_ACCOUNT	     0x08u /* charge the owner's group */
#define __GFP_ZERO	     0x10u

#define GFP_KERNEL	   __GFP_DIRECT_RECLAIM
#define GFP_KERNEL_ACCOUNT (GFP_KERNEL | __GFP_ACCOUNT)
#define GFP_ATOMIC	   __GFP_ATOMIC
#define GFP_NOWAIT	   0u

static __always_inline bool gfpflags_allow_blocking(u32 gfp)
{
	return gfp & __GFP_DIRECT_RECLAIM;
}

#endif
