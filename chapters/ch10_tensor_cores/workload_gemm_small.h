/* SPDX-License-Identifier: MIT
 *
 * C = A B^T in bf16 for a batch of few rows, sums in fp32: what a language model does
 * for each token that it writes.  Each weight of B serves m products only, so that
 * reading B binds.  A row of C has the same bits wherever it stands in the batch and
 * whoever shares that, so that an answer does not depend on other users: how sums over
 * k are cut may follow from n and k, never from m.
 */
#include "gemm_bf16.h"

#define MOST_ROWS 64

static void small_problem(const int64_t *p, struct aisp_problem *pr)
{
	problem(p, pr);
	pr->in[0].part[0] = AISP_PART_BATCH;
	pr->is_cold = 1;
	if (p[M] < 1 || p[M] > MOST_ROWS)
		pr->invalid = "m is 1 to 64";
}

/* Twins in the batch: a row, chosen by bits, becomes a copy of another. */
static void small_prepare(const struct aisp_io *io, uint64_t bits)
{
	int64_t m = io->param[M], k = io->param[K];
	uint16_t *a = (uint16_t *)io->in[0].data;
	int64_t from = (int64_t)(bits % (uint64_t)m);
	int64_t to = (from + 1 + (int64_t)(bits / 64 % (uint64_t)m)) % m;

	if (from != to)
		memcpy(a + to * k, a + from * k, (size_t)k * sizeof(*a));
}

/* Equal rows of A make equal rows of C, bit by bit. */
static const char *small_invariant(const struct aisp_io *io)
{
	int64_t m = io->param[M], n = io->param[N], k = io->param[K];
	const uint16_t *a = (const uint16_t *)io->in[0].data;
	const uint16_t *c = (const uint16_t *)io->out[0].data;

	for (int64_t i = 0; i < m; i++)
		for (int64_t j = 0; j < i; j++)
			if (!memcmp(a + i * k, a + j * k, (size_t)k * sizeof(*a)) &&
			    memcmp(c + i * n, c + j * n, (size_t)n * sizeof(*c)))
				return "two equal rows of the batch have different "
				       "products: a row's bits depend on its place";
	return NULL;
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "matrix product of few rows, bf16",
	.n_params = 3,
	/* The small one is ragged, and long enough that a sum is cut. */
	.params = { [M] = { "m", 5, 16, 64, "rows of A and C: the batch, at most 64",
			    16 },
		    [N] = { "n", 200, 4096, 28672, "rows of B, columns of C", 8192 },
		    [K] = { "k", 1032, 4096, 8192, "columns of A and B", 8192 } },
	.problem = small_problem,
	.prepare = small_prepare,
	.reference = aisp_bf16_gemm_reference,
	.invariant = small_invariant,
};
