/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * percpu - the simulated machine: this CPU's copy is the section plus this CPU's offset.
 */
#ifndef ASM_PERCPU_H
#define ASM_PERCPU_H

#include <lib/types.h>

extern unsigned long host_percpu_offset;

#define this_cpu_ptr(ptr)	 ((__typeof__(ptr))((unsigned long)(ptr) + host_percpu_offset))
#define this_cpu_read(var)	 (*this_cpu_ptr(&(var)))
#define this_cpu_write(var, val) (*this_cpu_ptr(&(var)) = (val))
#define this_cpu_add(var, val)	 (*this_cpu_ptr(&(var)) += (__typeof__(var))(val))

#endif
