/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * aid_elf - a writer of small ELF files that checks nothing.
 */
#ifndef HOST_AID_ELF_H
#define HOST_AID_ELF_H

#include "test.h"
#include <elf.h>

enum { ELF_FILE_BYTES = 0x3000 };

/* Two segments as a kernel has them: 0x1800 bytes of text, data with .bss behind it. */
u8 *elf_file_new(void);

/* Program header @nr of it. */
u8 *elf_file_program(u8 *file, u32 nr);

void put_le(u8 *p, u64 value, u32 bytes);

#endif
