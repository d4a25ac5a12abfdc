# SPDX-License-Identifier: GPL-2.0-only
#
# shim.mk - kernels in a shim that stands in for firmware and loader (tests/boot/shim): `make -f mk/shim.mk`, from the top
# of the tree, once the kernels are built. build/arm64/shim-bench.img and shim-test.img boot as the raw Images do.

SHIM := tests/boot/shim
SHIM_CC := $(if $(filter aarch64,$(shell uname -m)),,aarch64-linux-gnu-)gcc
SHIM_OBJCOPY := $(SHIM_CC:gcc=objcopy)
SHIM_LIB := $(addprefix kernel/lib/,crc32.c fdt.c fdt_boot.c fdt_find.c fdt_reg.c handover.c string.c)
# Code is PC-relative as it is; there must be no pointer in initialised data, since nothing relocates it.
SHIM_CFLAGS := -std=gnu11 -O2 -ffreestanding -fno-builtin -fno-stack-protector -fno-pic \
	-fno-asynchronous-unwind-tables -mgeneral-regs-only -mno-outline-atomics -mstrict-align -Wall -Wextra -Wshadow -Wundef \
	-Wmissing-prototypes -Wstrict-prototypes -Werror -Ikernel/lib/include -I$(SHIM) -nostdlib -static \
	-Wl,--build-id=none,--no-warn-rwx-segments,-T,$(SHIM)/arm64.ld

.PHONY: shims
shims: build/arm64/shim-bench.img build/arm64/shim-test.img

build/arm64/shim-%.img: build/arm64/%.img $(wildcard $(SHIM)/arm64*) $(SHIM_LIB) $(wildcard kernel/lib/include/lib/*.h) mk/shim.mk
	@echo "  SHIM    $@"
	@$(SHIM_CC) $(SHIM_CFLAGS) -DSHIM_KERNEL='"$<"' -o $(@:.img=.elf) $(wildcard $(SHIM)/*.S $(SHIM)/*.c) $(SHIM_LIB)
	@$(SHIM_OBJCOPY) -O binary $(@:.img=.elf) $@
