/* SPDX-License-Identifier: MIT
 *
 * Cross-entropy of rows of logits in bf16: loss = log(sum of exp(x)) - x[target], in
 * fp32.  A row is a vocabulary, too long for registers; each element is read once, for
 * one exponential, and next to nothing is written: the read bandwidth binds.
 */
#include <aisp/bf16.h>
#include <aisp/workload.h>

enum { ENTROPY_ROWS, ENTROPY_COLS };

enum { IN_X, IN_TARGET };

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	int64_t rows = p[ENTROPY_ROWS], cols = p[ENTROPY_COLS];

	aisp_add_in(pr, (struct aisp_spec){ "x", AISP_BF16, 2, { rows, cols } });
	aisp_add_in(pr, (struct aisp_spec){ .name = "target",
					    .dtype = AISP_I32,
					    .rank = 1,
					    .shape = { rows },
					    .fill = AISP_FILL_ZIPF, /* as words come */
					    .limit = cols,
					    .exponent = 1 });
	aisp_add_out(pr, (struct aisp_spec){ "loss", AISP_F32, 1, { rows } });
	pr->flops = 4.0 * (double)rows * (double)cols;
	pr->bytes = 2.0 * (double)rows * (double)cols + 8.0 * (double)rows;
	pr->is_cold = 1;
	pr->workspace_bytes = 2 * (size_t)rows * sizeof(float);
	/* Sums of a few hundred terms at a time. */
	pr->error_c = aisp_error_sum(1024);
}

/*
 * An error of an exponent is a relative one of its power, and one of the sum of powers
 * is an absolute one of its logarithm.
 */
static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	const int32_t *target = (const int32_t *)io->in[IN_TARGET].data + first;
	int64_t cols = io->param[ENTROPY_COLS];

	(void)o;
	for (int64_t e = 0; e < n; e++) {
		int64_t row = (first + e) * cols;
		double max = -INFINITY, sum = 0, blur = 0;
		double x = aisp_bf16_at(&io->in[IN_X], row + target[e]);

		for (int64_t j = 0; j < cols; j++)
			max = fmax(max, aisp_bf16_at(&io->in[IN_X], row + j));
		for (int64_t j = 0; j < cols; j++) {
			double d = max - aisp_bf16_at(&io->in[IN_X], row + j);

			sum += exp(-d);
			blur += exp(-d) * d;
		}
		ref[e] = log(sum) + (max - x);
		mag[e] = 1 + log(sum) + blur / sum + fabs(max) + fabs(x);
	}
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "cross-entropy of rows, bf16",
	.n_params = 2,
	.params = { [ENTROPY_ROWS] = { "rows", 37, 256, 8192, "rows, each a token's",
				       4096 },
		    [ENTROPY_COLS] = { "cols", 1203, 32768, 131072,
				       "elements of a row: words of a vocabulary",
				       131072 } },
	.problem = problem,
	.reference = reference,
};
