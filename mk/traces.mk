# SPDX-License-Identifier: GPL-2.0-only
#
# traces.mk - the worked traces of tests/traces, as they stand there, in the test image (test/trace_file.h). Included by
# mk/kernel.mk.

TRACE_NAMES := $(sort $(basename $(notdir $(wildcard tests/traces/*.trace))))
TRACES := $(B)/traces.o $(patsubst %.c,$(B)/%.o,$(wildcard tests/replay/trace*.c))

# $(1): symbol, $(2): file. Terminated, as strings are.
trace_text = '__asm__(".pushsection .rodata; .globl $(1); $(1): .incbin \"$(2)\"; .byte 0; .popsection");' 'extern const char $(1)[];'
trace_id = $(subst -,_,$(1))

$(B)/traces.c: mk/traces.mk $(wildcard tests/traces/*)
	@mkdir -p $(@D)
	$(Q){ echo '#include <test/trace_file.h>'; \
	printf '%s\n' $(foreach n,$(TRACE_NAMES),$(call trace_text,trace_$(call trace_id,$(n)),tests/traces/$(n).trace) \
		$(call trace_text,wanted_$(call trace_id,$(n)),tests/traces/$(n).jsonl)); \
	printf '%s\n' $(call trace_text,trace_steady_state,tests/traces/steady-state.json); \
	echo 'const struct trace_file trace_files[] = {'; \
	printf '\t{ "%s", %s, %s },\n' $(foreach n,$(TRACE_NAMES),$(n) trace_$(call trace_id,$(n)) wanted_$(call trace_id,$(n))); \
	echo '};'; \
	echo 'const u32 nr_trace_files = ARRAY_SIZE(trace_files);'; } >$@
$(B)/traces.o: $(B)/traces.c
	$(Q)$(CC) $(CFLAGS) $(INC_tests) -DMODEL=MODEL_CORE -c -o $@ $<
$(B)/tests/replay/%.o: INC = $(INC_tests)
