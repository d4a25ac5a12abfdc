# SPDX-License-Identifier: GPL-2.0-only
#
# Everything a person types. `make help` lists it. How an image is built: mk/kernel.mk.

ARCH    ?= all
PROFILE ?= quick
MODE    ?= auto
IMAGE   ?= bench
SMP     ?= 1
APPEND  ?=

ARCHES := $(if $(filter all,$(ARCH)),x86_64 arm64,$(ARCH))
ONE    := $(firstword $(ARCHES))
unknown := $(filter-out x86_64 arm64,$(ARCHES))
$(if $(unknown),$(error ARCH=$(ARCH): valid are x86_64, arm64, all))

MAKEFLAGS += --no-print-directory
JOBS := -j$(shell nproc)
BUILD = $(MAKE) $(JOBS) -f mk/kernel.mk

.PHONY: help
help:
	@sed -n 's/^## \(.*\)/\1/p' Makefile

## make bench [ARCH=x86_64|arm64|all] [PROFILE=quick|published|full] [MODE=auto|icount|tcg|kvm] [APPEND="key=value ..."]
##                    measure, print the tables, keep the logs under build/results/
.PHONY: bench
bench: deps-bench kernels
	@tools/bench --profile $(PROFILE) --mode $(MODE) --append "$(APPEND)" $(ARCHES)

## make test          everything that is checked, on both architectures; last line: N passed, N failed
.PHONY: test
test: deps-test kernels kernels-llvm placements host media stand-ins
	@tests/run $(ARCHES)

## make check         static checks only: layout, headers, includes, both compilers, code generation
.PHONY: check
check: deps-test kernels kernels-llvm
	@tests/run --only static,codegen $(ARCHES)

## make matrix        boot every machine of tests/boot/matrix, all screens, the full circle, bochs (make test: a short set)
.PHONY: matrix
matrix: deps-matrix kernels placements media stand-ins
	@tests/run --matrix

## make image         build/barestock.img, the stick: x86_64 by UEFI and by BIOS, arm64 by UEFI [SIGN=key.pem CERT=cert.pem]
##                    make iso: build/barestock.iso. make pxe: build/pxe, to serve a network boot from
.PHONY: image iso pxe media
image iso pxe media: deps-image
	@for a in x86_64 arm64; do $(BUILD) ARCH=$$a || exit 1; done
	@$(MAKE) $(JOBS) -f mk/efi.mk
	@$(MAKE) -f mk/image.mk $(@:image=disk) SIGN=$(SIGN) CERT=$(CERT)

## make run ARCH=...  one boot with the serial line on this terminal [IMAGE=bench|test] [SMP=N] [APPEND="key=value ..."]
.PHONY: run
run: deps-bench one-arch
	@$(BUILD) ARCH=$(ONE)
	@tools/run --arch $(ONE) --image $(IMAGE) --mode tcg --smp $(SMP) --append "$(APPEND)" --interactive \
		--log build/run.log

## make gdb ARCH=...  the same, stopped at the entry, under gdb with symbols
.PHONY: gdb
gdb: deps-gdb one-arch
	@$(BUILD) ARCH=$(ONE)
	@tools/gdb --arch $(ONE) --image $(IMAGE) --smp $(SMP) --append "$(APPEND)"

## make deps          install what is missing (Debian, apt): asks first on a terminal unless YES=1
.PHONY: deps deps-bench deps-loader deps-image deps-test deps-matrix deps-gdb
deps: deps-test
deps-bench deps-loader deps-image deps-test deps-matrix deps-gdb: deps-%:
	@YES=$(YES) tools/deps $*

## make kernels       only build: build/<arch>/{bench,test}.elf, arm64 also .img; LLVM=1 for clang and ld.lld
.PHONY: kernels kernels-llvm placements stand-ins host one-arch
kernels: deps-bench
	@for a in $(ARCHES); do $(BUILD) ARCH=$$a LLVM=$(LLVM) || exit 1; done
kernels-llvm: deps-test
	@for a in $(ARCHES); do $(BUILD) ARCH=$$a LLVM=1 || exit 1; done
# The kernel must run from any 2 MiB-aligned place: x86_64 images linked elsewhere, for the boot matrix.
placements: deps-bench
	@for p in 0x1000000 0x4000000; do $(BUILD) ARCH=x86_64 PHYS_LINK=$$p || exit 1; done
# For tests: what stands in for a kernel behind our loader, for a loader, and for firmware.
stand-ins: media
	@$(MAKE) $(JOBS) -f mk/efi.mk efi-test-kernels efi-print-only
	@$(MAKE) -f mk/shim.mk shims
host: deps-test
	@$(MAKE) $(JOBS) -f mk/host.mk all
one-arch:
	@test -n "$(filter-out all,$(ARCH))" || { echo "ARCH=x86_64 or ARCH=arm64, please"; exit 2; }

## make clean         remove build/, but not what was fetched into build/deps
.PHONY: clean
clean:
	@test ! -d build || find build -mindepth 1 -maxdepth 1 ! -name deps -exec rm -rf {} +
