/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <string.h>

#include "rank_delay.h"
#include "sample.h"

#define LEAST_NS 20e6
#define MORE_NS  30e6

#define N_CALLS     2  /* held before the bell; on the CPU then amid a call, too */
#define MOST_CHANGE 16 /* the last change at which it is held */

static uint64_t bits_of(const struct aisp_session *s)
{
	return aisp_seed_key(&s->harness->seed, s->number, UINT64_MAX, 6);
}

void aisp_delay_draw(struct aisp_session *s)
{
	s->delayed_before = -1;
	s->after_delay_ns = NAN;
	if (s->contract->problem.ranks.n > 1)
		s->delayed_before = (int)aisp_random_below(
			bits_of(s), 0, (uint64_t)s->sampling->n_samples);
}

static double random_unit(uint64_t bits, uint64_t i)
{
	return (double)(aisp_random_at(bits, i) >> 11) * 0x1p-53;
}

static double longest_ns(const double *ns, int n)
{
	double longest = 0;

	for (int i = 0; i < n; i++)
		longest = fmax(longest, ns[i]);
	return longest;
}

/*
 * Longer than a call, so that no rank can wait for it by the clock: once to twice as
 * long, plus tens of milliseconds, which is long beside a wake-up and a time slice.
 */
static int64_t draw_ns(const struct aisp_measured *m, uint64_t bits)
{
	double call_ns = fmax(longest_ns(m->warmup_ns, m->n_warmup),
			      longest_ns(m->samples_ns, m->n_samples));
	double ns = call_ns * (1 + random_unit(bits, 1)) + LEAST_NS +
		    MORE_NS * random_unit(bits, 2);

	return ns < (double)AISP_MAX_DELAY_NS ? (int64_t)ns : AISP_MAX_DELAY_NS;
}

static struct aisp_launch *draw_rank(struct aisp_session *s, uint64_t bits)
{
	uint64_t rank =
		aisp_random_below(bits, 3, (uint64_t)s->contract->problem.ranks.n);
	struct aisp_launch *m = &s->launch;

	while (m && m->rank != (int)rank)
		m = m->next_rank;
	return m; /* NULL: another node has it */
}

/* Change 1 half of the time, change 2 a quarter, and so on. */
static int draw_change(uint64_t bits)
{
	int n = 1;

	while (n < MOST_CHANGE && !(aisp_random_at(bits, 5) >> n & 1))
		n++;
	return n;
}

static int delay_call(struct aisp_session *s, const struct aisp_measured *m, int index,
		      struct aisp_err *err)
{
	uint64_t bits = bits_of(s) + (uint64_t)index;
	int rc;

	s->delayed_slot = (int)aisp_random_below(
		bits, 4, (uint64_t)s->sampling->calls_per_sample);
	s->delayed = draw_rank(s, bits);
	s->delay_ns = draw_ns(m, bits);
	s->delay_changes = index ? draw_change(bits) : 0;
	rc = aisp_session_once(s, AISP_STAGE_DELAYED, index, err);
	s->delayed = NULL;
	return rc;
}

int aisp_delay_sample(struct aisp_session *s, const struct aisp_measured *m,
		      struct aisp_err *err)
{
	struct aisp_tally timed = s->tally;
	int64_t n_poison = s->n_poison, n_invariant = s->n_invariant;
	bool was_right = !s->wrong[0];
	int n_calls = s->buffers->device->kind->is_host ? N_CALLS : 1, rc = 0;

	memset(&s->tally, 0, sizeof(s->tally));
	s->is_delayed = true;
	for (int i = 0; i < n_calls && !rc; i++)
		rc = delay_call(s, m, i, err);
	s->is_delayed = false;
	s->n_delayed_broken = s->n_invariant - n_invariant;
	s->delayed_tally = s->tally;
	s->tally = timed;
	s->n_poison = n_poison;
	s->n_invariant = n_invariant;
	aisp_session_set_apart(s, was_right);
	return rc;
}

/* A variant that is wrong without a delay, too, is not blamed for the delay. */
void aisp_delay_facts(const struct aisp_session *s, struct aisp_evidence *e)
{
	const struct aisp_tally *t = &s->delayed_tally;
	bool is_right = aisp_tally_passes(&s->tally) && !s->n_invariant;
	bool is_delayed_right = aisp_tally_passes(t) && !s->n_delayed_broken;

	e->after_delay_ns = s->after_delay_ns;
	e->delayed_elems = (double)t->n_elems;
	e->delayed_wrong = 0;
	if (t->n_elems && is_right && !is_delayed_right)
		e->delayed_wrong = fmax(1, (double)aisp_tally_bad(t));
}
