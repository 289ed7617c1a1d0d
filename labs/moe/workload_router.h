/* SPDX-License-Identifier: MIT
 *
 * A whole layer of experts on one device (N. Shazeer et al., arXiv:1701.06538): a gate
 * scores each expert for each token, scores = x gate^T, rounded to bf16 once; by these
 * scores the token goes to the k best experts, and y is the sum of their results,
 * weighted by a softmax over the k.  How scores were rounded is the variant's, and
 * what follows is held against the scores that it gives.
 */
#include <aisp/bf16_cpu.h>
#include <aisp/workload.h>

enum { TOKENS, EXPERTS, K, WIDTH, INNER, THREADS };
enum { X, GATE, W1, W3, W2 };
enum { SCORES, IDS, Y };

static inline const struct aisp_tensor *scores_of(const struct aisp_io *io)
{
	return &io->out[SCORES];
}

#include "../../chapters/ch15_serving/experts_layer.h"

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	int64_t n = p[TOKENS], e = p[EXPERTS], w = p[WIDTH];
	double each = (double)(w * p[INNER]), rows = (double)(n * p[K]);

	aisp_add_in(pr, (struct aisp_spec){ "x", AISP_BF16, 2, { n, w } });
	aisp_add_in(pr, (struct aisp_spec){ "gate", AISP_BF16, 2, { e, w } });
	aisp_add_out(pr, (struct aisp_spec){ .name = "scores",
					     .dtype = AISP_BF16,
					     .rank = 2,
					     .shape = { n, e },
					     .is_choice = 1 });
	add_layer(pr, p);
	pr->flops = 6 * rows * each + 2.0 * (double)(n * e * w);
	pr->bytes = 6 * experts_hit(p) * each + 4.0 * (double)(n * w) +
		    2.0 * (double)(n * e + e * w) + 4 * rows;
}

static void prepare(const struct aisp_io *io, uint64_t bits)
{
	(void)bits;
	lower_x(io);
}

/* A score that is rounded once is right, whichever way: else what it would be. */
static void reference_scores(const struct aisp_io *io, int64_t row, double *ref,
			     double *mag)
{
	const struct aisp_tensor *got = scores_of(io);
	int64_t experts = io->param[EXPERTS], width = io->param[WIDTH];

	for (int64_t e = 0; e < experts; e++) {
		struct inexact s =
			dot(&io->in[GATE], e * width, &io->in[X], row * width, width);
		double answer = aisp_bf16_at(got, row * experts + e);
		double most = s.error + 0x1p-8 * (fabs(s.value) + s.error) + 0x1p-133;

		ref[e] = fabs(answer - s.value) <= most
				 ? answer
				 : (double)from_bf16(to_bf16((float)s.value));
		mag[e] = 0;
	}
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	int64_t experts = io->param[EXPERTS];

	if (o != SCORES)
		reference_layer(io, o, first, n, ref, mag);
	else
		for (int64_t at = 0; at < n; at += experts)
			reference_scores(io, (first + at) / experts, ref + at,
					 mag + at);
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "a whole layer of experts, from the gate to the sum",
	.n_params = 6,
	.params = { [TOKENS] = { "tokens", 61, 512, 1024, "tokens of a batch", 4096 },
		    [EXPERTS] = { "experts", 7, 16, 64, "experts of the layer", 128 },
		    [K] = { "k", 2, 4, 4, "experts that a token goes to", 8 },
		    [WIDTH] = { "width", 80, 512, 1024, "elements of a token", 2048 },
		    [INNER] = { "inner", 56, 256, 512, "elements within an expert",
				768 },
		    [THREADS] = { "threads", 2, 2, 2, "threads of the CPU" } },
	.problem = problem,
	.prepare = prepare,
	.reference = reference,
};
