# SPDX-License-Identifier: GPL-2.0-only
#
# replay.mk - kernel/memcg built for this machine under sanitizers, once for each variant, and the programs that drive it.
# Included by mk/host.mk.
#
#   memcg-replay   written traces (replay-format)
#   memcg-drive    random operations and steady-state counts; memcg-drive-bad is the same with known-bad subjects
#
# A subject is linked with ld -r and its symbols are made local, so that one program holds all of them. tests/replay/include
# stands before the kernel's headers: it is the architecture, RCU and the workqueue of a simulated machine.

REPLAY_OUT := $(HOST_OUT)/replay
REPLAY_INC := -Itests/replay/include -Ikernel/lib/include -Ikernel/include -Ikernel/core/include -Ikernel/sched/include \
	-Ikernel/mm/include -Ikernel/memcg/include -Itests/replay
REPLAY_CFLAGS := -std=gnu11 -g -O2 $(HOST_SANITIZE) -Wall -Wextra -Wshadow -Wundef -Wmissing-prototypes -Wstrict-prototypes \
	-Werror -fno-strict-aliasing $(REPLAY_INC) -MMD -MP

REPLAY_VARIANTS := BASE V6_MOVE V4_VMSTAT V6_VMSTAT V6_REFILL V6_TASKOBJ V6_VMSTAT_NODEFIX V6_REFILL_NODEFIX \
	V6_TASKOBJ_NODEFIX V6_REFILL_XCHG
REPLAY_BAD := $(foreach v,BASE V6_REFILL_NODEFIX V6_TASKOBJ_NODEFIX,$(foreach b,GUARD PUSH NODE,$(v)-$(b)))

REPLAY_SUBJECT_SRC := $(wildcard kernel/memcg/*.c) tests/replay/subject.c
REPLAY_COMMON_SRC := tests/replay/host.c $(wildcard tests/replay/trace*.c) kernel/core/percpu_alloc.c kernel/core/spinlock.c \
	kernel/sched/percpu_ref.c
REPLAY_COMMON := $(patsubst %.c,$(REPLAY_OUT)/%.o,$(REPLAY_COMMON_SRC)) $(HOST_LIB_OBJS)
replay_subjects = $(patsubst %,$(REPLAY_OUT)/%.o,$(1))
REPLAY_LINK = $(HOST_CC) $(HOST_SANITIZE) -Wl,-T,tests/replay/host.ld -o $@ $(filter %.o,$^)

.PHONY: replay
replay: $(HOST_OUT)/memcg-replay $(HOST_OUT)/memcg-drive $(HOST_OUT)/memcg-drive-bad

$(HOST_OUT)/memcg-replay: $(REPLAY_OUT)/tests/replay/main.o $(call replay_subjects,$(REPLAY_VARIANTS))
$(HOST_OUT)/memcg-drive: $(REPLAY_OUT)/tests/replay/drive.o $(call replay_subjects,$(REPLAY_VARIANTS))
$(HOST_OUT)/memcg-drive-bad: $(REPLAY_OUT)/tests/replay/drive.o $(call replay_subjects,$(REPLAY_BAD))
$(HOST_OUT)/memcg-replay $(HOST_OUT)/memcg-drive $(HOST_OUT)/memcg-drive-bad: $(REPLAY_COMMON) tests/replay/host.ld
	@echo "  HOSTLD  $@"
	@$(REPLAY_LINK)

# What knows the C library is hosted; what the guest has, too, is not.
$(addprefix $(REPLAY_OUT)/tests/replay/,host.o main.o drive.o): REPLAY_KIND :=
$(REPLAY_OUT)/%.o: REPLAY_KIND := -ffreestanding
$(REPLAY_OUT)/%.o: %.c
	@mkdir -p $(@D)
	@$(HOST_CC) $(REPLAY_CFLAGS) $(REPLAY_KIND) -DMODEL=MODEL_CORE -c -o $@ $<

# $(1): variant, $(2): what is broken, $(3): the subject's name.
define replay_subject
$(REPLAY_OUT)/$(3)/%.o: %.c
	@mkdir -p $$(@D)
	@$(HOST_CC) $(REPLAY_CFLAGS) -ffreestanding -DVARIANT=VARIANT_$(1) -DMODEL=MODEL_FULL -DCOUNTING=1 -DBROKEN=BROKEN_$(2) -c -o $$@ $$<
$(REPLAY_OUT)/$(3).o: $(patsubst %.c,$(REPLAY_OUT)/$(3)/%.o,$(REPLAY_SUBJECT_SRC))
	@echo "  SUBJECT $$@"
	@ld -r -o $$@ $$^
	@objcopy --keep-global-symbol=none $$@
endef
$(foreach v,$(REPLAY_VARIANTS),$(eval $(call replay_subject,$(v),NONE,$(v))))
$(foreach b,$(REPLAY_BAD),$(eval $(call replay_subject,$(firstword $(subst -, ,$(b))),$(lastword $(subst -, ,$(b))),$(b))))

-include $(shell find $(REPLAY_OUT) -name '*.d' 2>/dev/null)
