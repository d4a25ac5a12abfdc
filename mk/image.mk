# SPDX-License-Identifier: GPL-2.0-only
#
# image.mk - what machines boot from: `make -f mk/image.mk disk|iso|pxe [SIGN=key.pem CERT=cert.pem]`.
#
# One tree of files is the content of all three: the stick's image, the ISO, the directory that a network boot is served
# from. The kernels and our loaders are built before (Makefile). Same input, same bytes.

Q := $(if $(V),,@)
I ?= build/image
DISK ?= build/barestock.img
ISO ?= build/barestock.iso
TREE := $(I)/tree
export SOURCE_DATE_EPOCH ?= 1767225600

GRUB_LIB := /usr/lib/grub
# In the core: read the medium, run grub.cfg, boot by multiboot2; the rest is for the person at its command line.
GRUB_MODULES := normal configfile echo test eval sleep reboot halt terminal serial multiboot2 cpuid fat iso9660 \
	part_msdos video all_video ls cat minicmd
GRUB_BIOS := $(GRUB_MODULES) biosdisk vbe

KERNELS := $(foreach a,x86_64 arm64,$(foreach i,bench test,$(TREE)/barestock/$(a)/$(i).elf))
LOADERS := $(TREE)/EFI/BOOT/BOOTX64.EFI $(TREE)/EFI/BOOT/BOOTAA64.EFI
CONTENT := $(KERNELS) $(LOADERS) $(TREE)/barestock.conf $(TREE)/barestock/grub/grub.cfg $(TREE)/results

.PHONY: disk iso pxe media
media: disk iso pxe
disk: $(DISK)
iso: $(ISO)
pxe: $(CONTENT) $(I)/pxe.img
	@echo "  PXE     build/pxe"
	$(Q)rm -rf build/pxe && cp -r $(TREE) build/pxe && cp $(I)/pxe.img build/pxe/barestock.0

$(DISK): $(CONTENT) $(I)/disk.img image/make-disk mk/image.mk
	@echo "  DISK    $@"
	$(Q)image/make-disk $(TREE) $(I)/disk.img $(GRUB_LIB)/i386-pc/boot.img $@
$(ISO): $(CONTENT) $(I)/cd.img $(I)/BOOTX64.EFI image/make-iso mk/image.mk
	@echo "  ISO     $@"
	@mkdir -p $(@D)
	$(Q)image/make-iso $(TREE) $(I) $@

# What only a debugger reads stays here; the symbols stay in.
$(TREE)/barestock/x86_64/%.elf: build/x86_64/%.elf
	@mkdir -p $(@D)
	$(Q)objcopy --strip-debug $< $@
$(TREE)/barestock/arm64/%.elf: build/arm64/%.elf
	@mkdir -p $(@D)
	$(Q)aarch64-linux-gnu-objcopy --strip-debug $< $@
$(TREE)/barestock.conf: image/barestock.conf
	@mkdir -p $(@D)
	$(Q)cp $< $@
$(TREE)/barestock/grub/grub.cfg: image/grub/grub.cfg
	@mkdir -p $(@D)
	$(Q)cp $< $@
$(TREE)/results:
	@mkdir -p $@

# Signed anew each time: the key may be another one. Without one, a signed loader must not be left over.
.PHONY: FORCE
$(TREE)/EFI/BOOT/%.EFI: build/efi/%.EFI FORCE
	@mkdir -p $(@D)
	$(Q)$(if $(SIGN),sbsign --key $(SIGN) --cert $(or $(CERT),$(error SIGN= needs CERT=, the certificate of the key)) \
		--output $@ $<,cmp -s $< $@ || cp $< $@)

# Where the core finds grub.cfg: on the partition, the CD or the server that it was started from.
$(I)/disk.img: mk/image.mk
	@mkdir -p $(@D)
	$(Q)grub-mkimage -O i386-pc -o $@ -p '(,msdos1)/barestock/grub' $(GRUB_BIOS)
$(I)/cd.img: mk/image.mk
	@mkdir -p $(@D)
	$(Q)grub-mkimage -O i386-pc-eltorito -o $@ -p /barestock/grub $(GRUB_BIOS)
$(I)/pxe.img: mk/image.mk
	@mkdir -p $(@D)
	$(Q)grub-mkimage -O i386-pc-pxe -o $@ -p /barestock/grub $(GRUB_BIOS) pxe tftp
$(I)/BOOTX64.EFI: mk/image.mk
	@mkdir -p $(@D)
	$(Q)grub-mkimage -O x86_64-efi -o $@ -p /barestock/grub $(GRUB_MODULES) efi_gop
