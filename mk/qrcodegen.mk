# SPDX-License-Identifier: GPL-2.0-only
#
# qrcodegen.mk - the library that makes QR codes, as tools/deps unpacks it, with the kernel's flags. Included by mk/kernel.mk.
# The few names of a C library that it wants are in kernel/lib/qrcodegen. Its warnings are its own.

QRCODEGEN := build/deps/qrcodegen/qrcodegen.c

$(B)/qrcodegen.o: $(QRCODEGEN) $(wildcard kernel/lib/qrcodegen/*.h)
	@mkdir -p $(@D)
	$(Q)$(CC) $(filter-out -W%,$(CFLAGS)) $(INC_lib) -Ikernel/lib/qrcodegen -w -c -o $@ $<
$(QRCODEGEN):
	@tools/deps bench && test -e $@

$(B)/kernel/core/qr.o: $(QRCODEGEN)
$(B)/kernel/core/qr.o: CFLAGS += -Ibuild/deps/qrcodegen
