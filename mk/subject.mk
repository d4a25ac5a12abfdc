# SPDX-License-Identifier: GPL-2.0-only
#
# subject.mk - a variant of the memcg stock x a preemption model, as one object: build/<arch>/subject/<name>.o. Included by
# mk/kernel.mk.
#
# A subject is three translation units, cut where Linux cuts: the controller (memcontrol.c there), the slab (slub.c) and the
# measured loops with what describes the subject (a module there). So inlining ends at the same borders. The units are
# made of the component's files and compiled with the variant and the model as constants, linked with ld -r, and all symbols made
# local: what is left are pointers in .subjects and .cases.
#
#   <variant>-<model>            measured
#   <variant>-full-counting      counts sections and pushes (memcg/count.h); not timed
#   <variant>-full-<what>        counts, and has one known fault: for the test image only

VARIANTS := base v6-move v4-vmstat v6-vmstat v6-refill v6-taskobj v6-vmstat-nodefix v6-refill-nodefix v6-taskobj-nodefix \
	v6-refill-xchg
FAULTS := v6-taskobj-nodefix-full-guard v6-refill-nodefix-full-push v6-refill-nodefix-full-node

SUBJECTS := $(foreach v,$(VARIANTS),$(foreach m,$(MODELS),$(v)-$(m)))
SUBJECTS_COUNTING := $(foreach v,$(VARIANTS),$(v)-full-counting)

# Functions begin with a line, so that two subjects differ by what they execute and not by where it happens to lie.
SUBJECT_CFLAGS := -falign-functions=64

S := $(B)/subject
SUBJECT_UNITS := memcg mm hot
unit_memcg := $(wildcard kernel/memcg/*.c)
unit_mm := $(wildcard kernel/mm/*.c)
unit_hot := kernel/subject/subject.c $(wildcard bench/hot/*.c)

# The measured loops are the bench's: only their unit sees its headers.
INC_unit_hot := -Ibench/include

subject_objects = $(patsubst %,$(S)/%.o,$(1))
BENCH_SUBJECTS := $(call subject_objects,$(SUBJECTS) $(SUBJECTS_COUNTING))
TEST_SUBJECTS := $(BENCH_SUBJECTS) $(call subject_objects,$(FAULTS))

# Rewritten only when the list of files changes.
define unit_rule
$(S)/$(1).c: $(unit_$(1)) $(if $(shell printf '$(foreach f,$(unit_$(1)),#include "$(f)"\n)' | cmp -s - $(S)/$(1).c || echo changed),FORCE)
	@mkdir -p $$(@D)
	@printf '$(foreach f,$(unit_$(1)),#include "$(f)"\n)' >$$@
endef
$(foreach u,$(SUBJECT_UNITS),$(eval $(call unit_rule,$(u))))
.PHONY: FORCE

upper = $(shell echo '$(1)' | tr a-z- A-Z_)
# $(1): subject, $(2): variant, $(3): model, $(4): 1 if it counts, $(5): what is broken
define subject_rule
$(S)/$(1)/%.o: $(S)/%.c
	@mkdir -p $$(@D)
	$$(Q)$$(CC) $$(CFLAGS) $$(SUBJECT_CFLAGS) $$(INC_subject) $$(INC_unit_$$*) -I. -DVARIANT=VARIANT_$(call upper,$(2)) -DMODEL=$(call model_const,$(3)) -DCOUNTING=$(4) \
		-DBROKEN=BROKEN_$(call upper,$(5)) -DSUBJECT=$(subst -,_,$(1)) -MMD -MP -c -o $$@ $$<
$(S)/$(1).o: $(patsubst %,$(S)/$(1)/%.o,$(SUBJECT_UNITS))
	$$(Q)$$(LD) -r $$(SUBJECT_LDFLAGS) -o $$@ $$^
	$$(Q)$$(OBJCOPY) --keep-global-symbol=none $$@
endef
$(foreach v,$(VARIANTS),$(foreach m,$(MODELS),$(eval $(call subject_rule,$(v)-$(m),$(v),$(m),0,none))))
$(foreach v,$(VARIANTS),$(eval $(call subject_rule,$(v)-full-counting,$(v),full,1,none)))
$(foreach f,$(FAULTS),$(eval $(call subject_rule,$(f),$(firstword $(subst -full-, ,$(f))),full,1,$(lastword $(subst -full-, ,$(f))))))

-include $(wildcard $(S)/*/*.d)
