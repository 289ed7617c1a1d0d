/* SPDX-License-Identifier: MIT
 *
 * The k experts that each token of a mixture of experts goes to (N. Shazeer et al.,
 * arXiv:1701.06538): those of the largest scores, in descending order, and weights from
 * a softmax over these k.  Scores in bf16 are often equal: then any order of the equal
 * ones will do.
 */
#include <aisp/bf16.h>
#include <aisp/workload.h>
#include <float.h>
#include <stdlib.h>

#include "chosen.h"

enum { TOKENS, EXPERTS, K };
enum { SCORES };
enum { IDS, WEIGHTS };

#define MOST_K 32
#define FLOOR  ((double)FLT_MIN / (double)FLT_EPSILON)

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	aisp_add_in(pr, (struct aisp_spec){ .name = "scores",
					    .dtype = AISP_BF16,
					    .rank = 2,
					    .shape = { p[TOKENS], p[EXPERTS] },
					    .part = { AISP_PART_BATCH } });
	aisp_add_out(pr, (struct aisp_spec){ .name = "ids",
					     .dtype = AISP_I32,
					     .rank = 2,
					     .shape = { p[TOKENS], p[K] },
					     .is_choice = 1 });
	aisp_add_out(pr,
		     (struct aisp_spec){ "weights", AISP_F32, 2, { p[TOKENS], p[K] } });
	pr->bytes = (double)p[TOKENS] * (2.0 * (double)p[EXPERTS] + 8.0 * (double)p[K]);
	/* A difference, an exponential and a division of 2 units each, a sum of k. */
	pr->bound_by = "branches";
	pr->error_c = 4 + aisp_error_sum(p[K]);
	if (p[EXPERTS] > MOST_EXPERTS || p[K] > MOST_K || p[K] > p[EXPERTS])
		pr->invalid = "experts must not exceed 1024, nor k 32 or experts";
}

/* An error of the exponent is a relative one of the power, which may underflow to 0. */
static void weigh(const double *sorted, int64_t k, double *ref, double *mag)
{
	double sum = 0;

	for (int64_t i = 0; i < k; i++)
		sum += exp(sorted[i] - sorted[0]);
	for (int64_t i = 0; i < k; i++) {
		ref[i] = exp(sorted[i] - sorted[0]) / sum;
		mag[i] = ref[i] * (1 + sorted[0] - sorted[i]) + FLOOR;
	}
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	int64_t experts = io->param[EXPERTS], k = io->param[K];
	const int32_t *ids = (const int32_t *)io->out[IDS].data;
	double score[MOST_EXPERTS], sorted[MOST_EXPERTS];

	for (int64_t at = 0; at < n; at += k) {
		int64_t row = (first + at) / k;

		for (int64_t e = 0; e < experts; e++)
			score[e] = sorted[e] =
				aisp_bf16_at(&io->in[SCORES], row * experts + e);
		qsort(sorted, (size_t)experts, sizeof(*sorted), descending);
		if (o == WEIGHTS)
			weigh(sorted, k, ref + at, mag + at);
		else
			choose(score, sorted, experts, ids + first + at, k, ref + at);
		for (int64_t i = 0; i < k && o == IDS; i++)
			mag[at + i] = 0;
	}
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "experts of each token, and their weights",
	.n_params = 3,
	.params = { [TOKENS] = { "tokens", 37, 4096, 16384, "tokens of a batch",
				 16384 },
		    [EXPERTS] = { "experts", 61, 128, 256, "experts of a layer", 128 },
		    [K] = { "k", 5, 8, 8, "experts that a token goes to", 8 } },
	.problem = problem,
	.reference = reference,
};
