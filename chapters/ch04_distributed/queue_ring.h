/* SPDX-License-Identifier: MIT
 *
 * queue_ring.h - a ring of slots (L. Lamport, Specifying concurrent program modules,
 * 1983): the producer goes on until all slots are full, the consumer until all are
 * empty.  Only then is the other's counter read again, since its old value still holds.
 */
#ifndef QUEUE_RING_H
#define QUEUE_RING_H

#include "queue_slots.h"

/* Messages that this rank has sent and used; what it last knew of the other ends. */
struct ends {
	int64_t sent, used;
	int64_t is_free, is_there; /* it may send, and use, up to here */
	int64_t every;             /* messages per signal; a power of two, <= slots */
};

static inline int is_told(const struct queue *q, const struct ends *e, int64_t n)
{
	return !(n & (e->every - 1)) || n == q->n;
}

/* Is there room for a message, and one to send? */
static inline int send_one(const struct queue *q, struct ends *e)
{
	if (e->sent == e->is_free)
		e->is_free = told(q, USED) + q->slots;
	if (e->sent == q->n || e->sent == e->is_free)
		return 0;
	put(q, e->sent++);
	if (is_told(q, e, e->sent))
		tell(q, q->to, SENT, e->sent);
	return 1;
}

static inline int use_one(const struct queue *q, struct ends *e)
{
	if (e->used == e->is_there)
		e->is_there = told(q, SENT);
	if (e->used == e->is_there)
		return 0;
	use(q, e->used++);
	if (is_told(q, e, e->used))
		tell(q, q->from, USED, e->used);
	return 1;
}

/* Sends and receives by turns; yields, as another rank may share the CPU. */
static inline void pass_all(const struct aisp_io *io, int64_t every)
{
	const struct queue q = queue_of(io);
	struct ends e = { .is_free = q.slots, .every = every };
	int idle = 0;

	while (e.sent < q.n || e.used < q.n) {
		int is_sent = send_one(&q, &e), is_used = use_one(&q, &e);

		if (!is_sent && !is_used && ++idle % 4096 == 0)
			sched_yield();
	}
}

#endif
