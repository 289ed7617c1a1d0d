/* SPDX-License-Identifier: MIT
 *
 * The attention of drafted tokens, bf16: as decode, but a sequence has `queries` new
 * tokens, whose keys and values are the last ones of its cache.  They are a tree:
 * parent[i] < i is the token that token i follows, -1 the last of the context.  A token
 * sees the context, its ancestors and itself (X. Miao et al., SpecInfer,
 * arXiv:2305.09781).  The cache is read once for all tokens and queries: at 8 tokens
 * and groups of 8, 128 operations a byte.
 */
#include <aisp/host_device.h>
#include <aisp/workload.h>

#include "attention_reference.h"

enum { BATCH, TOKENS, HEADS, GROUP, PAGE, SPREAD, QUERIES };

enum { IN_Q, IN_K, IN_V, IN_TABLE, IN_LENGTH, IN_PARENT };

#define HEAD_DIM     128
#define MOST_QUERIES 8

#define CPU_THREADS 2

#include "paged.h"

static const char *invalid_of(const int64_t *p)
{
	if (p[PAGE] % 16 || p[PAGE] > 256)
		return "page is a multiple of 16, at most 256";
	if (p[GROUP] > 16)
		return "group is at most 16";
	if (p[SPREAD] < 0 || p[SPREAD] > 100)
		return "spread is 0 to 100";
	if (p[QUERIES] > MOST_QUERIES)
		return "queries is at most 8";
	return length_of(p, p[BATCH] - 1) < p[QUERIES]
		       ? "the shortest sequence has fewer tokens than queries"
		       : NULL;
}

static void set_sizes(const int64_t *p, struct aisp_problem *pr)
{
	int64_t rows = p[BATCH] * p[QUERIES] * p[HEADS] * p[GROUP];
	double tokens = 0, seen = 0;

	for (int64_t r = 0; r < p[BATCH]; r++) {
		double n = (double)length_of(p, r);

		/* Of the drafts it sees itself at least. */
		tokens += n;
		seen += n - (double)p[QUERIES] + 1;
	}
	pr->flops = 4.0 * HEAD_DIM * seen * (double)(p[QUERIES] * p[HEADS] * p[GROUP]);
	pr->bytes = 4.0 * tokens * (double)(p[HEADS] * HEAD_DIM) +
		    4.0 * (double)(rows * HEAD_DIM);
}

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	int64_t batch = p[BATCH], heads = p[HEADS], pages = batch * pages_of(p);
	struct aisp_spec rows = {
		"q", AISP_BF16, 4, { batch, p[QUERIES], heads * p[GROUP], HEAD_DIM }
	};
	struct aisp_spec cache = {
		"k", AISP_BF16, 4, { pages, heads, p[PAGE], HEAD_DIM }
	};

	aisp_add_in(pr, rows);
	aisp_add_in(pr, cache);
	cache.name = "v";
	aisp_add_in(pr, cache);
	aisp_add_in(pr, (struct aisp_spec){ "table",
					    AISP_I32,
					    2,
					    { batch, pages_of(p) },
					    AISP_FILL_INDEX,
					    pages });
	aisp_add_in(
		pr,
		(struct aisp_spec){
			"length", AISP_I32, 1, { batch }, AISP_FILL_INDEX, p[TOKENS] });
	aisp_add_in(pr, (struct aisp_spec){ "parent",
					    AISP_I32,
					    2,
					    { batch, p[QUERIES] },
					    AISP_FILL_INDEX,
					    p[QUERIES] });
	rows.name = "o";
	aisp_add_out(pr, rows);
	pr->invalid = invalid_of(p);
	set_sizes(p, pr);
	pr->compute = AISP_BF16;
	pr->is_cold = 1;
	pr->n_threads = CPU_THREADS;
	pr->error_c = AISP_BF16_ONCE;
}

static void prepare(const struct aisp_io *io, uint64_t bits)
{
	int32_t *parent = (int32_t *)io->in[IN_PARENT].data;
	int64_t n = io->param[QUERIES];

	deal_pages(io, bits);
	for (int64_t i = 0; i < io->param[BATCH] * n; i++) {
		uint64_t before = (uint64_t)(i % n);

		parent[i] =
			(int32_t)(aisp_draw(bits + 1, (uint64_t)i) % (before + 1)) - 1;
	}
}

/* Which of a sequence's new tokens token i sees: a bit each. */
static inline AISP_HD uint32_t seen_by(const int32_t *parent, int64_t i)
{
	uint32_t seen = 1u << i;

	while (parent[i] >= 0 && parent[i] < i) {
		i = parent[i];
		seen |= 1u << i;
	}
	return seen;
}

/* at[]: the sequence, and what the token sees of the new ones. */
static int64_t key_of(const struct view *v, int64_t j)
{
	const struct aisp_io *io = v->io;
	const int64_t *p = io->param;
	const int32_t *table =
		(const int32_t *)io->in[IN_TABLE].data + v->at[0] * pages_of(p);
	int64_t head = v->q / HEAD_DIM / p[GROUP] % p[HEADS];
	int64_t context =
		((const int32_t *)io->in[IN_LENGTH].data)[v->at[0]] - p[QUERIES];
	int64_t i = 0;

	if (j >= context) {
		for (int64_t left = j - context; left || !(v->at[1] >> i & 1); i++)
			left -= v->at[1] >> i & 1;
		j = context + i;
	}
	return ((table[j / p[PAGE]] * p[HEADS] + head) * p[PAGE] + j % p[PAGE]) *
	       HEAD_DIM;
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	const int32_t *length = (const int32_t *)io->in[IN_LENGTH].data;
	const int64_t *p = io->param;

	(void)o;
	for (int64_t e = 0; e < n; e += HEAD_DIM) {
		int64_t token = (first + e) / HEAD_DIM / (p[HEADS] * p[GROUP]);
		int64_t sequence = token / p[QUERIES];
		const int32_t *parent =
			(const int32_t *)io->in[IN_PARENT].data + sequence * p[QUERIES];
		uint32_t seen = seen_by(parent, token % p[QUERIES]);
		struct view v = { .io = io,
				  .dim = HEAD_DIM,
				  .q = first + e,
				  .n = length[sequence] - p[QUERIES] +
				       __builtin_popcount(seen),
				  .key = key_of,
				  .at = { sequence, seen } };

		reference_row(&v, ref + e, mag + e);
	}
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "paged attention of drafted tokens that are a tree, bf16",
	.n_params = 7,
	.params = { [BATCH] = { "batch", 3, 8, 32, "sequences", 64 },
		    [TOKENS] = { "tokens", 333, 1024, 4096,
				 "keys of the longest sequence", 8192 },
		    [HEADS] = { "heads", 2, 2, 8, "heads of keys and values", 4 },
		    [GROUP] = { "group", 5, 8, 8, "queries that share a head" },
		    [PAGE] = { "page", 16, 16, 16, "tokens of a page" },
		    [SPREAD] = { "spread", 70, 0, 50,
				 "the shortest sequence lacks about this many %" },
		    [QUERIES] = { "queries", 3, 8, 8, "new tokens of a sequence" } },
	.problem = problem,
	.prepare = prepare,
	.reference = reference,
};
