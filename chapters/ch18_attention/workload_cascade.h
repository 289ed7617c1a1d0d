/* SPDX-License-Identifier: MIT
 *
 * decode for sequences that begin with the same `shared` tokens, such as a system's
 * prompt: whole pages, which all tables name first, then pages of their own.  The
 * shared keys and values are compulsory once, whatever the batch (J. Juravsky et al.,
 * Hydragen, arXiv:2402.05099).
 */
#include <aisp/draw.h>
#include <aisp/workload.h>

#include "attention_reference.h"

enum { BATCH, TOKENS, HEADS, GROUP, PAGE, SHARED };

enum { IN_Q, IN_K, IN_V, IN_TABLE, IN_LENGTH };

#define HEAD_DIM   128
#define MOST_GROUP 16

#define CPU_THREADS 2

static inline int64_t shared_pages(const int64_t *p)
{
	return p[SHARED] / p[PAGE];
}

static inline int64_t own_pages(const int64_t *p)
{
	return (p[TOKENS] + p[PAGE] - 1) / p[PAGE];
}

/* Of a sequence's table. */
static inline int64_t pages_of(const int64_t *p)
{
	return shared_pages(p) + own_pages(p);
}

static inline int64_t all_pages(const int64_t *p)
{
	return shared_pages(p) + p[BATCH] * own_pages(p);
}

/* A sequence's tokens of its own, by rank of length: from TOKENS down, evenly. */
static inline int64_t own_tokens(const int64_t *p, int64_t r)
{
	return p[TOKENS] - r * (p[TOKENS] - 1) / p[BATCH];
}

/* What a thread keeps of a sequence: queries, sums, maxima and totals of its group. */
#define STATE_FLOATS (MOST_GROUP * (2 * HEAD_DIM + 2))

static const char *invalid_of(const int64_t *p)
{
	if (p[PAGE] % 16 || p[PAGE] > 256)
		return "page is a multiple of 16, at most 256";
	if (p[GROUP] > MOST_GROUP)
		return "group is at most 16";
	return p[SHARED] % p[PAGE] ? "shared is a multiple of page" : NULL;
}

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	int64_t batch = p[BATCH], heads = p[HEADS];
	struct aisp_spec rows = {
		"q", AISP_BF16, 3, { batch, heads * p[GROUP], HEAD_DIM }
	};
	struct aisp_spec cache = {
		"k", AISP_BF16, 4, { all_pages(p), heads, p[PAGE], HEAD_DIM }
	};
	double own = 0;

	for (int64_t r = 0; r < batch; r++)
		own += (double)own_tokens(p, r);
	pr->invalid = invalid_of(p);
	aisp_add_in(pr, rows);
	aisp_add_in(pr, cache);
	cache.name = "v";
	aisp_add_in(pr, cache);
	aisp_add_in(pr, (struct aisp_spec){ "table",
					    AISP_I32,
					    2,
					    { batch, pages_of(p) },
					    AISP_FILL_INDEX,
					    all_pages(p) });
	aisp_add_in(pr, (struct aisp_spec){ "length",
					    AISP_I32,
					    1,
					    { batch },
					    AISP_FILL_INDEX,
					    p[SHARED] + p[TOKENS] });
	rows.name = "o";
	aisp_add_out(pr, rows);
	pr->flops = 4.0 * ((double)(batch * p[SHARED]) + own) *
		    (double)(heads * p[GROUP] * HEAD_DIM);
	pr->bytes = 4.0 * ((double)p[SHARED] + own) * (double)(heads * HEAD_DIM) +
		    4.0 * (double)(batch * heads * p[GROUP] * HEAD_DIM);
	pr->compute = AISP_BF16;
	pr->is_cold = 1;
	pr->n_threads = CPU_THREADS;
	pr->workspace_bytes =
		(size_t)(CPU_THREADS * batch * STATE_FLOATS) * sizeof(float);
	pr->error_c = AISP_BF16_ONCE;
}

/* From the last entry on, so that no number is overwritten before it is moved: the
 * first ones of the table are all pages in any order. */
static void deal_shared(int32_t *table, const int64_t *p)
{
	int64_t shared = shared_pages(p), own = own_pages(p), all = shared + own;

	for (int64_t i = p[BATCH] * own - 1; i >= 0; i--)
		table[i / own * all + shared + i % own] = table[shared + i];
	for (int64_t i = shared; i < p[BATCH] * all; i++)
		if (i % all < shared)
			table[i] = table[i % all];
}

/* Lengths are dealt in any order. */
static void prepare(const struct aisp_io *io, uint64_t bits)
{
	const int64_t *p = io->param;
	int32_t *table = (int32_t *)io->in[IN_TABLE].data;
	int32_t *length = (int32_t *)io->in[IN_LENGTH].data;

	for (int64_t i = 0; i < all_pages(p); i++)
		table[i] = (int32_t)i;
	aisp_shuffle(table, all_pages(p), bits);
	deal_shared(table, p);
	for (int64_t i = 0; i < p[BATCH]; i++)
		length[i] = (int32_t)(p[SHARED] + own_tokens(p, i));
	aisp_shuffle(length, p[BATCH], ~bits);
}

#include "paged_reference.h"

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "paged decode attention behind a shared prefix, bf16",
	.n_params = 6,
	.params = { [BATCH] = { "batch", 5, 16, 64, "sequences", 64 },
		    [TOKENS] = { "tokens", 45, 128, 256,
				 "most tokens of a sequence's own", 256 },
		    [HEADS] = { "heads", 2, 2, 8, "heads of keys and values", 8 },
		    [GROUP] = { "group", 5, 8, 8, "queries that share a head" },
		    [PAGE] = { "page", 16, 16, 16, "tokens of a page" },
		    [SHARED] = { "shared", 160, 1024, 8192,
				 "tokens that all sequences begin with", 8192 } },
	.problem = problem,
	.prepare = prepare,
	.reference = reference,
};
