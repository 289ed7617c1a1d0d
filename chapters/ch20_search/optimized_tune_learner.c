/* SPDX-License-Identifier: MIT
 *
 * An agent that learns by reward (R. Sutton and A. Barto, Reinforcement Learning, 2nd
 * ed., ch. 2 and 9).  Its state is m, its actions are tiles, and a reward is lost with
 * each us.  What an action will cost is approximated by arithmetic times a weight of
 * each tile, which moves toward every reading; the least is taken.  A tile that was
 * never taken is tried with the chance that what it may save now has to its first use.
 * No product changes which m comes next, so that no later reward is to be looked for.
 */
#include "workload_tune.h"

#include "tune_run.h"

#define MOVES   0.1 /* the shortest by which a weight moves */
#define OUTLIER 1.5 /* times what was expected: something else took the time */
#define SEED    0x5eed

struct own {
	double weight[N_TILES + 1];
	int64_t n[N_TILES + 1], n_steps;
};

_Static_assert(sizeof(struct own) + sizeof(struct last) <= KEPT, "room is the judge's");

static void learn(const struct seen *s, struct own *w)
{
	int32_t t = (int32_t)s->last.tile;
	double over = s->took_us / plain_us(s->p, t, s->last.m);

	if (w->n[t] && over > OUTLIER * w->weight[t])
		return;
	if (w->n[t] == 1 && w->weight[t] > OUTLIER * over)
		w->n[t] = 0; /* the first reading was the one */
	w->n[t]++;
	w->weight[t] += fmax(1 / (double)w->n[t], MOVES) * (over - w->weight[t]);
}

/* The tile that costs least: of those taken before, or of those that were not, which
 * all have the same weight.  0: none. */
static int32_t least(const struct seen *s, const struct own *w, bool is_new)
{
	double best_us = INFINITY;
	int32_t best = 0;

	for (int32_t t = 1; t <= N_TILES; t++) {
		double us = plain_us(s->p, t, s->m) * (is_new ? 1 : w->weight[t]);

		if (is_new == !w->n[t] && us < best_us) {
			best_us = us;
			best = t;
		}
	}
	return best;
}

/* The expected weight of a tile that was never taken: the mean of those that were. */
static double mean_weight(const struct own *w)
{
	double sum = 0, n = 0;

	for (int32_t t = 1; t <= N_TILES; t++) {
		sum += w->n[t] ? w->weight[t] : 0;
		n += w->n[t] > 0;
	}
	return sum / n;
}

static int32_t choose(const struct seen *s)
{
	struct own *w = (struct own *)s->own;
	int32_t known, other;
	double saved_us;

	if (s->last.tile)
		learn(s, w);
	known = least(s, w, false);
	other = least(s, w, true);
	if (!known || !other)
		return known ? known : other;
	saved_us = w->weight[known] * plain_us(s->p, known, s->m) -
		   mean_weight(w) * plain_us(s->p, other, s->m);
	return (double)s->p[LOAD_US] * aisp_draw_share(SEED, (uint64_t)w->n_steps++) <
			       saved_us
		       ? other
		       : known;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "an agent that learns what tiles cost by reward",
	.run = run,
};
