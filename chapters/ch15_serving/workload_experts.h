/* SPDX-License-Identifier: MIT
 *
 * A layer of experts (N. Shazeer et al., arXiv:1701.06538), from scores to sums: each
 * token goes to the k experts of its largest scores, weighted by a softmax over these,
 * and y is the weighted sum of their results.  An expert is w2 (silu(w1 x) * w3 x).
 * Its inner numbers may be rounded to bf16 once, and so may its result for a token,
 * before that is weighted.  Scores follow Zipf's law: with `skew` some experts have
 * many tokens, and some few.
 */
#include <aisp/workload.h>

enum { TOKENS, EXPERTS, K, WIDTH, INNER, SKEW, THREADS };
enum { X, SCORES, W1, W3, W2 };
enum { IDS, Y };

static inline const struct aisp_tensor *scores_of(const struct aisp_io *io)
{
	return &io->in[SCORES];
}

#include "experts_layer.h"

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	int64_t n = p[TOKENS], e = p[EXPERTS], w = p[WIDTH], f = p[INNER];
	double each = (double)(w * f), rows = (double)(n * p[K]);
	double hit = p[SKEW] ? (double)p[K] : experts_hit(p);

	aisp_add_in(pr, (struct aisp_spec){ "x", AISP_BF16, 2, { n, w } });
	aisp_add_in(pr, (struct aisp_spec){ "scores", AISP_BF16, 2, { n, e } });
	add_layer(pr, p);
	pr->flops = 6 * rows * each;
	pr->bytes = 6 * hit * each + 4.0 * (double)(n * w) + 2.0 * (double)(n * e) +
		    4 * rows;
}

static uint16_t bf16_of(double x)
{
	union {
		float f;
		uint32_t bits;
	} y = { (float)x };

	return (uint16_t)(y.bits >> 16);
}

/* Scores whose k largest are a draw by Zipf's law (Gumbel's noise), of experts in an
 * order of the call. */
static void prepare(const struct aisp_io *io, uint64_t bits)
{
	uint16_t *s = (uint16_t *)io->in[SCORES].data;
	int64_t n = io->param[TOKENS] * io->param[EXPERTS], e = io->param[EXPERTS];
	double skew = (double)io->param[SKEW] / 100;
	int32_t rank[MOST_EXPERTS];

	lower_x(io);
	for (int32_t i = 0; i < e; i++)
		rank[i] = i + 1;
	aisp_shuffle(rank, e, bits);
	for (int64_t i = 0; i < n; i++) {
		double u = (double)aisp_draw_share(~bits, (uint64_t)i) + 0x1p-26;

		s[i] = bf16_of(-log(-log(u)) - skew * log(rank[i % e]));
	}
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "a layer of experts, from routing to combining",
	.n_params = 7,
	.params = { [TOKENS] = { "tokens", 61, 1024, 1024, "tokens of a batch", 4096 },
		    [EXPERTS] = { "experts", 7, 16, 64, "experts of the layer", 128 },
		    [K] = { "k", 2, 4, 4, "experts that a token goes to", 8 },
		    [WIDTH] = { "width", 80, 512, 1024, "elements of a token", 2048 },
		    [INNER] = { "inner", 56, 256, 512, "elements within an expert",
				768 },
		    [SKEW] = { "skew", 100, 0, 0,
			       "hundredths of the exponent of Zipf's law" },
		    [THREADS] = { "threads", 2, 2, 2, "threads of the CPU" } },
	.problem = problem,
	.prepare = prepare,
	.reference = reference_layer,
};
