/* SPDX-License-Identifier: GPL-2.0-only */
/* arm64_tree - the shim's device tree. */
#ifndef SHIM_TREE_H
#define SHIM_TREE_H

#include <lib/fdt.h>

/*
 * A copy of @from with what @what asks for, valid until the next call; @from itself where it does
 * not fit. @pen_phys: where CPUs in a spin table look for an address.
 */
const void *shim_tree(const struct fdt *from, u64 what, u64 pen_phys);

#endif
