// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_rcu - read sections nest, and one during which the thread was switched away from says so
 * until its outermost end.
 */
#include <sched/rcu.h>

#include <sched/sched.h>
#include <test/aid.h>
#include <test/test.h>

static struct sleeper sleeper;

TEST(rcu, nesting)
{
	struct thread *t = current_thread();

	EXPECT_EQ(t->rcu_nesting, 0);
	rcu_read_lock();
	EXPECT_EQ(t->rcu_nesting, 1);
	rcu_read_lock();
	EXPECT_EQ(t->rcu_nesting, 2);
	rcu_read_unlock();
	EXPECT_EQ(t->rcu_nesting, 1);
	rcu_read_unlock();
	EXPECT_EQ(t->rcu_nesting, 0);
	EXPECT(!t->rcu_was_preempted);
}

/* Only the thread in the section is marked. */
TEST(rcu, switched_away)
{
	struct thread *t = current_thread();

	sleeper_start(&sleeper, 0, PRIO_HIGH);
	rcu_read_lock();
	rcu_read_lock();
	sleeper_wake(&sleeper);
	EXPECT_EQ(sleeper_runs(&sleeper), 1);
	EXPECT(t->rcu_was_preempted);
	EXPECT(!sleeper.thread.rcu_was_preempted && !sleeper.thread.rcu_nesting);
	rcu_read_unlock();
	EXPECT(t->rcu_was_preempted);
	rcu_read_unlock();
	EXPECT(!t->rcu_was_preempted);
	/* Outside of a section a switch marks nothing. */
	sleeper_wake(&sleeper);
	EXPECT_EQ(sleeper_runs(&sleeper), 2);
	EXPECT(!t->rcu_was_preempted);
	sleeper_stop(&sleeper);
}
