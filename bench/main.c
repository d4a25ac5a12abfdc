// SPDX-License-Identifier: GPL-2.0-only
/*
 * main - the bench's place in the boot.
 */
#include <kernel/payload.h>

const char payload_name[] = "bench";

int payload_check(void)
{
	return 0;
}

void payload_main(struct payload_result *result)
{
	(void)result;
}
