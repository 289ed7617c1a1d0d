/* SPDX-License-Identifier: MIT
 *
 * alone.c - calls that each have a ring, a reading of the clock and a look at
 * their outputs of their own, where the timed ones share all three.
 */
#include <math.h>

#include "base/stats.h"
#include "session.h"

#define LINE_BYTES 64
#define N_LINES    16
#define N_COMPARED 4
#define BUDGET_NS  INT64_C(2000000) /* for each */

/* One of a few random lines of the slot's outputs is as it was before the call. */
static bool is_deferred(const struct aisp_session *s, int slot, uint64_t bits)
{
	const struct aisp_buffers *b = s->buffers;

	for (uint64_t i = 0; i < N_LINES; i++) {
		int o = (int)aisp_random_below(bits, 2 * i, (uint64_t)b->problem.n_out);
		size_t n_bytes = aisp_buffers_out_bytes(b, o);
		size_t first = LINE_BYTES *
			       aisp_random_below(bits, 2 * i + 1, n_bytes / LINE_BYTES);

		if (n_bytes >= LINE_BYTES &&
		    aisp_buffers_holds_poison(b, slot, o, first, LINE_BYTES,
					      s->poison[slot]))
			return true;
	}
	return false;
}

/* Who does less when the calls come one by one is wrong here. */
static int compare(struct aisp_session *s, int n, uint64_t bits, struct aisp_err *err)
{
	s->tally.is_unwritten = NULL;
	for (uint64_t i = 0; i < N_COMPARED; i++) {
		int slot = (int)aisp_random_below(bits, i, (uint64_t)n);

		if (aisp_verify_some(s->contract, &s->buffers->io[slot],
				     aisp_random_at(bits, N_COMPARED + i), BUDGET_NS,
				     &s->tally, err))
			return -1;
	}
	return 0;
}

/* 1 if the variant ended the launch. */
static int ring_each(struct aisp_session *s, int n, uint64_t bits, double *ns,
		     double *n_deferred)
{
	const struct aisp_bias *bias = &s->bench->bias;

	*n_deferred = 0;
	for (int slot = 0; slot < n; slot++) {
		int64_t t = aisp_launch_run(&s->launch, slot, 1);

		if (t < 0)
			return 1;
		ns[slot] = (double)t - bias->ring_ns - bias->call_ns;
		*n_deferred +=
			is_deferred(s, slot, aisp_random_at(bits, (uint64_t)slot));
	}
	return 0;
}

int aisp_session_alone(struct aisp_session *s, struct aisp_evidence *e,
		       struct aisp_err *err)
{
	int n = s->sampling->calls_per_sample;
	double ns[AISP_MAX_SLOTS];
	uint64_t bits;

	if (n == 1)
		e->alone_ns = e->n_deferred = 0;
	if (n == 1 || s->buffers->on || !s->bench->where.is_spin)
		return 0; /* one call is alone; waking up takes longer than a call */
	if (aisp_launch_pause(&s->launch))
		return 1;
	if (aisp_session_refill(s, s->contract->problem.is_cold, err))
		return -1;
	bits = aisp_seed_key(&s->bench->seed, s->number, s->n_filled, UINT64_MAX);
	if (aisp_launch_resume(&s->launch) < 0 ||
	    ring_each(s, n, bits, ns, &e->n_deferred))
		return 1;
	aisp_sort(ns, n);
	e->alone_ns = ns[n / 4]; /* noise only adds */
	return compare(s, n, bits, err);
}
