/* SPDX-License-Identifier: MIT
 *
 * One token's attention for requests whose caches are too long for one rank: of each
 * request, each rank has the keys and values of `tokens` positions, and each rank
 * serves `requests` of them: it has their queries, and needs what these make of the
 * positions at all ranks.
 */
#include <aisp/ranks.h>
#include <aisp/workload.h>

#include "attention_reference.h"

enum { RANKS, REQUESTS, TOKENS, HEADS, GROUP };

enum { IN_Q, IN_K, IN_V };

#define HEAD_DIM 128

/* Heads of keys of the requests of a rank; those of the requests of all. */
static inline int64_t own_heads(const int64_t *p)
{
	return p[REQUESTS] * p[HEADS];
}

static inline int64_t all_heads(const int64_t *p)
{
	return p[RANKS] * own_heads(p);
}

/* Numbers of keys, or values, at a rank. */
static inline int64_t cache_elems(const int64_t *p)
{
	return all_heads(p) * p[TOKENS] * HEAD_DIM;
}

/* What a query makes of some keys: values times powers of two, the greatest of which
 * is 1, their sum, and the exponent that was taken off. */
struct partial {
	float sum[HEAD_DIM], total, max;
};

/* Either keys and values, or queries and what they make of them. */
static inline size_t window_bytes(const int64_t *p)
{
	size_t cache = 2 * sizeof(uint16_t) * (size_t)cache_elems(p);
	size_t queries = (size_t)(own_heads(p) * p[GROUP] * HEAD_DIM);
	size_t partials = (size_t)(all_heads(p) * p[GROUP]);
	size_t sums = queries * sizeof(uint16_t) + partials * sizeof(struct partial);

	return cache > sums ? cache : sums;
}

static struct aisp_spec cache_spec(const char *name, const int64_t *p)
{
	return (struct aisp_spec){
		.name = name,
		.dtype = AISP_BF16,
		.rank = 5,
		.shape = { p[RANKS], p[RANKS] * p[REQUESTS], p[HEADS], p[TOKENS],
			   HEAD_DIM },
		.part = { AISP_PART_RANKS },
	};
}

static struct aisp_spec query_spec(const char *name, const int64_t *p)
{
	return (struct aisp_spec){
		.name = name,
		.dtype = AISP_BF16,
		.rank = 3,
		.shape = { p[RANKS] * p[REQUESTS], p[HEADS] * p[GROUP], HEAD_DIM },
		.part = { AISP_PART_RANKS },
	};
}

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	double cached = (double)(p[RANKS] * cache_elems(p));
	double queries = (double)(all_heads(p) * p[GROUP] * HEAD_DIM);

	aisp_add_in(pr, query_spec("q", p));
	aisp_add_in(pr, cache_spec("k", p));
	aisp_add_in(pr, cache_spec("v", p));
	aisp_add_out(pr, query_spec("o", p));
	pr->ranks.n = (int)p[RANKS];
	pr->ranks.window_bytes = window_bytes(p);
	pr->flops = 4.0 * cached * (double)p[GROUP];
	pr->bytes = 4.0 * (cached + queries);
	pr->compute = AISP_BF16;
	pr->is_cold = 1;
	/* Keys and values of a rank's own requests, from all ranks. */
	pr->workspace_bytes = 2 * sizeof(uint16_t) * (size_t)cache_elems(p);
	pr->error_c = AISP_BF16_ONCE;
	if (p[GROUP] > 16)
		pr->invalid = "group is at most 16";
}

/* at[]: the head among those of all requests. */
static int64_t key_of(const struct view *v, int64_t j)
{
	const int64_t *p = v->io->param;

	return j / p[TOKENS] * cache_elems(p) +
	       (v->at[0] * p[TOKENS] + j % p[TOKENS]) * HEAD_DIM;
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	const int64_t *p = io->param;

	(void)o;
	for (int64_t e = 0; e < n; e += HEAD_DIM) {
		int64_t row = (first + e) / HEAD_DIM;
		struct view v = { .io = io,
				  .dim = HEAD_DIM,
				  .q = row * HEAD_DIM,
				  .n = p[RANKS] * p[TOKENS],
				  .key = key_of,
				  .at = { row / p[GROUP] } };

		reference_row(&v, ref + e, mag + e);
	}
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "decode attention over a cache that ranks share, bf16",
	.n_params = 5,
	.params = { [RANKS] = { "ranks", 2, 2, 4, "processes" },
		    [REQUESTS] = { "requests", 2, 4, 8, "that a rank serves" },
		    [TOKENS] = { "tokens", 17, 512, 2048,
				 "of a request that lie at a rank" },
		    [HEADS] = { "heads", 2, 2, 8, "heads of keys and values" },
		    [GROUP] = { "group", 3, 4, 4, "queries that share a head" } },
	.problem = problem,
	.reference = reference,
};
