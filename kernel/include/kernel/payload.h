/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * payload - the symbols by which the kernel knows what it runs: the bench or the tests. Each image
 * links one payload; the kernel's objects are the same in both, so what is tested is what is
 * measured.
 *
 * payload_check() comes first, while a bad command line can still end the boot before anything
 * starts. The kernel owns the frame (`hello`, `bye`, the exit), the payload what lies between.
 */
#ifndef KERNEL_PAYLOAD_H
#define KERNEL_PAYLOAD_H

#include <lib/types.h>

struct payload_result {
	u32 runs_ok;
	u32 runs_refused;
	bool failed;
};

/*
 * In a thread on CPU 0, everything up, `hello` sent. `bye` is sent afterwards, with @result. What a
 * person should see of it at once is said by summary_line() and summary_code() (core/summary.h).
 */
void payload_main(struct payload_result *result);

/* "bench" or "test", for `hello`. */
extern const char payload_name[];

/*
 * Bad words on the command line end the boot before anything is measured. 0, or -EINVAL after a
 * line that says which.
 */
int payload_check(void);

#endif
