/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * percpu - one copy of a variable for each CPU, and operations on this CPU's copy.
 *
 * A per-CPU variable lies in the section .percpu of the image. That section is CPU 0's copy; every
 * other CPU gets a zeroed area of the same size, and the CPU's base register holds the distance
 * from the section to its area (GS base on x86_64, TPIDR_EL1 on arm64). Per-CPU variables therefore
 * start as zero everywhere; who needs more sets it in its init function, which runs on each CPU.
 *
 * Owed, as macros, since they take any integer or pointer type of 1 to 8 bytes:
 *
 *   this_cpu_read(var) this_cpu_write(var, val) this_cpu_add(var, val)
 *	one step with respect to interrupts and preemption here; not against other CPUs
 *   this_cpu_cmpxchg(var, old, new)
 *	the same; stores @new if it found @old; gives what it found. No order against other memory
 *   this_cpu_cmpxchg_double(&pair, old1, old2, new1, new2)
 *	the same for two neighbouring 8-byte words (integers or pointers) of an object of 16 bytes
 *	that is aligned to 16; true: it found both and stored both
 *   this_cpu_ptr(&var)
 *	address of this CPU's copy; the caller must not migrate while it uses it
 *
 * Where there is no single instruction they turn preemption off as the model that the file is
 * compiled for does, so a file that uses the ones that write includes <core/preempt.h>.
 *
 * And, for the start of a CPU:
 *
 *   void arch_percpu_set_base(unsigned long offset)
 */
#ifndef ARCH_PERCPU_H
#define ARCH_PERCPU_H

#include <lib/types.h>

#define DEFINE_PER_CPU(type, name)  __section(".percpu") __typeof__(type) name
#define DECLARE_PER_CPU(type, name) extern __section(".percpu") __typeof__(type) name

#include <asm/percpu.h>

/* Does this CPU have what this_cpu_cmpxchg_double() takes? Ask once: it may be slow. Any context. */
bool arch_percpu_has_cmpxchg_double(void);

#endif
