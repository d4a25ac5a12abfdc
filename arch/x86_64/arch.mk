# SPDX-License-Identifier: GPL-2.0-only
# What kernel.mk must know of this architecture.
CROSS := $(if $(filter x86_64,$(shell uname -m)),,x86_64-linux-gnu-)
CLANG_TARGET := x86_64-none-elf
ARCH_CFLAGS := -m64 -mno-red-zone -mgeneral-regs-only -mcmodel=kernel -fomit-frame-pointer -fcf-protection=none
ARCH_LDFLAGS := -m elf_x86_64
OFFSET_DEFINE := %define
RAW_IMAGE :=
CC_MACHINE := x86_64
