/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * obj_stock - what obj_stock.c and obj_stat.c share: the section around an object stock.
 */
#ifndef MEMCG_OBJ_STOCK_PRIVATE_H
#define MEMCG_OBJ_STOCK_PRIVATE_H

#include <memcg/obj_stock.h>
#include <memcg/page_stock.h>
#include <memcg/section.h>

/* The stock that is entered with interrupts masked. */
static __always_inline struct obj_stock *obj_stock_masked(struct memcg_stock_pcp *stock)
{
	return V.stocks == STOCKS_TASK_IRQ ? &stock->irq_obj : &stock->obj;
}

/*
 * Enter the section of the stock that belongs to this context and return that stock.
 *
 * With two stocks, tasks switch preemption off and leave interrupts on: what interrupts them gets
 * in_task() false and uses the other stock. Everybody else masks interrupts.
 */
static __always_inline struct obj_stock *get_obj_stock(unsigned long *flags)
{
	if (V.stocks == STOCKS_TASK_IRQ && likely(in_task())) {
		*flags = 0;
		if (BROKEN != BROKEN_GUARD)
			section_preempt_disable();
		return &this_cpu_ptr(&memcg_stock)->obj;
	}
	if (BROKEN != BROKEN_GUARD)
		section_irq_save(*flags);
	return obj_stock_masked(this_cpu_ptr(&memcg_stock));
}

/* The context cannot have changed in between: a section never enters or leaves an interrupt. */
static __always_inline void put_obj_stock(unsigned long flags)
{
	if (BROKEN == BROKEN_GUARD)
		return;
	if (V.stocks == STOCKS_TASK_IRQ && likely(in_task()))
		section_preempt_enable();
	else
		section_irq_restore(flags);
}

/* Make @objcg the owner of @stock, which takes over what @objcg has paid for. */
void obj_stock_switch(struct obj_stock *stock, struct obj_cgroup *objcg, enum variant_xchg xchg);

/* Push what is cached and forget it. @stock has an owner. */
void obj_stock_push(struct obj_stock *stock);

#endif
