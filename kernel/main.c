// SPDX-License-Identifier: GPL-2.0-only
/*
 * main - the boot, in order. Each step may use what the steps above it have set up, and nothing
 * else.
 *
 * Until sched_boot_end() one CPU runs with interrupts off on the stack that the loader left;
 * whatever is wrong by then ends the boot with a line and EXIT_CODE_FAILED. From main_run() on
 * everything is up, and a fault is a panic. `hello` is the first record and `bye` the last, so a
 * reader knows both ends of a log. What is run in between is the payload's business.
 */
#include <arch/boot_info.h>
#include <arch/console.h>
#include <arch/cpu.h>
#include <arch/measure.h>
#include <arch/timer.h>
#include <arch/up.h>
#include <core/clock.h>
#include <core/cmdline.h>
#include <core/console.h>
#include <core/env.h>
#include <core/exit.h>
#include <core/irq.h>
#include <core/mapping.h>
#include <core/memory.h>
#include <core/page_alloc.h>
#include <core/panic.h>
#include <core/printk.h>
#include <core/record.h>
#include <core/results_log.h>
#include <core/screen.h>
#include <core/smp.h>
#include <core/summary.h>
#include <core/timer.h>
#include <kernel/payload.h>
#include <lib/fmt.h>
#include <sched/sched.h>

#define RECORD_VERSION 1

extern const char build_id[]; /* hash of the sources, made by the build */

static struct record main_record;
static struct thread main_thread, idle_thread;

static void __noreturn refuse(void)
{
	exit_machine(EXIT_CODE_FAILED);
}

static void interrupts_init(void)
{
	irq_init();
	if (irq_refusal())
		printk("no interrupts: %s; one CPU, and sleeping threads poll", irq_refusal());
	else if (timer_cpu_init(0))
		printk("no timer interrupt; sleeping threads poll");
}

static const char *image_phys_text(void)
{
	static char text[24];

	fmt_text(text, sizeof(text), "0x%llx", (unsigned long long)boot_info.image_phys);
	return text;
}

static void send_hello(void)
{
	const char *preset = cmdline_value("preset");
	struct record *r = &main_record;
	char machine[96];

	arch_cpu_describe(machine, sizeof(machine));
	record_begin(r, "hello");
	record_int(r, "version", RECORD_VERSION);
	record_str(r, "arch", arch_name);
	record_str(r, "env", env_name(env_current()));
	record_int(r, "cpus", nr_cpus_online);
	record_int(r, "cpus_found", nr_cpus_found);
	record_str(r, "build", build_id);
	record_str(r, "image", payload_name);
	record_str(r, "machine", machine);
	record_str(r, "loader", boot_info.loader);
	record_str(r, "image_phys", image_phys_text());
	record_str(r, "preset", preset ? preset : "");
	record_str(r, "irqchip", irq_controller());
	record_str(r, arch_measure_order_name, arch_measure_refusal() ? "unordered" : "ordered");
	record_int(r, "memory_kib", (s64)(page_alloc_nr_total() * PAGE_SIZE >> 10));
	record_str(r, "cmdline", boot_info.cmdline);
	record_send(r);
}

static void send_clock(void)
{
	const struct clock_desc *clock = clock_desc();
	struct record *r = &main_record;

	record_begin(r, "clock");
	record_str(r, "unit", env_sample_unit());
	record_str(r, "counter", env_sample_counter());
	record_int(r, "counter_hz", (s64)clock->counter_hz);
	record_int(r, "timer_hz", (s64)arch_timer_hz());
	record_str(r, "source", clock->source);
	record_str(r, "checked_by", clock->checked_by);
	record_int(r, "invariant", clock->invariant);
	record_int(r, "uniform", arch_clock_is_uniform());
	record_send(r);
}

static void send_cpus(void)
{
	struct record *r = &main_record;

	for (u32 i = 0; i < nr_cpus_found; i++) {
		record_begin(r, "cpu");
		record_int(r, "slot", i);
		record_int(r, "id", (s64)cpu_descs[i].hw_id);
		record_int(r, "online", cpu_is_online(i));
		record_int(r, "ident", (s64)cpus[i].ident);
		record_int(r, "core_type", (s64)cpus[i].core_type);
		record_str(r, "reason", cpus[i].refusal ? cpus[i].refusal : "");
		record_send(r);
	}
}

/* The first real thread: from here on there is a guard below the stack. */
static void main_run(void *cpus_max)
{
	struct payload_result result = { 0 };
	int status;

	stage("cpus");
	smp_init((u32)(u64)cpus_max, sched_idle, irq_refusal());
	stage("payload");
	send_hello();
	send_clock();
	env_send_selftest(&main_record);
	send_cpus();
	payload_main(&result);
	stage("summary");
	summary_finish(&result);
	stage("bye");
	status = record_send_bye(&main_record, result.runs_ok, result.runs_refused, result.failed);
	exit_machine(status ? EXIT_CODE_FAILED : EXIT_CODE_FINISHED);
}

static void idle_run(void *unused)
{
	(void)unused;
	sched_idle_loop();
}

void kmain(void)
{
	u64 cpus_max;
	int exit_error, log_error;

	/* A voice first, then ears: a fault from here on names itself. */
	arch_cpu_init(0);
	stage("start");
	printk("barestock %s for %s, build %s, started by %s", payload_name, arch_name, build_id,
	       boot_info.loader);
	cmdline_parse();
	exit_error = exit_init();

	/* Memory, in our own tables. */
	stage("memory");
	if (memory_init())
		refuse();
	mapping_init();

	/* Where words go beside the first port; from here on whoever looks at a screen sees it. */
	stage("console");
	arch_console_init();
	summary_init();
	log_error = results_log_init();
	screen_init();
	console_early_end();

	/* Time; an error in what was asked for is shown for so many seconds. */
	stage("clock");
	clock_init();
	if (!clock_is_known())
		printk("no usable clock: nothing here tells how fast the counter runs; times are "
		       "its ticks");
	if (exit_error || log_error || cmdline_check() ||
	    cmdline_u64("cpus", CPUS_MAX, 1, CPUS_MAX, &cpus_max))
		refuse();

	/* What is left of memory, for whoever asks; then interrupts, whose timer needs time. */
	if (page_alloc_init())
		refuse();
	stage("interrupts");
	interrupts_init();

	stage("environment");
	if (env_init())
		refuse();

	/* This context ends as soon as threads can take over. */
	sched_init();
	smp_set_boot_online();
	if (payload_check())
		refuse();
	if (thread_start(&idle_thread, "idle", idle_run, NULL, 0, PRIO_IDLE) ||
	    thread_start(&main_thread, "main", main_run, (void *)cpus_max, 0, PRIO_NORMAL))
		panic("no memory for the first threads");
	sched_boot_end();
}
