/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * list - doubly linked, circular, intrusive. The head is a node like the others; an empty list
 * points to itself. A node that is on no list points to itself, too, so removing is harmless twice.
 *
 * No locks, no allocation, any context: whoever owns the list orders the accesses. All operations
 * take constant time.
 */
#ifndef LIB_LIST_H
#define LIB_LIST_H

#include <lib/types.h>

struct list_node {
	struct list_node *next;
	struct list_node *prev;
};

static inline void list_init(struct list_node *head)
{
	head->next = head;
	head->prev = head;
}

static inline bool list_empty(const struct list_node *head)
{
	return head->next == head;
}

/* Before @at: for a head that is the end of the list. */
static inline void list_add_before(struct list_node *node, struct list_node *at)
{
	node->prev = at->prev;
	node->next = at;
	at->prev->next = node;
	at->prev = node;
}

/* The node is empty afterwards, so removing it again is harmless. */
static inline void list_remove(struct list_node *node)
{
	node->prev->next = node->next;
	node->next->prev = node->prev;
	list_init(node);
}

/* @pos is a node pointer; nothing may be removed meanwhile. */
#define list_for_each(pos, head) for ((pos) = (head)->next; (pos) != (head); (pos) = (pos)->next)

#endif
