# SPDX-License-Identifier: GPL-2.0-only
# host.mk - the files of kernel/lib built for this machine under sanitizers, and run.
#
#   host-test   every tests/host/test_*.c in one program; last line "N passed, N failed"
#   host-fuzz   every tests/host/fuzz_*.c; a fixed number of damaged inputs each, same seed every time
#
# Works from the top Makefile or as `make -f mk/host.mk host-test`, from the top of the tree either way. The C library's own
# names in kernel/lib/string.c are renamed, since the program has the C library too.

HOST_CC      ?= gcc
HOST_OUT     := build/host
HOST_SANITIZE := -fsanitize=address,undefined -fno-sanitize-recover=all
HOST_CFLAGS  := -std=gnu11 -g -O1 $(HOST_SANITIZE) -Wall -Wextra -Wshadow -Wundef -Wmissing-prototypes \
		-Wstrict-prototypes -Werror -Ikernel/lib/include -Ikernel/lib -Iimage/efi -MMD -MP
HOST_RENAMED := memcpy memmove memset memcmp strlen strcmp strncmp
HOST_LIB_CFLAGS := $(HOST_CFLAGS) -ffreestanding -fno-builtin $(foreach f,$(HOST_RENAMED),-D$(f)=lib_$(f))

host_obj = $(patsubst %.c,$(HOST_OUT)/%.o,$(1))

HOST_LIB_OBJS  := $(call host_obj,$(wildcard kernel/lib/*.c)) $(HOST_OUT)/glyphs.o
# What of the loader knows nothing of the firmware.
HOST_EFI_OBJS  := $(call host_obj,$(patsubst %,image/efi/%.c,bootp conf conf_lines elf place results_text smbios words)) \
	$(HOST_OUT)/conf_shipped.o
HOST_TEST_OBJS := $(call host_obj,$(wildcard tests/host/test_*.c))
HOST_AID_OBJS  := $(call host_obj,tests/host/test.c $(wildcard tests/host/aid_*.c))
HOST_FUZZERS   := $(patsubst tests/host/%.c,$(HOST_OUT)/%,$(wildcard tests/host/fuzz_*.c))

.PHONY: all host-test host-fuzz
all: $(HOST_OUT)/host-test $(HOST_FUZZERS) replay

host-test: $(HOST_OUT)/host-test
	@$< tests/host/data

host-fuzz: $(HOST_FUZZERS)
	@set -e; n=0; for f in $^; do $$f tests/host/data; n=$$((n + 1)); done; echo "$$n passed, 0 failed"

$(HOST_OUT)/host-test: $(HOST_TEST_OBJS) $(HOST_AID_OBJS) $(HOST_LIB_OBJS) $(HOST_EFI_OBJS)
	@echo "  HOSTLD  $@"
	@$(HOST_CC) $(HOST_SANITIZE) -o $@ $^

$(HOST_FUZZERS): $(HOST_OUT)/fuzz_%: $(HOST_OUT)/tests/host/fuzz_%.o $(HOST_AID_OBJS) $(HOST_LIB_OBJS) $(HOST_EFI_OBJS)
	@echo "  HOSTLD  $@"
	@$(HOST_CC) $(HOST_SANITIZE) -o $@ $^

$(filter-out %/glyphs.o %/conf_shipped.o,$(HOST_LIB_OBJS) $(HOST_EFI_OBJS)): $(HOST_OUT)/%.o: %.c
	@echo "  HOSTCC  $<"
	@mkdir -p $(@D)
	@$(HOST_CC) $(HOST_LIB_CFLAGS) -c -o $@ $<

include mk/font.mk
$(HOST_OUT)/glyphs.o: $(GLYPHS)
	@mkdir -p $(@D)
	@$(HOST_CC) $(HOST_LIB_CFLAGS) -c -o $@ $<

# A firmware that is made up needs to know what one looks like.
include mk/conf.mk
$(HOST_OUT)/conf_shipped.o: $(CONF_SHIPPED)
	@mkdir -p $(@D)
	@$(HOST_CC) $(HOST_LIB_CFLAGS) -c -o $@ $<

$(addprefix $(HOST_OUT)/tests/host/,test_efi_main.o test_leave.o): HOST_CFLAGS += -isystem build/deps/gnu-efi/inc
$(HOST_OUT)/tests/host/%.o: tests/host/%.c
	@echo "  HOSTCC  $<"
	@mkdir -p $(@D)
	@$(HOST_CC) $(HOST_CFLAGS) -c -o $@ $<

include mk/replay.mk

-include $(wildcard $(HOST_OUT)/kernel/lib/*.d $(HOST_OUT)/image/efi/*.d $(HOST_OUT)/tests/host/*.d)
