/* SPDX-License-Identifier: MIT
 *
 * Attention, forward, bf16: o = softmax(q k^T / sqrt(dim)) v for each head.  4 dim
 * operations for each pair of a query and a key, of which causal attention has half;
 * sums are those of fp32, weights may be rounded to bf16 before they meet the values.
 */
#include <aisp/workload.h>

#include "attention_reference.h"

enum { HEADS, SEQ, DIM, CAUSAL };

/* Query i attends to keys [0, attended()). */
static inline int64_t attended(const int64_t *p, int64_t i)
{
	return p[CAUSAL] ? i + 1 : p[SEQ];
}

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	int64_t heads = p[HEADS], seq = p[SEQ], dim = p[DIM];
	double pairs = p[CAUSAL] ? (double)seq * (double)(seq + 1) / 2
				 : (double)seq * (double)seq;

	aisp_add_in(pr, (struct aisp_spec){ "q", AISP_BF16, 3, { heads, seq, dim } });
	aisp_add_in(pr, (struct aisp_spec){ "k", AISP_BF16, 3, { heads, seq, dim } });
	aisp_add_in(pr, (struct aisp_spec){ "v", AISP_BF16, 3, { heads, seq, dim } });
	aisp_add_out(pr, (struct aisp_spec){ "o", AISP_BF16, 3, { heads, seq, dim } });
	pr->flops = 4.0 * (double)heads * pairs * (double)dim;
	pr->bytes = 8.0 * (double)(heads * seq * dim);
	pr->compute = AISP_BF16;
	pr->workspace_bytes = (size_t)(seq * seq) * sizeof(float);
	pr->error_c = AISP_BF16_ONCE;
	if (p[CAUSAL] < 0 || p[CAUSAL] > 1)
		pr->invalid = "causal is 0 or 1";
	if (dim != 64 && dim != MOST_DIM)
		pr->invalid = "dim is 64 or 128";
}

/* The keys of a head follow each other. */
static int64_t key_of(const struct view *v, int64_t j)
{
	return v->at[0] + j * v->dim;
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	const int64_t *p = io->param;
	int64_t dim = p[DIM];

	(void)o;
	for (int64_t e = 0; e < n; e += dim) {
		int64_t row = (first + e) / dim, head = row / p[SEQ] * p[SEQ] * dim;
		struct view v = { io,     dim,     row * dim, attended(p, row % p[SEQ]),
				  key_of, { head } };

		reference_row(&v, ref + e, mag + e);
	}
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "attention forward, bf16",
	.n_params = 4,
	.params = { [HEADS] = { "heads", 3, 4, 16, "heads, each by itself", 32 },
		    [SEQ] = { "seq", 333, 1024, 16384, "queries and keys of a head",
			      8192 },
		    [DIM] = { "dim", 64, 128, 128,
			      "numbers of a query, key or value: 64 or 128" },
		    [CAUSAL] = { "causal", 1, 0, 0,
				 "1: query i sees keys 0 to i; 0: all" } },
	.problem = problem,
	.reference = reference,
};
