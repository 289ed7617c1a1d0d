/* SPDX-License-Identifier: MIT
 *
 * What stands between two layers of a transformer, in bf16: the layer's output x is
 * added to the residual stream, and the sum is normalised for the next layer:
 *
 *     r = x + residual,  y = r g / sqrt(mean(r^2) + eps)
 *
 * Sums are those of fp32.
 */
#include "norm_add_contract.h"

enum { Y = R + 1 }; /* the second output */

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	int64_t rows = p[ROWS], cols = p[COLS];

	add_residual_sum(p, pr);
	aisp_add_out(pr, (struct aisp_spec){ "y", AISP_BF16, 2, { rows, cols } });
	pr->flops = 5.0 * (double)rows * (double)cols;
	pr->bytes = (8.0 * (double)rows + 2) * (double)cols;
}

/* y may come from r before or after it was rounded: two roundings to bf16. */
static void reference_y(const struct aisp_io *io, int64_t first, double *ref,
			double *mag)
{
	int64_t cols = io->param[COLS];
	double share = aisp_bf16_share(aisp_error_sum(cols) / 2 + 9), sum = 0, inverse;

	for (int64_t j = 0; j < cols; j++)
		sum += sum_at(io, first + j) * sum_at(io, first + j);
	inverse = 1 / sqrt(sum / (double)cols + (double)RMS_EPS);
	for (int64_t j = 0; j < cols; j++) {
		double r = sum_at(io, first + j), g = aisp_bf16_at(&io->in[GAIN], j);

		ref[j] = r * inverse * g;
		/* A product of two factors may underflow before the third makes it
		 * large again. */
		mag[j] = fabs(ref[j]) * (2 + share) +
			 128 * (double)FLT_MIN * (1 + fabs(r) + fabs(g) + inverse);
	}
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	int64_t cols = io->param[COLS];

	for (int64_t e = 0; e < n && o == Y; e += cols)
		reference_y(io, first + e, ref + e, mag + e);
	for (int64_t e = 0; e < n && o == R; e++) {
		ref[e] = sum_at(io, first + e);
		mag[e] = fabs(ref[e]);
	}
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "residual sum and RMSNorm, bf16",
	.n_params = 3,
	.params = { [ROWS] = { "rows", 37, 1024, 8192, "rows, each a token's", 16384 },
		    [COLS] = { "cols", 203, 2048, 8192, "elements of a row", 8192 },
		    [THREADS_CPU] = { "threads", 2, 2, 2, "threads of the CPU" } },
	.problem = problem,
	.reference = reference,
};
