/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>

#include "base/stats.h"
#include "outside.h"
#include "pair_arms.h"
#include "score.h"
#include "score_time.h"

#define SPARE_BYTES (32 << 10) /* stacks and tables of honest arms differ by less */
#define MOST_BYTES  (1 << 20)  /* memory.memory_pool_reuse refuses more */

/*
 * GPU code and driver tables take pages of 2 MiB; host code of a library writes to some
 * pages when it is loaded.
 */
#define GPU_SPARE_BYTES (16 << 20)

static void add(struct aisp_measured *m, double bytes)
{
	m->scores.value += bytes;
	for (int k = 0; k < m->scores.n; k++)
		m->scores.each[k] += bytes;
}

/*
 * No rule bounds a baseline's memory on a GPU, so that others are not compared with it.
 * Host pages are compared: there a library has a hundred MiB, and scratch is slow.
 */
static double gpu_charge(const struct aisp_arm *base, const struct aisp_evidence *e)
{
	double more = fmax(0, e->own_bytes - GPU_SPARE_BYTES);

	if (base->n_launches)
		more += fmax(0, e->own_host_bytes -
					base->launches[0].evidence.own_host_bytes -
					GPU_SPARE_BYTES);
	return more;
}

static double host_charge(const struct aisp_arm *base, const struct aisp_evidence *e)
{
	double more;

	if (!base->n_launches)
		return 0;
	more = e->own_bytes - base->launches[0].evidence.own_bytes;
	return more > SPARE_BYTES ? fmin(more, MOST_BYTES) : 0;
}

/* own_bytes is -1 if memory is not judged, and NaN if it is unknown. */
void aisp_score_charge(const struct aisp_group *g, struct aisp_measured *m)
{
	const struct aisp_evidence *e = &m->evidence;
	double more = aisp_is_on_gpu(e) ? gpu_charge(&g->arms[0], e)
					: host_charge(&g->arms[0], e);

	if (more > 0)
		add(m, more);
}

/* Scores of two arms in the blocks that both have. */
struct paired {
	int n;
	double a[AISP_MAX_LAUNCHES], b[AISP_MAX_LAUNCHES];
};

/*
 * Launches count even if others had the CPUs: that does not change a score.  It changes
 * time stamps, alike for both arms: the interval gets wider.
 */
static void pair(const struct aisp_arm *a, const struct aisp_arm *b, struct paired *p)
{
	struct aisp_pair pairs[AISP_MAX_LAUNCHES];

	p->n = aisp_pair_arms(a, b, aisp_measured_has_score, pairs);
	for (int i = 0; i < p->n; i++) {
		p->a[i] = a->launches[pairs[i].a].scores.value;
		p->b[i] = b->launches[pairs[i].b].scores.value;
	}
}

/* aisp_decide() returns words about time. */
static enum aisp_outcome word_of(enum aisp_outcome of_time)
{
	if (of_time == AISP_OUTCOME_FASTER)
		return AISP_OUTCOME_BETTER;
	return of_time == AISP_OUTCOME_SLOWER ? AISP_OUTCOME_WORSE : of_time;
}

/*
 * By how much work between steps, while the clock stands, may have changed an arm's
 * score.  Runs of before this was measured know the time as a share of a call's.
 */
static double stood_share(const struct aisp_arm *a)
{
	double sum = 0;
	int n = 0;

	for (int k = 0; k < a->n_launches; k++) {
		const struct aisp_measured *m = &a->launches[k];

		if (m->block < 0 || !aisp_measured_has_score(m) ||
		    isnan(m->evidence.stood_share))
			continue;
		sum += m->evidence.stood_share;
		n++;
	}
	return n ? sum / n : aisp_share_before_bell(a);
}

/* Noise changes time stamps, but no other score. */
static double margin_of(const struct aisp_group *g, const struct aisp_arm *a)
{
	return g->merit.is_clocked ? fmax(g->margin, stood_share(a)) : AISP_MARGIN_MIN;
}

/*
 * Bytes that an arm may hold, or held, without a charge; 0 if memory is not judged.
 * What the baseline's threads and libraries hold, a variant without them may use.
 */
static double spare_bytes(const struct aisp_group *g, const struct aisp_arm *a)
{
	const struct aisp_evidence *first = &a->launches[0].evidence;
	double spare = SPARE_BYTES;

	if (!a->n_launches || !(first->own_bytes >= 0))
		return 0;
	if (aisp_is_on_gpu(first))
		return GPU_SPARE_BYTES;
	for (int k = 0; k < a->n_launches; k++) {
		const struct aisp_evidence *e = &a->launches[k].evidence;

		spare = fmax(spare, fmin(e->own_bytes, MOST_BYTES) -
					    host_charge(&g->arms[0], e));
	}
	return spare;
}

/* Memory that is not charged may hold what the winner did not ask for: the interval
 * begins where it does. */
static void allow_for_spare(double spare, const struct paired *p,
			    struct aisp_comparison *result)
{
	double less = aisp_mean(p->a, p->n) - aisp_mean(p->b, p->n);

	if (!(spare > 0) || !aisp_outcome_is_win(result->outcome))
		return;
	result->speedup_lo =
		fmin(result->speedup_lo,
		     aisp_mean(p->a, p->n) / (aisp_mean(p->b, p->n) + spare));
	if (less > spare)
		return;
	result->outcome = AISP_OUTCOME_INCONCLUSIVE;
	snprintf(result->why, sizeof(result->why),
		 "%.0f bytes fewer; up to %.0f of a variant's own are not counted: "
		 "larger sizes (--param) decide",
		 less, spare);
}

static void decide_within(const struct aisp_group *g, const struct paired *p,
			  double margin, struct aisp_comparison *c)
{
	if (g->merit.more_is_better)
		aisp_decide(p->b, p->a, p->n, margin, c);
	else
		aisp_decide(p->a, p->b, p->n, margin, c);
	c->outcome = word_of(c->outcome);
}

/* Work while the clock stands makes an arm look better, never the other: BETTER need
 * not allow for that of the baseline, nor WORSE for that of the variant. */
static void decide_score(const struct aisp_group *g, const struct paired *p, double a,
			 double b, struct aisp_comparison *c)
{
	struct aisp_comparison other;

	decide_within(g, p, b, c);
	if (a == b || c->outcome == AISP_OUTCOME_BETTER)
		return;
	decide_within(g, p, a, &other);
	if (a > b || other.outcome == AISP_OUTCOME_WORSE)
		*c = other;
}

/* Says what made the margin so wide, and what helps. */
static void name_margin(const struct aisp_group *g, struct aisp_comparison *c)
{
	if (c->outcome != AISP_OUTCOME_INCONCLUSIVE || !g->merit.is_clocked ||
	    !(c->margin > fmax(g->margin, AISP_MARGIN_MAX)))
		return;
	c->margin_of = AISP_MARGIN_OF_BELL;
	snprintf(c->why, sizeof(c->why),
		 "the interval is not beyond the margin of %.3g %%: by so much the "
		 "score would change if the clock ran between steps, too; more work in "
		 "a step (--param) makes that less",
		 100 * c->margin);
}

void aisp_score_decide(const struct aisp_group *g, int other, int i,
		       struct aisp_comparison *result)
{
	const struct aisp_arm *a = &g->arms[other], *b = &g->arms[i];
	struct paired p;

	pair(a, b, &p);
	decide_score(g, &p, margin_of(g, a), margin_of(g, b), result);
	name_margin(g, result);
	allow_for_spare(spare_bytes(g, &g->arms[i]), &p, result);
	aisp_score_limit_time(g, other, i, result);
}
