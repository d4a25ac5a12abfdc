// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_wait_queue - a condition that becomes true at any moment wakes who waits for it: at every
 * distance from an interrupt, from another CPU, one at a time and all at once; and a time limit
 * ends a wait, neither early nor never.
 */
#include <sched/wait.h>

#include <arch/irqflags.h>
#include <core/clock.h>
#include <core/env.h>
#include <core/smp.h>
#include <sched/sched.h>
#include <test/aid.h>
#include <test/shot.h>
#include <test/test.h>

#define SWEEP_NS   1600
#define NR_WAITERS 6
#define SHORT_NS   (2 * NS_PER_MS)
#define PASSES	   300

static struct wait_queue queue = WAIT_QUEUE_INIT(queue);
static struct completion done = COMPLETION_INIT(done);
static struct shot shot;
static u32 flag;
static u32 looks; /* calls of the condition */

static bool flag_is_set(void *unused)
{
	(void)unused;
	looks++;
	return READ_ONCE(flag);
}

static void flag_set(void *unused)
{
	(void)unused;
	WRITE_ONCE(flag, 1);
	wake_up_one(&queue);
}

static void complete_it(void *unused)
{
	(void)unused;
	complete(&done);
}

/*
 * How often the look came before the flag, and had to be repeated, is counted: the sweep has met
 * both sides. A wake-up that is lost leaves this thread waiting, and the boot is ended from
 * outside.
 */
TEST(wait_queue, event_at_every_distance)
{
	u32 at_once = 0, later = 0;

	if (!timer_works()) {
		SKIP("no timer interrupt");
		return;
	}
	for (u64 ns = 0; ns < SWEEP_NS; ns++) {
		flag = 0;
		looks = 0;
		shot_arm(&shot, ns, flag_set, NULL);
		shot_shift(ns);
		wait_event(&queue, flag_is_set, NULL);
		EXPECT_EQ(flag, 1);
		at_once += looks == 1;
		later += looks > 1;
	}
	EXPECT(list_empty(&queue.waiters));
	EXPECT(!env_counts_instructions() || (at_once > 50 && later > 50));
}

TEST(wait_queue, completion_at_every_distance)
{
	if (!timer_works()) {
		SKIP("no timer interrupt");
		return;
	}
	for (u64 ns = 0; ns < SWEEP_NS; ns++) {
		shot_arm(&shot, ns, complete_it, NULL);
		shot_shift(ns);
		wait_for_completion(&done);
		EXPECT_EQ(done.done, 0);
	}
	EXPECT(list_empty(&done.queue.waiters));
}

/*
 * The interrupt and the end of the time meet everywhere: it passes, or it has not been completed.
 */
TEST(wait_queue, timeout_against_completion)
{
	u32 in_time = 0;

	if (!timer_works()) {
		SKIP("no timer interrupt");
		return;
	}
	for (u64 ns = 0; ns < SWEEP_NS; ns++) {
		shot_arm(&shot, 2 * SWEEP_NS - ns, complete_it, NULL);
		shot_shift(ns);
		if (wait_for_completion_timeout(&done, SWEEP_NS))
			in_time++;
		else
			wait_for_completion(&done);
		EXPECT_EQ(done.done, 0);
	}
	EXPECT(!env_counts_instructions() || (in_time > 50 && in_time < SWEEP_NS - 50));
}

TEST(wait_queue, timeout)
{
	u64 start = clock_ns();

	flag = 0;
	EXPECT(!wait_event_timeout(&queue, flag_is_set, NULL, SHORT_NS));
	EXPECT(clock_ns() - start >= SHORT_NS);
	EXPECT(!wait_event_timeout(&queue, flag_is_set, NULL, 0));
	EXPECT(!wait_for_completion_timeout(&done, SHORT_NS));
	flag = 1;
	EXPECT(wait_event_timeout(&queue, flag_is_set, NULL, 0));
	complete(&done);
	EXPECT(wait_for_completion_timeout(&done, 0));
	EXPECT(!completion_try(&done));
	EXPECT(list_empty(&queue.waiters) && list_empty(&done.queue.waiters));
}

/* Counts up, one at a time: what complete() lets pass is never more, and never less. */
static u32 passed;

static void pass_one(void *unused)
{
	(void)unused;
	wait_for_completion(&done);
	__atomic_fetch_add(&passed, 1, __ATOMIC_RELAXED);
}

static struct thread waiters[NR_WAITERS];

static void waiters_start(void)
{
	u32 cpu = 0;

	passed = 0;
	for (u32 i = 0; i < NR_WAITERS; i++) {
		EXPECT_EQ(thread_start(&waiters[i], "waiter", pass_one, NULL, cpu, PRIO_HIGH), 0);
		cpu = aid_next_cpu(cpu);
	}
}

static void waiters_join(void)
{
	for (u32 i = 0; i < NR_WAITERS; i++)
		thread_join(&waiters[i]);
	EXPECT_EQ(passed, NR_WAITERS);
}

TEST(wait_queue, complete_lets_one_pass)
{
	waiters_start();
	for (u32 i = 1; i <= NR_WAITERS; i++) {
		complete(&done);
		EXPECT(aid_spin_until(&passed, i));
		thread_sleep_ns(NS_PER_MS / 10);
		EXPECT_EQ(READ_ONCE(passed), i);
	}
	waiters_join();
	EXPECT_EQ(done.done, 0);
}

TEST(wait_queue, complete_all)
{
	waiters_start();
	complete_all(&done);
	waiters_join();
	EXPECT(completion_try(&done) && completion_try(&done));
	completion_init(&done);
}

/*
 * Tokens that are put one by one, each with a wake_up_one(), and taken by several: a wake-up that
 * goes to one that needs it no more must reach the next, or somebody waits for ever.
 */
static u32 tokens;

static bool token_take(void *unused)
{
	u32 n = __atomic_load_n(&tokens, __ATOMIC_RELAXED);

	(void)unused;
	while (n && !__atomic_compare_exchange_n(&tokens, &n, n - 1, false, __ATOMIC_ACQ_REL,
						 __ATOMIC_RELAXED))
		;
	return n;
}

static void take_many(void *unused)
{
	(void)unused;
	for (u32 i = 0; i < PASSES; i++)
		wait_event(&queue, token_take, NULL);
}

TEST(wait_queue, every_token_is_taken)
{
	u32 cpu = 0;

	tokens = 0;
	for (u32 i = 0; i < NR_WAITERS; i++) {
		EXPECT_EQ(thread_start(&waiters[i], "taker", take_many, NULL, cpu, PRIO_NORMAL), 0);
		cpu = aid_next_cpu(cpu);
	}
	for (u32 i = 0; i < NR_WAITERS * PASSES; i++) {
		__atomic_fetch_add(&tokens, 1, __ATOMIC_RELEASE);
		wake_up_one(&queue);
		if (i % 3 == 0)
			schedule();
	}
	for (u32 i = 0; i < NR_WAITERS; i++)
		thread_join(&waiters[i]);
	EXPECT_EQ(tokens, 0);
	EXPECT(list_empty(&queue.waiters));
}

/* A waiter that was chosen but did not look again hands the wake-up on. */
TEST(wait_queue, chosen_hands_on)
{
	struct waiter w;

	completion_init(&done);
	waiters_start();
	for (u32 i = 0; i < NR_WAITERS; i++)
		EXPECT(aid_wait_until((const u32 *)&waiters[i].state, THREAD_WAITING));
	/* All of them have looked and wait; this thread goes before them. */
	waiter_init(&w);
	wait_prepare(&done.queue, &w);
	list_remove(&w.node);
	list_add_before(&w.node, done.queue.waiters.next);
	complete(&done);
	EXPECT(w.was_chosen);
	thread_sleep_ns(NS_PER_MS);
	EXPECT_EQ(READ_ONCE(passed), 0);
	wait_finish(&done.queue, &w);
	EXPECT(aid_spin_until(&passed, 1));
	for (u32 i = 1; i < NR_WAITERS; i++)
		complete(&done);
	waiters_join();
}

/* On the stack, gone as soon as the wait is over. */
struct stack_case {
	struct completion *c; /* NULL: nobody waits */
	bool stop;
};

static void complete_for_others(void *arg)
{
	struct stack_case *s = arg;
	struct completion *c;

	while (!READ_ONCE(s->stop)) {
		c = __atomic_exchange_n(&s->c, NULL, __ATOMIC_ACQ_REL);
		if (c)
			complete(c);
		else
			schedule();
	}
}

static __noinline void stack_wait(struct stack_case *s)
{
	struct completion c = COMPLETION_INIT(c);

	__atomic_store_n(&s->c, &c, __ATOMIC_RELEASE);
	wait_for_completion(&c);
	/* Whoever touched it after this would find a lock that is taken. */
	c.queue.lock.locked = 0xdead;
	barrier();
}

TEST(wait_queue, completion_on_the_stack)
{
	struct stack_case s = { .c = NULL };
	struct thread t;

	EXPECT_EQ(thread_start(&t, "completer", complete_for_others, &s, aid_next_cpu(0),
			       PRIO_NORMAL),
		  0);
	for (u32 i = 0; i < PASSES; i++)
		stack_wait(&s);
	WRITE_ONCE(s.stop, true);
	thread_join(&t);
}
