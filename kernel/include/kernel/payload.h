/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * payload - the one symbol by which the kernel knows what it runs: the bench or the tests.
 */
#ifndef KERNEL_PAYLOAD_H
#define KERNEL_PAYLOAD_H

#include <lib/types.h>

struct payload_result {
	u32 runs_ok;
	u32 runs_refused;
	bool failed;
};

/* In a thread on CPU 0, everything up, `hello` sent. `bye` is sent afterwards, with @result. */
void payload_main(struct payload_result *result);

/* "bench" or "test", for `hello`. */
extern const char payload_name[];

/*
 * Bad words on the command line end the boot before anything is measured. 0, or -EINVAL after a
 * line that says which.
 */
int payload_check(void);

#endif
