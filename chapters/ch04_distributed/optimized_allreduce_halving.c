/* SPDX-License-Identifier: MIT
 *
 * Rabenseifner's algorithm: partners exchange halves, then quarters, until each rank
 * has the sums of one part; the sums go back the same way (R. Rabenseifner,
 * Optimization of collective reduction operations, 2004).  Ranks beyond a power of two
 * first add their terms to a neighbour's, and get the sums from it at the end.
 */
#include "workload_allreduce.h"

#include "allreduce.h"
#include "rounds.h"

#define MAX_LEVELS 3 /* of AISP_MAX_RANKS */

struct halving {
	const struct aisp_ranks *r;
	int n_pairs;      /* pairs of ranks that act as one: 0 and 1, 2 and 3 ... */
	int n_levels, me; /* this one is number `me` of 1 << n_levels actors */
	int round;        /* the last that this one has finished */
	struct range part[MAX_LEVELS + 1]; /* by level; [0]: all */
};

static int rank_of(const struct halving *h, int actor)
{
	return actor < h->n_pairs ? 2 * actor : actor + h->n_pairs;
}

/* The rank that takes the other half of the range that both have at that level. */
static int partner_at(const struct halving *h, int level)
{
	return rank_of(h, h->me ^ (1 << (h->n_levels - 1 - level)));
}

static struct range half_of(struct range all, bool is_upper)
{
	int64_t middle = all.from + (all.to - all.from) / 2;

	return is_upper ? (struct range){ middle, all.to }
			: (struct range){ all.from, middle };
}

static bool is_upper_at(const struct halving *h, int level)
{
	return h->me >> (h->n_levels - 1 - level) & 1;
}

static void await_partner(const struct halving *h, int rank)
{
	await_round(h->r, rank, h->round);
}

static void next_round(struct halving *h)
{
	finish_round(h->r, ++h->round);
}

/* The partner reads the other half meanwhile. */
static void halve(struct halving *h)
{
	float *window = h->r->window[h->r->rank];

	for (int level = 0; level < h->n_levels; level++) {
		int partner = partner_at(h, level);

		h->part[level + 1] = half_of(h->part[level], is_upper_at(h, level));
		await_partner(h, partner);
		add_range(window, window, h->r->window[partner], h->part[level + 1]);
		next_round(h);
	}
}

static void join(struct halving *h)
{
	for (int level = h->n_levels - 1; level >= 0; level--) {
		int partner = partner_at(h, level);

		await_partner(h, partner);
		copy_range(h->r->window[h->r->rank], h->r->window[partner],
			   half_of(h->part[level], !is_upper_at(h, level)));
		next_round(h);
	}
}

static void act(struct halving *h)
{
	int rank = h->r->rank;
	float *window = h->r->window[rank];

	h->me = rank < 2 * h->n_pairs ? rank / 2 : rank - h->n_pairs;
	if (rank < 2 * h->n_pairs) {
		await_partner(h, rank + 1);
		add_range(window, window, h->r->window[rank + 1], h->part[0]);
	}
	next_round(h);
	halve(h);
	join(h);
}

static int run(const struct aisp_io *io, void *state)
{
	const struct aisp_ranks *r = io->ranks;
	int64_t n = io->in[0].shape[1];
	struct halving h = { .r = r, .part = { { 0, n } } };
	int from = r->rank;

	(void)state;
	while (2 << h.n_levels <= r->n)
		h.n_levels++;
	h.n_pairs = r->n - (1 << h.n_levels);
	publish(io, n);
	next_round(&h);
	if (r->rank < 2 * h.n_pairs && r->rank % 2)
		await_round(r, --from, 2 + 2 * h.n_levels);
	else
		act(&h);
	copy_range(aisp_out_f32(io, 0), r->window[from], h.part[0]);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "recursive halving, then recursive doubling",
	.run = run,
};
