/* SPDX-License-Identifier: MIT
 *
 * propose_model.c - Bayesian optimisation: the points for which a model of all screened
 * points expects most. Those of a batch are chosen as if each one before had turned out
 * as expected ("kriging believer": D. Ginsbourger, R. Le Riche and L. Carraro, "Kriging
 * is well-suited to parallelize optimization", Springer 2010).
 */
#include <math.h>
#include <stdlib.h>

#include "propose.h"
#include "surrogate.h"

enum {
	MOST_KNOWN = 256, /* points, those screened last, that the model learns from */
	MOST_OPEN = 1024  /* that it weighs, drawn by the seed */
};

struct known {
	int point[MOST_KNOWN + MOST_OPEN], n, n_known;
	double value[MOST_KNOWN], best;
};

/* NaN: unknown; dead ones are handled later. */
static double value_of(const struct aisp_tune_candidate *c)
{
	return c->fate == AISP_TUNE_ALIVE && c->ratio > 0 ? log(c->ratio) : NAN;
}

static void gather(struct known *k, const struct aisp_tune_history *h)
{
	double least = 0; /* the baseline's */

	for (int i = h->n_candidates; i-- && k->n_known < MOST_KNOWN;) {
		const struct aisp_tune_candidate *c = &h->candidates[i];

		if (c->point < 0 || (c->fate == AISP_TUNE_ALIVE && isnan(value_of(c))))
			continue;
		k->value[k->n_known] = value_of(c);
		k->point[k->n_known++] = c->point;
		least = fmin(least, value_of(c));
	}
	for (int i = 0; i < k->n_known; i++)
		if (isnan(k->value[i]))
			k->value[i] = least;
}

/* Scales values to mean 0 and variance 1; a single value has no variance. */
static void standardise(struct known *k)
{
	double sum = 0, squares = 0, mean, spread;

	for (int i = 0; i < k->n_known; i++)
		sum += k->value[i];
	mean = sum / k->n_known;
	for (int i = 0; i < k->n_known; i++)
		squares += (k->value[i] - mean) * (k->value[i] - mean);
	spread = fmax(0.05, sqrt(squares / k->n_known));
	k->best = -INFINITY;
	for (int i = 0; i < k->n_known; i++) {
		k->value[i] = (k->value[i] - mean) / spread;
		k->best = fmax(k->best, k->value[i]);
	}
}

static int pick(const struct known *k, const struct aisp_surrogate *s,
		const bool *is_taken)
{
	int best = -1;
	double most = -INFINITY;

	for (int i = k->n_known; i < k->n; i++) {
		double gain = aisp_surrogate_gain(s, i, k->best);

		if (is_taken[i] || gain <= most)
			continue;
		most = gain;
		best = i;
	}
	return best;
}

static int choose(struct known *k, struct aisp_surrogate *s, int n, int pairs,
		  struct aisp_tune_proposal *out)
{
	bool is_taken[MOST_KNOWN + MOST_OPEN] = { false };
	int i, found = 0;

	aisp_surrogate_learn(s, k->value, k->n_known);
	while (found < n && (i = pick(k, s, is_taken)) >= 0) {
		out[found++] = (struct aisp_tune_proposal){ k->point[i], pairs, "" };
		is_taken[i] = true;
		k->best = fmax(k->best, s->mean[i]);
		aisp_surrogate_add(s, i, s->mean[i]);
	}
	return found;
}

/* Few at a time while little is known. */
static int batch(const struct aisp_tune_history *h, const struct aisp_tune_plan *p)
{
	int n = 1 + h->n_candidates / 4, left = p->budget - h->n_candidates;

	if (n > AISP_TUNE_BATCH)
		n = AISP_TUNE_BATCH;
	return n < left ? n : left;
}

/* Lists known points, and those that may be proposed; the seed draws the first one. */
static void prepare(struct known *k, const struct aisp_tune_history *h, uint64_t seed)
{
	gather(k, h);
	standardise(k);
	k->n = k->n_known + aisp_propose_unseen(h, seed, k->point + k->n_known,
						k->n_known ? MOST_OPEN : 1);
}

static int next_model(const struct aisp_tune_history *h, const struct aisp_tune_plan *p,
		      struct aisp_tune_proposal *out)
{
	struct known *k = calloc(1, sizeof(*k));
	struct aisp_surrogate s;
	int n = 0;

	if (!k)
		return 0;
	prepare(k, h, p->seed);
	if (!aisp_surrogate_init(&s, h->space, k->point, k->n,
				 k->n_known + AISP_TUNE_BATCH)) {
		n = choose(k, &s, batch(h, p), p->pairs, out);
		aisp_surrogate_release(&s);
	}
	free(k);
	return n;
}

const struct aisp_proposer aisp_propose_model = {
	.name = "model",
	.summary = "what a model of those screened expects most of",
	.next = next_model,
};
