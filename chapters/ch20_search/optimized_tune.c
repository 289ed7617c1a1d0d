/* SPDX-License-Identifier: MIT
 *
 * What a tile takes over arithmetic is learnt once for all m.  A tile that was never
 * used might be as good as the best.  When the time that such tiles might have saved so
 * far equals the price of a first use, the tile with most of it is tried, as one buys
 * skis when the rent has cost as much (A. Karlin et al., Competitive snoopy caching,
 * Algorithmica 3, 1988).
 */
#include "workload_tune.h"

#include "tune_run.h"

#define TRIES       3   /* of a tile, until a bad reading is believed */
#define HICCUP_OVER 1.5 /* times what is known: something else took the time */
#define MEMORY_OF   16  /* readings that an estimate is the mean of, about */

/* Of each tile: time over arithmetic; readings; what it might have saved. */
struct own {
	double factor[N_TILES + 1], owed_us[N_TILES + 1];
	double purse_us;
	int64_t n[N_TILES + 1];
};

_Static_assert(sizeof(struct own) + sizeof(struct last) <= KEPT, "room is the judge's");

static void learn(const struct seen *s, struct own *w)
{
	int32_t t = (int32_t)s->last.tile;
	double over = s->took_us / plain_us(s->p, t, s->last.m), *f = &w->factor[t];
	int64_t n = ++w->n[t];

	if (n == 1 || (n <= TRIES && over < *f))
		*f = over;
	else if (n > TRIES && over < HICCUP_OVER * *f)
		*f += (over - *f) / (double)(n < MEMORY_OF ? n : MEMORY_OF);
}

/* The least of the factors that are known. */
static double hope(const struct own *w)
{
	double least = INFINITY;

	for (int32_t t = 1; t <= N_TILES; t++)
		if (w->n[t])
			least = fmin(least, w->factor[t]);
	return least;
}

/* A first reading may be a hiccup: it is believed when there are some. */
static double factor_of(const struct own *w, int32_t t, double hoped)
{
	if (w->n[t] >= TRIES)
		return w->factor[t];
	return fmin(w->factor[t], HICCUP_OVER * hoped);
}

static int32_t best_known(const struct seen *s, const struct own *w, double hoped,
			  double *us)
{
	int32_t best = 0;

	*us = INFINITY;
	for (int32_t t = 1; t <= N_TILES; t++) {
		double x = w->n[t] ? factor_of(w, t, hoped) * plain_us(s->p, t, s->m)
				   : INFINITY;

		if (x < *us) {
			*us = x;
			best = t;
		}
	}
	return best;
}

/* Adds what the untried tiles might have saved on this product to the purse, and to the
 * account of each.  Returns the tile to try once the purse holds its price, or 0. */
static int32_t worth_trying(const struct seen *s, struct own *w, double hoped,
			    double us)
{
	double most = 0, price = (double)s->p[LOAD_US];
	int32_t best = 0;

	for (int32_t t = 1; t <= N_TILES; t++) {
		double saved = us - hoped * plain_us(s->p, t, s->m);

		if (w->n[t] || saved <= 0)
			continue;
		w->owed_us[t] += saved;
		most = fmax(most, saved);
		if (!best || w->owed_us[t] > w->owed_us[best])
			best = t;
	}
	w->purse_us += most;
	if (!best || w->purse_us < price)
		return 0;
	w->purse_us -= price;
	return best;
}

static int32_t choose(const struct seen *s)
{
	struct own *w = (struct own *)s->own;
	int32_t known, untried;
	double hoped, us;

	if (!s->last.tile)
		return least_plain(s->p, s->m);
	learn(s, w);
	hoped = hope(w);
	known = best_known(s, w, hoped, &us);
	untried = worth_trying(s, w, hoped, us);
	return untried ? untried : known;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "a tile is tried when what it might have saved pays for it",
	.run = run,
};
