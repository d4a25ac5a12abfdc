/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * errno - error numbers, returned negative. The values are Linux's, since its developers read them
 * in logs.
 */
#ifndef LIB_ERRNO_H
#define LIB_ERRNO_H

#define ENOENT	  2
#define EIO	  5
#define ENXIO	  6
#define E2BIG	  7
#define EAGAIN	  11
#define ENOMEM	  12
#define EFAULT	  14
#define EBUSY	  16
#define EEXIST	  17
#define ENODEV	  19
#define EINVAL	  22
#define ENOSPC	  28
#define ERANGE	  34
#define ETIMEDOUT 110

#endif
