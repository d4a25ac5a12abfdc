// SPDX-License-Identifier: GPL-2.0-only
/*
 * shot - one timer interrupt at a chosen distance.
 */
#include <test/shot.h>

#include <arch/irqflags.h>

static void shot_fire(struct timer *t)
{
	struct shot *shot = container_of(t, struct shot, timer);

	shot->hit(shot->arg);
	WRITE_ONCE(shot->fired, 1);
}

void shot_arm(struct shot *shot, u64 ns, void (*hit)(void *arg), void *arg)
{
	unsigned long flags;

	local_irq_save(flags);
	list_init(&shot->timer.node);
	shot->timer.fire = shot_fire;
	shot->hit = hit;
	shot->arg = arg;
	shot->fired = 0;
	timer_arm(&shot->timer, ns - ns % SHOT_STEP_NS);
	local_irq_restore(flags);
}
