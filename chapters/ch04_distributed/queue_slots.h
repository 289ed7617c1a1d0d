/* SPDX-License-Identifier: MIT
 *
 * queue_slots.h - messages in slots of the receiver's window, message m in slot m
 * modulo the number of slots, and a stream's two counters: each has one writer, and
 * lies at the rank that waits for it.
 */
#ifndef QUEUE_SLOTS_H
#define QUEUE_SLOTS_H

#include <aisp/ranks.h>
#include <string.h>

enum { SENT, USED }; /* signals: messages that are there; own ones that are used */

struct queue {
	const struct aisp_ranks *r;
	const uint32_t *x;
	uint32_t *y;
	int64_t n, words;      /* messages; words of each */
	int64_t slots, stride; /* of a window; words from one to the next */
	int to, from;          /* ranks */
};

static inline struct queue queue_of(const struct aisp_io *io)
{
	const struct aisp_ranks *r = io->ranks;

	return (struct queue){ .r = r,
			       .x = io->in[0].data,
			       .y = io->out[0].data,
			       .n = io->param[MESSAGES],
			       .words = io->param[WORDS],
			       .slots = io->param[SLOTS],
			       .stride = slot_words(io->param),
			       .to = (r->rank + 1) % r->n,
			       .from = (r->rank + r->n - 1) % r->n };
}

static inline uint32_t *slot_of(const struct queue *q, int rank, int64_t m)
{
	return (uint32_t *)q->r->window[rank] + (m & (q->slots - 1)) * q->stride;
}

static inline void put(const struct queue *q, int64_t m)
{
	memcpy(slot_of(q, q->to, m), q->x + m * q->words,
	       (size_t)q->words * sizeof(uint32_t));
}

static inline void add(uint32_t *restrict y, const uint32_t *restrict before,
		       const uint32_t *restrict change, int64_t n)
{
	for (int64_t i = 0; i < n; i++)
		y[i] = before[i] + change[i];
}

static inline void use(const struct queue *q, int64_t m)
{
	const uint32_t *x = slot_of(q, q->r->rank, m);
	uint32_t *y = q->y + m * q->words;

	if (m % WHOLE)
		add(y, y - q->words, x, q->words);
	else
		memcpy(y, x, (size_t)q->words * sizeof(uint32_t));
}

/* Tells a rank that n messages are there (SENT) or are used (USED). */
static inline void tell(const struct queue *q, int rank, int what, int64_t n)
{
	aisp_signal_set(q->r, rank, what, (uint32_t)n);
}

static inline int64_t told(const struct queue *q, int what)
{
	return __atomic_load_n(aisp_signal_of(q->r, q->r->rank, what),
			       __ATOMIC_ACQUIRE);
}

#endif
