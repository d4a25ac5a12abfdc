# SPDX-License-Identifier: GPL-2.0-only
# What kernel.mk must know of this architecture.
CROSS := $(if $(filter aarch64,$(shell uname -m)),,aarch64-linux-gnu-)
CLANG_TARGET := aarch64-none-elf
ARCH_CFLAGS := -mgeneral-regs-only -mno-outline-atomics -mstrict-align -fno-omit-frame-pointer -fno-pie
ARCH_LDFLAGS := -m aarch64elf
OFFSET_DEFINE := \#define
RAW_IMAGE := y
CC_MACHINE := aarch64
