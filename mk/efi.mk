# SPDX-License-Identifier: GPL-2.0-only
#
# efi.mk - the UEFI loader, for both architectures: `make -f mk/efi.mk`, from the top of the tree.
#
# clang with a windows target and lld-link make a PE file without a start-up file or a converter. Sections lie on pages of
# their own and none is writable and executable; tests/boot/loader checks that. No time, path or random number is in the
# output, so two builds are equal.

.DEFAULT_GOAL := efi
include mk/conf.mk

EFI_OUT  := build/efi
EFI_DEPS := build/deps/gnu-efi/inc
EFI_SRC  := $(wildcard image/efi/*.c) $(CONF_SHIPPED)
EFI_LIB  := $(addprefix kernel/lib/,crc32.c efi_map.c fmt.c handover.c ranges.c results.c screen_mode.c string.c)

EFI_TARGET_x86_64 := x86_64-unknown-windows
EFI_TARGET_arm64  := aarch64-unknown-windows
EFI_CFLAGS_x86_64 := -mno-red-zone -mno-stack-arg-probe -mno-sse
EFI_CFLAGS_arm64  := -mgeneral-regs-only -mstrict-align -mstack-probe-size=65536
EFI_MACHINE_x86_64 := x64
EFI_MACHINE_arm64  := arm64

EFI_CFLAGS := -std=gnu11 -O2 -ffreestanding -fno-builtin -fno-stack-protector -fshort-wchar -fno-strict-aliasing \
	-fno-asynchronous-unwind-tables -fno-ident -Wall -Wextra -Wshadow -Wundef -Wmissing-prototypes -Wstrict-prototypes -Werror \
	-Iimage/efi -Ikernel/lib/include -isystem $(EFI_DEPS) -MMD -MP
# A time of 0 and no debug directory: the same bytes from the same sources.
EFI_LDFLAGS := -nologo -subsystem:efi_application -entry:efi_main -nodefaultlib -nxcompat -dynamicbase \
	-filealign:4096 -timestamp:0 -debug:none

.PHONY: efi
efi: $(EFI_OUT)/BOOTX64.EFI $(EFI_OUT)/BOOTAA64.EFI

efi_objects = $(patsubst %.c,$(EFI_OUT)/$(1)/%.o,$(EFI_SRC) $(wildcard image/efi/$(1)/*.c) $(EFI_LIB))

# $(1): architecture, $(2): the file's name that firmware looks for.
define efi_rules
$(EFI_OUT)/$(1)/%.o: %.c mk/efi.mk | $(EFI_DEPS)/efi.h
	@mkdir -p $$(@D)
	@clang -target $(EFI_TARGET_$(1)) $(EFI_CFLAGS) $(EFI_CFLAGS_$(1)) -c -o $$@ $$<
$(EFI_OUT)/$(2): $(call efi_objects,$(1)) mk/efi.mk
	@echo "  EFI     $$@"
	@lld-link $(EFI_LDFLAGS) -machine:$(EFI_MACHINE_$(1)) -out:$$@ $$(filter %.o,$$^)
$(EFI_OUT)/$(1)/print-only.efi: $(EFI_OUT)/$(1)/tests/boot/print-only.o
	@lld-link $(EFI_LDFLAGS) -machine:$(EFI_MACHINE_$(1)) -out:$$@ $$^
-include $(patsubst %.o,%.d,$(call efi_objects,$(1)))
endef
$(eval $(call efi_rules,x86_64,BOOTX64.EFI))
$(eval $(call efi_rules,arm64,BOOTAA64.EFI))

# For tests/boot/loader-speed: what any program costs here that prints one line.
.PHONY: efi-print-only
efi-print-only: $(EFI_OUT)/x86_64/print-only.efi $(EFI_OUT)/arm64/print-only.efi

# A kernel for tests of the loader, which prints what it is handed over.
EFI_KERNEL_SRC = tests/boot/loader_kernel/main.c tests/boot/loader_kernel/$(1).c $(EFI_LIB)
EFI_KERNEL_TARGET_x86_64 := x86_64-linux-gnu -mno-red-zone -mno-sse
EFI_KERNEL_TARGET_arm64  := aarch64-linux-gnu -mgeneral-regs-only

define efi_kernel_rule
$(EFI_OUT)/$(1)/loader-kernel.elf: $(call EFI_KERNEL_SRC,$(1)) tests/boot/loader_kernel/$(1).ld $(wildcard tests/boot/loader_kernel/*.h) mk/efi.mk
	@mkdir -p $$(@D)
	@clang -target $(EFI_KERNEL_TARGET_$(1)) -std=gnu11 -O1 -ffreestanding -fno-builtin -fpie -Wall -Wextra -Werror \
		-Ikernel/lib/include -nostdlib -static -fuse-ld=lld -Wl,--build-id=none -Wl,-z,max-page-size=4096 \
		-Wl,-T,tests/boot/loader_kernel/$(1).ld -o $$@ $$(filter %.c,$$^)
endef
$(eval $(call efi_kernel_rule,x86_64))
$(eval $(call efi_kernel_rule,arm64))
.PHONY: efi-test-kernels
efi-test-kernels: $(EFI_OUT)/x86_64/loader-kernel.elf $(EFI_OUT)/arm64/loader-kernel.elf

$(EFI_DEPS)/efi.h:
	@test -e $@ || { echo "efi.mk: $@ is missing; see make deps" >&2; exit 1; }
