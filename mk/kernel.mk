# SPDX-License-Identifier: GPL-2.0-only
#
# kernel.mk - the images of one architecture: `make -f mk/kernel.mk ARCH=x86_64 [LLVM=1] [PHYS_LINK=0x1000000]`.
#
# A component is compiled with -I for itself and the components below it, so an include that points upwards does not
# compile. Files under bench/cases and tests/guest/model are compiled once for each preemption model; subjects: mk/subject.mk.

ARCH ?= x86_64
Q := $(if $(V),,@)
B := build/$(ARCH)$(if $(LLVM),-llvm)
# Where the kernel is linked to matters to nothing but the link.
IMAGES := $(B)$(if $(PHYS_LINK),-$(PHYS_LINK))

include arch/$(ARCH)/arch.mk

CC := $(if $(LLVM),clang --target=$(CLANG_TARGET),$(CROSS)gcc)
LD := $(if $(LLVM),ld.lld,$(CROSS)ld)
OBJCOPY := $(if $(LLVM),$(or $(shell command -v llvm-objcopy llvm-objcopy-14 | head -n 1),llvm-objcopy),$(CROSS)objcopy)

machine := $(shell $(CC) -dumpmachine 2>/dev/null)
ifeq ($(filter $(CC_MACHINE)-%,$(machine)),)
$(error wrong compiler: $(CC) $(if $(machine),builds for $(machine),cannot be run), and $(ARCH) needs $(CC_MACHINE); see make deps)
endif

CFLAGS := -std=gnu11 -O2 -g -ffreestanding -fno-builtin -fno-stack-protector -fno-pic -fno-common \
	-fno-strict-aliasing -fno-asynchronous-unwind-tables -ffile-prefix-map=$(CURDIR)/= \
	-Wall -Wextra -Wshadow -Wundef -Wmissing-prototypes -Wstrict-prototypes -Werror $(ARCH_CFLAGS) \
	-Ikernel/include -Iarch/$(ARCH)/include

# The layers, lowest first: each sees itself and what stands before it.
INC_lib   := -Ikernel/lib/include
INC_arch  := $(INC_lib)
INC_core  := $(INC_lib) -Ikernel/core/include
INC_sched := $(INC_core) -Ikernel/sched/include
INC_mm    := $(INC_sched) -Ikernel/mm/include
INC_memcg := $(INC_mm) -Ikernel/memcg/include
INC_subject := $(INC_memcg) -Ikernel/subject/include
INC_bench := $(INC_subject) -Ibench/include
INC_tests := $(INC_bench) -Itests/guest/include

MODELS := none voluntary full
model_const = MODEL_$(shell echo $(1) | tr a-z A-Z)

c_objects = $(patsubst %.c,$(B)/%.o,$(wildcard $(addsuffix /*.c,$(1))))
model_objects = $(foreach m,$(MODELS),$(patsubst %.c,$(B)/%.$(m).o,$(wildcard $(1)/*.c)))

KERNEL := $(call c_objects,kernel kernel/lib kernel/core kernel/sched) $(B)/glyphs.o $(B)/qrcodegen.o \
	$(patsubst %,$(B)/%.o,$(basename $(filter-out %/offsets.c,$(wildcard arch/$(ARCH)/*.c arch/$(ARCH)/*.asm arch/$(ARCH)/*.S))))
BENCH := $(call c_objects,bench) $(call model_objects,bench/cases)
# For the tests of the slab alone, without a memory controller.
MM := $(call c_objects,kernel/mm)
TESTS := $(call c_objects,tests/guest) $(call model_objects,tests/guest/model)

.PHONY: images
images: $(IMAGES)/bench.elf $(IMAGES)/test.elf $(if $(RAW_IMAGE),$(IMAGES)/bench.img $(IMAGES)/test.img)

include mk/subject.mk
include mk/traces.mk
include mk/font.mk
include mk/qrcodegen.mk

$(B)/kernel/lib/%.o: INC = $(INC_lib)
$(B)/arch/%.o: INC = $(INC_arch)
$(B)/kernel/core/%.o: INC = $(INC_core)
$(B)/kernel/sched/%.o: INC = $(INC_sched)
$(B)/kernel/mm/%.o: INC = $(INC_mm) -Ikernel/mm/unaccounted
$(B)/kernel/main.o: INC = $(INC_sched)
$(B)/bench/%.o: INC = $(INC_bench)
$(B)/tests/%.o: INC = $(INC_tests)

$(B)/%.o: %.c
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) $(INC) -DMODEL=MODEL_CORE -MMD -MP -c -o $@ $<

define model_rule
$(B)/%.$(1).o: %.c
	@mkdir -p $$(@D)
	$$(Q)$$(CC) $$(CFLAGS) $$(INC) -DMODEL=$(call model_const,$(1)) -DMODEL_SUFFIX=$(1) -MMD -MP -c -o $$@ $$<
endef
$(foreach m,$(MODELS),$(eval $(call model_rule,$(m))))

# Structure offsets for assembly: C is compiled to assembly only, and its marked lines are picked out.
$(B)/offsets.s: arch/$(ARCH)/offsets.c
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) $(INC_arch) -DMODEL=MODEL_CORE -MMD -MP -MT $@ -S -o $@ $<
$(B)/offsets.inc: $(B)/offsets.s
	$(Q)sed -n 's/^[^@]*@define \([A-Z0-9_]*\) [#$$]*\([0-9]*\)$$/$(OFFSET_DEFINE) \1 \2/p' $< >$@

$(B)/%.o: %.asm $(B)/offsets.inc
	@mkdir -p $(@D)
	$(Q)nasm -f elf64 -g -F dwarf -w+all -Werror -I$(B)/ -o $@ $<
$(B)/%.o: %.S $(B)/offsets.inc
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) $(INC_arch) -DMODEL=MODEL_CORE -I$(B) -MMD -MP -c -o $@ $<

# The build's name is the hash of everything that goes into it, compiler and flags included.
$(B)/build_id.c: $(FONT) $(QRCODEGEN) $(shell git ls-files -co --exclude-standard kernel arch bench tests/guest mk 2>/dev/null || find kernel arch bench tests/guest mk -type f)
	@mkdir -p $(@D)
	$(Q){ cat $(sort $^); $(CC) --version; echo '$(filter-out -ffile-prefix-map=%,$(CFLAGS))'; } | sha256sum | \
		sed 's/^\(.\{16\}\).*/extern const char build_id[]; const char build_id[] = "\1";/' >$@
$(B)/glyphs.o: $(GLYPHS)
	$(Q)$(CC) $(CFLAGS) $(INC_lib) -c -o $@ $<
$(B)/build_id.o: $(B)/build_id.c
	$(Q)$(CC) $(CFLAGS) -c -o $@ $<

LDFLAGS := -nostdlib -static -z max-page-size=4096 -z noexecstack --build-id=none --fatal-warnings \
	--no-gc-sections --no-relax $(ARCH_LDFLAGS) $(if $(PHYS_LINK),--defsym=PHYS_LINK=$(PHYS_LINK)) \
	-T arch/$(ARCH)/kernel.ld

$(IMAGES)/bench.elf: $(KERNEL) $(BENCH) $(BENCH_SUBJECTS) $(B)/build_id.o arch/$(ARCH)/kernel.ld
	@mkdir -p $(@D)
	$(Q)$(LD) $(LDFLAGS) -o $@ $(filter %.o,$^)
# The test image holds what is measured, too: what is tested is what is measured.
$(IMAGES)/test.elf: $(KERNEL) $(MM) $(TESTS) $(TRACES) $(filter-out $(B)/bench/main.o,$(BENCH)) $(TEST_SUBJECTS) $(B)/build_id.o arch/$(ARCH)/kernel.ld
	@mkdir -p $(@D)
	$(Q)$(LD) $(LDFLAGS) -o $@ $(filter %.o,$^)
$(IMAGES)/%.img: $(IMAGES)/%.elf
	$(Q)$(OBJCOPY) -O binary $< $@

-include $(KERNEL:.o=.d) $(MM:.o=.d) $(BENCH:.o=.d) $(TESTS:.o=.d) $(TRACES:.o=.d) $(B)/offsets.d
