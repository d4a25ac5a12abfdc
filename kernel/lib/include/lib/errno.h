/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * errno - error numbers, returned negative. The values are Linux's, since its developers read them
 * in logs.
 *
 * Only those that something here returns. 0 is success; a predicate returns bool instead.
 */
#ifndef LIB_ERRNO_H
#define LIB_ERRNO_H

#define ENOENT	  2
#define EIO	  5
#define E2BIG	  7
#define ENOMEM	  12
#define EFAULT	  14
#define EBUSY	  16
#define ENODEV	  19
#define EINVAL	  22
#define ERANGE	  34
#define ETIMEDOUT 110

#endif
