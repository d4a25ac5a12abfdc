// SPDX-License-Identifier: GPL-2.0-only
/*
 * subject - compiled once for each subject: the pointer by which a host program finds it.
 */
#include <memcg/ops.h>

static const struct memcg_ops *const subject __used __section(".subjects") = &memcg_ops;
