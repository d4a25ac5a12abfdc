/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * measure - the counter that samples are taken with, and where we are.
 *
 * Under icount it counts instructions exactly (x86_64: the TSC advances by one each; arm64: PMU
 * event 0x08). Elsewhere it is the TSC or CNTVCT, read so that it is ordered against the block
 * being measured, by instructions that do not trap to a hypervisor. Owed, inline:
 *
 *   u64 arch_measure_start(void)	earlier instructions are done, later ones have not begun
 *   u64 arch_measure_stop(void)	the same
 *
 * The cost of the pair itself is the same for N and 2N copies and falls out of the difference.
 */
#ifndef ARCH_MEASURE_H
#define ARCH_MEASURE_H

#include <lib/types.h>

/*
 * Choose and start the counter on this CPU: the instruction counter if there is one and @want_insn,
 * else the time counter. Returns false if @want_insn and there is none. Called on the CPU that
 * measures, before it does.
 */
bool arch_measure_init(bool want_insn);

/*
 * "insn" candidates aside, the unit of the time counter: "ticks" of a constant rate (TSC, CNTVCT),
 * "cycles" only where the core's own are counted; and its name.
 */
extern const char arch_measure_time_unit[];
extern const char arch_measure_insn_name[];
extern const char arch_measure_time_name[];

/*
 * Can the time counter be believed here? NULL, or why samples of it must be refused: the
 * instruction that orders its reads, arch_measure_order_name, does not do so on some CPU. Any
 * context, once all CPUs have started. Instruction counts do not depend on it.
 */
const char *arch_measure_refusal(void);
extern const char arch_measure_order_name[];

/*
 * What the machine says of itself, without trusting the command line. arch_env_detect() never says
 * tcg-icount.
 */
enum env {
	ENV_UNKNOWN,
	ENV_HARDWARE,
	ENV_KVM,
	ENV_TCG,
	ENV_TCG_ICOUNT,
	ENV_HYPERVISOR,
};

enum env arch_env_detect(void);

/* @count nops between two reads; @count is 0, 1, 10 or 100. The instrument's self-test. */
u64 arch_measure_nops(u32 count);

#include <asm/measure.h>

#endif
