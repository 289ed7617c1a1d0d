/* SPDX-License-Identifier: MIT
 *
 * alone.c - calls that each have a ring, a reading of the clock and a look at
 * their outputs of their own, where the timed ones share all three.
 */
#include <math.h>

#include "lost.h"
#include "session.h"

#define N_ROUNDS    4   /* of calls, at most: what disturbs them only adds */
#define N_BLIND     12  /* of rounds, until one call is undisturbed */
#define ENOUGH      1.5 /* times a call among others: it is the same */
#define LINE_BYTES  64
#define LEAST_BYTES 8 /* fewer may be the poison by chance */
#define N_LINES     16
#define BUDGET_NS   INT64_C(2000000) /* for each */

/* One of a few random lines of the slot's outputs is as it was before the call. */
static bool is_unwritten(const struct aisp_session *s, int slot, uint64_t bits)
{
	const struct aisp_buffers *b = s->buffers;

	for (uint64_t i = 0; i < N_LINES; i++) {
		int o = (int)aisp_random_below(bits, 2 * i, (uint64_t)b->problem.n_out);
		size_t n_bytes = aisp_buffers_out_bytes(b, o);
		size_t line = n_bytes < LINE_BYTES ? n_bytes : LINE_BYTES;
		size_t first = LINE_BYTES *
			       aisp_random_below(bits, 2 * i + 1, n_bytes / LINE_BYTES);

		if (line >= LEAST_BYTES &&
		    aisp_buffers_holds_poison(b, slot, o, first, line, s->poison[slot]))
			return true;
	}
	return false;
}

/* What one call takes; infinite if others had the CPUs.  1: the launch has ended. */
static int ring(struct aisp_session *s, int slot, double *ns)
{
	const struct aisp_bias *bias = &s->bench->bias;
	struct aisp_launch *l = &s->launch;
	struct aisp_moment rung, answered;
	struct aisp_lost lost;
	double others_ns;
	int64_t t;

	aisp_moment_now(&rung, l);
	t = aisp_launch_run(l, slot, 1);
	if (t < 0)
		return 1;
	aisp_moment_now(&answered, l);
	aisp_lost_between(&rung, &answered, l, &lost);
	/* Not as aisp_call_ns(): it would raise a short call. */
	*ns = fmax((double)t - bias->ring_ns - bias->call_ns, bias->tick_ns);
	if (aisp_sample_judge((double)t, l->gap_ns, l->late_ns, &lost, &others_ns) !=
	    AISP_SAMPLE_CLEAN)
		*ns = INFINITY;
	return 0;
}

/* 1 if the variant ended the launch.  Deferred is what later calls wrote. */
static int ring_each(struct aisp_session *s, int n, uint64_t bits, double *ns,
		     double *n_deferred)
{
	bool is_open[AISP_MAX_SLOTS];

	for (int slot = 0; slot < n; slot++) {
		if (ring(s, slot, &ns[slot]))
			return 1;
		is_open[slot] =
			is_unwritten(s, slot, aisp_random_at(bits, (uint64_t)slot));
	}
	for (int slot = 0; slot < n; slot++)
		*n_deferred +=
			is_open[slot] &&
			!is_unwritten(s, slot, aisp_random_at(bits, (uint64_t)slot));
	return 0;
}

static int fastest_of(const double *ns, int n)
{
	int best = 0;

	for (int i = 1; i < n; i++)
		if (ns[i] < ns[best])
			best = i;
	return best;
}

/* The call that counts, and another: who does less when calls come alone is wrong. */
static int compare(struct aisp_session *s, int fastest, int n, uint64_t bits,
		   struct aisp_err *err)
{
	const int slots[] = { fastest, (int)aisp_random_below(bits, 0, (uint64_t)n) };

	for (int i = 0; i < 2; i++)
		if (aisp_session_compare(s, slots[i],
					 aisp_random_at(bits, 1 + (uint64_t)i),
					 BUDGET_NS, err))
			return -1;
	return 0;
}

static int round_of_calls(struct aisp_session *s, int round, struct aisp_evidence *e,
			  struct aisp_err *err)
{
	uint64_t set = aisp_set_of(AISP_STAGE_ALONE, round, 0);
	int n = s->sampling->calls_per_sample, best;
	double ns[AISP_MAX_SLOTS] = { 0 };
	uint64_t bits;

	if (aisp_launch_pause(&s->launch))
		return 1;
	if (aisp_session_refill(s, set, s->contract->problem.is_cold, err))
		return -1;
	bits = aisp_seed_key(&s->bench->seed, s->number, set, UINT64_MAX);
	if (aisp_launch_resume(&s->launch) || ring_each(s, n, bits, ns, &e->n_deferred))
		return 1;
	best = fastest_of(ns, n);
	if (isfinite(ns[best]))
		e->alone_ns = fmin(e->alone_ns, ns[best]);
	return compare(s, best, n, bits, err);
}

int aisp_session_alone(struct aisp_session *s, double call_ns, struct aisp_evidence *e,
		       struct aisp_err *err)
{
	int rc = 0;

	if (s->sampling->calls_per_sample == 1) {
		e->alone_ns = e->n_deferred = 0;
		return 0;
	}
	if (s->buffers->on || !s->bench->where.is_spin)
		return 0; /* waking up takes longer than a call */
	e->n_deferred = 0;
	for (int i = 0; i < (isnan(e->alone_ns) ? N_BLIND : N_ROUNDS) && !rc &&
			!(e->alone_ns < ENOUGH * call_ns);
	     i++)
		rc = round_of_calls(s, i, e, err);
	s->is_blind |= isnan(e->alone_ns);
	return rc;
}
