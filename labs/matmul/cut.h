/* SPDX-License-Identifier: MIT
 *
 * cut.h - how the tiles of the last round, or of the last two, are cut into shares.
 */
#ifndef CUT_H
#define CUT_H

#include "schedule.h"
#include <aisp/cuda.h>

/*
 * In the time of a step of k, as measured on an H200: what it takes to fetch and add
 * the sums of one more share, and what the exchange takes by itself.
 */
#define ADDING   5
#define EXCHANGE 5

/* A schedule and its length in steps. */
struct cut {
	struct schedule q;
	int64_t n_steps;
};

/* Only whole tiles. */
static struct cut whole_tiles(int n_tiles, int n_k, int n_clusters)
{
	return { { n_tiles, n_k, n_clusters, 0, n_clusters },
		 aisp_ceil_div(n_tiles, n_clusters) * n_k };
}

/* Each tile of the last round in `parts` equal ones: all begin at the same steps. */
static struct cut equal_parts(int n_tiles, int n_k, int n_clusters, int parts)
{
	int rest = n_tiles % n_clusters;

	return { { n_tiles - rest, n_k, n_clusters, rest, rest * parts },
		 (int64_t)(n_tiles / n_clusters) * n_k + aisp_ceil_div(n_k, parts) +
			 ADDING * parts + EXCHANGE };
}

/*
 * The steps of the last two rounds in as many shares as there are clusters.  Neighbours
 * are at different steps then and do not meet in L2, which was measured to cost the
 * time of a quarter of a tile.
 */
static struct cut even_shares(int n_tiles, int n_k, int n_clusters)
{
	int shared = n_tiles % n_clusters + n_clusters;

	return { { n_tiles - shared, n_k, n_clusters, shared, n_clusters },
		 (int64_t)n_tiles * n_k / n_clusters + n_k / 4 + ADDING + EXCHANGE };
}

static void keep_shorter(struct cut *best, const struct cut &c)
{
	if (c.n_steps < best->n_steps)
		*best = c;
}

static struct cut best_cut(int n_tiles, int n_k, int n_clusters, bool is_even_good)
{
	int rest = n_tiles % n_clusters;
	struct cut best = whole_tiles(n_tiles, n_k, n_clusters);

	for (int parts = 2; rest && parts * rest <= n_clusters && parts <= n_k; parts++)
		keep_shorter(&best, equal_parts(n_tiles, n_k, n_clusters, parts));
	if (is_even_good && rest && n_tiles > n_clusters)
		keep_shorter(&best, even_shares(n_tiles, n_k, n_clusters));
	return best;
}

#endif
