// SPDX-License-Identifier: GPL-2.0-only
/*
 * smp - start the CPUs one by one, and calls between them.
 *
 * A new CPU gets its stack, slot and per-CPU area by value and answers by moving its own state
 * (core/smp.h). One that the architecture could not start is asked a second time. One that has been
 * started and does not answer, or refuses itself, is not: its stack and area are its own, and a
 * second start would put two runs of one CPU on them. Waiting CPUs sleep in their idle thread.
 */
#include <core/smp.h>

#include <arch/boot_info.h>
#include <arch/ipi.h>
#include <arch/mmu.h>
#include <arch/services.h>
#include <arch/up.h>
#include <core/clock.h>
#include <core/irq.h>
#include <core/mapping.h>
#include <core/percpu.h>
#include <core/printk.h>
#include <core/spinlock.h>
#include <core/stack.h>
#include <core/timer.h>
#include <lib/errno.h>

#define ARRIVAL_NS	 (4 * NS_PER_SECOND) /* a host that emulates many CPUs on few is slow */
#define ARRIVAL_SHORT_NS (NS_PER_SECOND / 10)
#define SILENT_MANY	 3
#define START_TRIES	 2

/*
 * Free to asked: the caller. Asked to running, running to free: the CPU that is called. Asked to
 * free: a caller that gives up.
 */
enum smp_call_state {
	CALL_FREE,
	CALL_ASKED,
	CALL_RUNNING,
};

struct smp_call_slot {
	struct spinlock lock; /* one caller at a time */
	u32 state; /* release when it is written, acquire when it is read, on both sides */
	void (*fn)(void *arg);
	void *arg;
};

struct cpu cpus[CPUS_MAX];
struct cpu_desc cpu_descs[CPUS_MAX];
u32 nr_cpus_found = 1;
u32 nr_cpus_online = 1;

static DEFINE_PER_CPU(u32, smp_slot);
static DEFINE_PER_CPU(struct smp_call_slot, smp_call_slot);
static void (*smp_idle)(
	u32 slot); /* what a new CPU does for good; set before the first one starts */

u32 smp_cpu(void)
{
	return this_cpu_read(smp_slot);
}

static u32 cpu_state(u32 slot)
{
	return __atomic_load_n(&cpus[slot].state, __ATOMIC_ACQUIRE);
}

/* True for whoever makes the move. */
static bool cpu_move(u32 slot, u32 from, u32 to)
{
	return __atomic_compare_exchange_n(&cpus[slot].state, &from, to, false, __ATOMIC_ACQ_REL,
					   __ATOMIC_ACQUIRE);
}

void secondary_main(u32 slot)
{
	/* First: a fault names its CPU by it. */
	this_cpu_write(smp_slot, slot);
	arch_mmu_enable(mapping_root_phys());
	arch_cpu_init(slot);
	cpus[slot].ident = arch_cpu_ident();
	cpus[slot].core_type = arch_cpu_core_type();
	if (!arch_irq_cpu_init(slot, &cpus[slot].objection)) {
		timer_cpu_init(slot);
		smp_idle(slot);
	}
	cpu_move(slot, CPU_STARTING, CPU_REFUSED);
	arch_cpu_park();
}

void arch_warn(const char *text)
{
	printk("warning: cpu %u (id %llx): %s", smp_cpu(),
	       (unsigned long long)cpu_descs[smp_cpu()].hw_id, text);
}

static void smp_wait_answer(u32 slot, u64 wait_ns)
{
	u64 start = clock_ns();

	while (cpu_state(slot) == CPU_STARTING && clock_ns() - start < wait_ns)
		cpu_relax();
}

/*
 * No answer of @slot counts from here on. 0: it is online; else *why says why not, -ETIMEDOUT that
 * there was none: its stack and area stay its own, for it may wake yet.
 */
static int smp_settle(u32 slot, const char *silent_why, const char **why)
{
	if (cpu_move(slot, CPU_STARTING, CPU_LEFT_OUT)) {
		*why = silent_why;
		return -ETIMEDOUT;
	}
	if (cpu_state(slot) != CPU_REFUSED)
		return 0;
	*why = cpus[slot].objection;
	return -ENODEV;
}

/* Its answer, if there was one, is that of a CPU which has been stopped since. */
static int smp_drop(u32 slot)
{
	__atomic_store_n(&cpus[slot].state, CPU_LEFT_OUT, __ATOMIC_RELEASE);
	return -EBUSY;
}

/* Its area and stack are there. */
static int smp_ask(u32 slot, const struct cpu_start *start, const char **why)
{
	int result = 0;

	for (u32 i = 0; i < START_TRIES; i++) {
		result = arch_cpu_start(&cpu_descs[slot], start, why);
		if (result == -EBUSY)
			return smp_drop(slot);
		if (!result) {
			smp_wait_answer(slot, start->is_hurried ? ARRIVAL_SHORT_NS : ARRIVAL_NS);
			return smp_settle(slot, "started but never reported", why);
		}
	}
	/* What the architecture took for silence may have been a slow start. */
	return smp_settle(slot, *why, why) ? result : 0;
}

static int smp_start(u32 slot, const char **why)
{
	/* After some silent ones in a row the rest is hardly there: tables may list hundreds. */
	static u32 nr_silent;
	struct cpu_start start = { .slot = slot, .is_hurried = nr_silent >= SILENT_MANY };
	int result;

	if (percpu_alloc(slot))
		goto no_memory;
	start.percpu_offset = percpu_offsets[slot];
	start.stack_top = stack_alloc();
	if (!start.stack_top)
		goto no_memory;
	__atomic_store_n(&cpus[slot].state, CPU_STARTING, __ATOMIC_RELEASE);
	result = smp_ask(slot, &start, why);
	nr_silent = result == -ETIMEDOUT ? nr_silent + 1 : 0;
	return result;

no_memory:
	*why = "no memory for its stack or area";
	return -ENOMEM;
}

static void smp_refuse(u32 slot, const char *why)
{
	cpus[slot].refusal = why;
	cpu_move(slot, CPU_UNTRIED, CPU_LEFT_OUT);
	printk("cpu %u (id %llx) left out: %s", slot, (unsigned long long)cpu_descs[slot].hw_id,
	       why);
}

static void smp_find(void)
{
	u32 nr_dropped;

	nr_cpus_found = arch_cpus_find(cpu_descs, CPUS_MAX, &nr_dropped);
	if (nr_dropped)
		printk("%u CPUs beyond the %u that fit are left out", nr_dropped, CPUS_MAX);
	if (!boot_info.rsdp_phys && !boot_info.fdt_phys)
		printk("no ACPI tables, no device tree: nothing lists the other CPUs; one CPU");
}

static const char *smp_refusal(u32 slot, u32 max, const char *alone_why)
{
	if (!cpu_descs[slot].present)
		return cpu_descs[slot].refusal;
	if (slot >= max)
		return "beyond cpus= of the command line";
	return alone_why;
}

void smp_init(u32 max, void (*idle)(u32 slot), const char *alone_why)
{
	smp_idle = idle;
	cpus[0].ident = arch_cpu_ident();
	cpus[0].core_type = arch_cpu_core_type();
	smp_find();
	if (!alone_why && nr_cpus_found > 1 && max > 1)
		arch_cpus_prepare(cpu_descs, nr_cpus_found, &alone_why);
	for (u32 slot = 1; slot < nr_cpus_found; slot++) {
		const char *why = smp_refusal(slot, max, alone_why);

		if (!why && !smp_start(slot, &why))
			nr_cpus_online++;
		else
			smp_refuse(slot, why);
	}
}

void smp_set_boot_online(void)
{
	__atomic_store_n(&cpus[0].state, CPU_ONLINE, __ATOMIC_RELEASE);
}

bool smp_set_online(u32 slot)
{
	return cpu_move(slot, CPU_STARTING, CPU_ONLINE);
}

static bool call_move(struct smp_call_slot *call, u32 from, u32 to)
{
	return __atomic_compare_exchange_n(&call->state, &from, to, false, __ATOMIC_ACQ_REL,
					   __ATOMIC_ACQUIRE);
}

static bool call_wait_free(struct smp_call_slot *call, u64 start, u64 timeout_ns)
{
	while (__atomic_load_n(&call->state, __ATOMIC_ACQUIRE) != CALL_FREE) {
		if (clock_ns() - start > timeout_ns)
			return false;
		cpu_relax();
	}
	return true;
}

/* The lock is held. A call that an earlier caller gave up may still be running. */
static int call_make(struct smp_call_slot *call, u32 cpu, void (*fn)(void *arg), void *arg,
		     u64 timeout_ns)
{
	u64 start = clock_ns();

	if (!call_wait_free(call, start, timeout_ns))
		return -ETIMEDOUT;
	call->fn = fn;
	call->arg = arg;
	__atomic_store_n(&call->state, CALL_ASKED, __ATOMIC_RELEASE);
	arch_ipi_send(cpu, IPI_CALL);
	if (call_wait_free(call, start, timeout_ns))
		return 0;
	/* Taken back, unless it has begun, or has ended just now. */
	if (call_move(call, CALL_ASKED, CALL_FREE))
		return -ETIMEDOUT;
	return __atomic_load_n(&call->state, __ATOMIC_ACQUIRE) == CALL_FREE ? 0 : -ETIMEDOUT;
}

int smp_call(u32 cpu, void (*fn)(void *arg), void *arg, u64 timeout_ns)
{
	struct smp_call_slot *call;
	int result;

	if (cpu >= nr_cpus_found || !cpu_is_online(cpu) || irq_refusal())
		return -ENODEV;
	call = &per_cpu(smp_call_slot, cpu);
	spin_lock(&call->lock);
	result = call_make(call, cpu, fn, arg, timeout_ns);
	spin_unlock(&call->lock);
	return result;
}

void smp_run_call(void)
{
	struct smp_call_slot *call = this_cpu_ptr(&smp_call_slot);

	/*
	 * The interrupt of a call that was taken back, or that an earlier interrupt has answered
	 * already.
	 */
	if (!call_move(call, CALL_ASKED, CALL_RUNNING))
		return;
	call->fn(call->arg);
	__atomic_store_n(&call->state, CALL_FREE, __ATOMIC_RELEASE);
}

void smp_stop_others(void)
{
	for (u32 i = 0; i < nr_cpus_found; i++)
		if (i != smp_cpu() && cpu_is_online(i))
			arch_ipi_send(i, IPI_STOP);
}
