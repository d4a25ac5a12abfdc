// SPDX-License-Identifier: GPL-2.0-only
/*
 * aid_elf - see the header. Offsets: ELF-64 object file format.
 */
#include "aid_elf.h"

void put_le(u8 *p, u64 value, u32 bytes)
{
	for (u32 i = 0; i < bytes; i++)
		p[i] = (u8)(value >> (8 * i));
}

u8 *elf_file_program(u8 *file, u32 nr)
{
	return file + 64 + 56 * nr;
}

static void put_program(u8 *p, u32 type, u64 at, u64 virt, u64 phys, u64 file_bytes, u64 bytes)
{
	put_le(p, type, 4);
	put_le(p + 8, at, 8);
	put_le(p + 16, virt, 8);
	put_le(p + 24, phys, 8);
	put_le(p + 32, file_bytes, 8);
	put_le(p + 40, bytes, 8);
}

u8 *elf_file_new(void)
{
	u8 *f = test_bytes(NULL, ELF_FILE_BYTES);

	memset(f, 0, ELF_FILE_BYTES);
	memcpy(f, "\177ELF\2\1\1", 7);
	put_le(f + 16, 2, 2);
	put_le(f + 18, ELF_X86_64, 2);
	put_le(f + 24, 0x200010, 8);
	put_le(f + 32, 64, 8);
	put_le(f + 54, 56, 2);
	put_le(f + 56, 3, 2);
	put_program(elf_file_program(f, 0), 1, 0x1000, 0xffffffff80000000, 0x200000, 0x1800,
		    0x1800);
	put_program(elf_file_program(f, 1), 1, 0x2800, 0xffffffff80002000, 0x202000, 0x800, 0x5000);
	put_program(elf_file_program(f, 2), 4, 0x1000, 0xffffffff80000000, 0x200000, 24, 24);
	return f;
}
