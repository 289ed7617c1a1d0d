/* SPDX-License-Identifier: MIT
 *
 * serve.h - requests in real time: when each request of an episode got its first token
 * and its last one, by the judge's clock (docs/serving.md).  aisp/goodput.h computes
 * figures from that.
 *
 * Requests are numbered in order of arrival.  In each step a variant names the requests
 * that it has a token for, in a row of an output that is a choice; the tokens
 * themselves stand in another output.
 */
#ifndef AISP_SERVE_H
#define AISP_SERVE_H

#include <aisp/episode.h>
#include <stdlib.h>

#define AISP_NOBODY (-1)

/* What came, what was answered, and when.  Times in ns. */
struct aisp_serve {
	int64_t n, n_steps, seats; /* requests; steps; tokens of a step, at most */
	const int32_t *come;       /* of each request, in order */
	const int32_t *wanted;     /* tokens */
	const int32_t *who;        /* n_steps x seats requests, AISP_NOBODY for none */
	const int64_t *clock;      /* aisp_add_clock() */
	int64_t *first, *last;     /* stamps of tokens, as far as steps were taken */
	int32_t *made;             /* tokens that each request has by then */
};

/* Allocates the stamps; free(s->first) frees them.  0: out of memory. */
static inline int aisp_serve_begin(struct aisp_serve *s)
{
	char *memory = calloc((size_t)s->n, 2 * sizeof(*s->first) + sizeof(*s->made));

	s->first = (int64_t *)memory;
	s->last = memory ? s->first + s->n : NULL;
	s->made = memory ? (int32_t *)(s->last + s->n) : NULL;
	return memory != NULL;
}

/* The request that a place of a step's row names, if it can get a token: it has arrived
 * when the step begins, lacks a token, and no place before this one names it. */
static inline int32_t aisp_serve_named(const struct aisp_serve *s, int64_t step,
				       int64_t seat)
{
	const int32_t *row = s->who + step * s->seats;
	int32_t i = row[seat];

	if (i < 0 || i >= s->n || s->come[i] > s->clock[2 * step + AISP_BEGAN] ||
	    s->made[i] == s->wanted[i])
		return AISP_NOBODY;
	for (int64_t k = 0; k < seat; k++)
		if (row[k] == i)
			return AISP_NOBODY;
	return i;
}

/* The step was answered: each request of its row gets a token. */
static inline void aisp_serve_step(const struct aisp_serve *s, int64_t step)
{
	for (int64_t k = 0; k < s->seats; k++) {
		int32_t i = aisp_serve_named(s, step, k);

		if (i == AISP_NOBODY)
			continue;
		s->last[i] = s->clock[2 * step + AISP_ANSWERED];
		if (!s->made[i]++)
			s->first[i] = s->last[i];
	}
}

/* All steps.  As aisp_serve_begin(). */
static inline int aisp_serve_play(struct aisp_serve *s)
{
	if (!aisp_serve_begin(s))
		return 0;
	for (int64_t step = 0; step < s->n_steps; step++)
		aisp_serve_step(s, step);
	return 1;
}

/*
 * For next(): adds the tokens of the step before to made, which the workload keeps in
 * a hidden input; this step begins when there is a request to be served.
 */
static inline void aisp_serve_next(const struct aisp_serve *s, int64_t *clock,
				   int64_t step)
{
	int64_t *began = clock + 2 * step + AISP_BEGAN;

	for (int64_t k = 0; k < s->seats; k++) {
		int32_t i = aisp_serve_named(s, step - 1, k);

		if (i != AISP_NOBODY)
			s->made[i]++;
	}
	for (int64_t i = 0; i < s->n; i++) {
		if (s->made[i] == s->wanted[i])
			continue;
		if (s->come[i] > *began)
			*began = s->come[i];
		return;
	}
}

static inline double aisp_serve_n_unanswered(const struct aisp_serve *s)
{
	double n = 0;

	for (int64_t i = 0; i < s->n; i++)
		n += s->made[i] < s->wanted[i];
	return n;
}

/* Time to the first token; mean time for each further token. */
static inline double aisp_first_ns(const struct aisp_serve *s, int64_t i)
{
	return (double)(s->first[i] - s->come[i]);
}

static inline double aisp_token_ns(const struct aisp_serve *s, int64_t i)
{
	return (double)(s->last[i] - s->first[i]) /
	       (s->wanted[i] > 1 ? s->wanted[i] - 1 : 1);
}

#endif
