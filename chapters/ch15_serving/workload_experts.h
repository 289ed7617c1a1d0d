/* SPDX-License-Identifier: MIT
 *
 * A layer of experts (N. Shazeer et al., arXiv:1701.06538), from scores to sums: each
 * token goes to the k experts of its largest scores, weighted by a softmax over these,
 * and y is the weighted sum of what they make of it.  An expert is w2 (silu(w1 x) * w3
 * x).  What is between the products may be rounded to bf16 once, and so may what an
 * expert makes of a token, before it is weighted.  Scores follow Zipf's law: with
 * `skew` some experts have many tokens, and some few.
 */
#include <aisp/bf16.h>
#include <aisp/draw.h>
#include <aisp/workload.h>
#include <float.h>
#include <stdlib.h>

#include "chosen.h"

enum { TOKENS, EXPERTS, K, WIDTH, INNER, SKEW, THREADS };
enum { X, SCORES, W1, W3, W2 };
enum { IDS, Y };

#define MOST_K 32
#define CHUNK  96 /* tokens that a thread of the CPU keeps side by side */

/* Experts that have a token, if they are drawn evenly. */
static double experts_hit(const int64_t *p)
{
	double e = (double)p[EXPERTS];

	return p[SKEW] ? (double)p[K]
		       : e * (1 - pow(1 - (double)p[K] / e, (double)p[TOKENS]));
}

static size_t room_of(const int64_t *p)
{
	int64_t rows = p[TOKENS] * p[K], chunk = CHUNK * (8 * p[WIDTH] + 2 * p[INNER]);

	return (size_t)(p[THREADS] * (4 * p[TOKENS] * p[WIDTH] + chunk) +
			rows * (2 * p[INNER] + 4 * p[WIDTH] + 32) + 32 * p[EXPERTS] +
			65536);
}

static const char *invalid_of(const int64_t *p)
{
	if (p[WIDTH] % 16 || p[INNER] % 8)
		return "width is a multiple of 16, inner of 8";
	if (p[EXPERTS] > MOST_EXPERTS || p[K] > MOST_K || p[K] > p[EXPERTS])
		return "experts must not exceed 1024, nor k 32 or experts";
	return p[TOKENS] > 65536 ? "tokens must not exceed 65536" : NULL;
}

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	int64_t n = p[TOKENS], e = p[EXPERTS], w = p[WIDTH], f = p[INNER];
	double each = (double)(w * f), rows = (double)(n * p[K]);

	aisp_add_in(pr, (struct aisp_spec){ "x", AISP_BF16, 2, { n, w } });
	aisp_add_in(pr, (struct aisp_spec){ "scores", AISP_BF16, 2, { n, e } });
	aisp_add_in(pr, (struct aisp_spec){ "w1", AISP_BF16, 3, { e, f, w } });
	aisp_add_in(pr, (struct aisp_spec){ "w3", AISP_BF16, 3, { e, f, w } });
	aisp_add_in(pr, (struct aisp_spec){ "w2", AISP_BF16, 3, { e, w, f } });
	aisp_add_out(pr, (struct aisp_spec){ .name = "ids",
					     .dtype = AISP_I32,
					     .rank = 2,
					     .shape = { n, p[K] },
					     .is_choice = 1 });
	aisp_add_out(pr, (struct aisp_spec){ "y", AISP_BF16, 2, { n, w } });
	pr->flops = 6 * rows * each;
	pr->bytes = 6 * experts_hit(p) * each + 4.0 * (double)(n * w) +
		    2.0 * (double)(n * e) + 4 * rows;
	pr->compute = AISP_BF16;
	pr->is_cold = 1;
	pr->n_threads = (int)p[THREADS];
	pr->workspace_bytes = room_of(p);
	pr->error_c = AISP_BF16_ONCE;
	pr->invalid = invalid_of(p);
}

/* x 2^-n, or 0 below the normal numbers. */
static uint16_t lowered(uint16_t x, int n)
{
	return (x >> 7 & 255) > n ? (uint16_t)(x - (n << 7)) : (uint16_t)(x & 0x8000);
}

static uint16_t bf16_of(double x)
{
	union {
		float f;
		uint32_t bits;
	} y = { (float)x };

	return (uint16_t)(y.bits >> 16);
}

/* x so that products with it are about as large as weights are.  Scores whose k largest
 * are a draw by Zipf's law (Gumbel's noise), of experts in an order of the call. */
static void prepare(const struct aisp_io *io, uint64_t bits)
{
	uint16_t *x = (uint16_t *)io->in[X].data, *s = (uint16_t *)io->in[SCORES].data;
	int64_t n = io->param[TOKENS] * io->param[EXPERTS], e = io->param[EXPERTS];
	double skew = (double)io->param[SKEW] / 100;
	int32_t rank[MOST_EXPERTS];
	int down = 0;

	while (INT64_C(1) << (2 * down) < io->param[WIDTH])
		down++;
	for (int64_t i = 0; i < aisp_elems(&io->in[X]); i++)
		x[i] = lowered(x[i], down);
	for (int32_t i = 0; i < e; i++)
		rank[i] = i + 1;
	aisp_shuffle(rank, e, bits);
	for (int64_t i = 0; i < n; i++) {
		double u = (double)aisp_draw_share(~bits, (uint64_t)i) + 0x1p-26;

		s[i] = bf16_of(-log(-log(u)) - skew * log(rank[i % e]));
	}
}

#include "experts_reference.h"

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
	.reference = reference,
};
