/* SPDX-License-Identifier: MIT
 *
 * Softmax along each row in bf16: y = exp(x - max) / sum of those.  Half the bytes
 * of fp32 for the same exponentials.
 */
#include <aisp/bf16.h>
#include <aisp/workload.h>
#include <float.h>

enum { SOFTMAX_ROWS, SOFTMAX_COLS };

#define MOST_COLS 16384 /* what a block holds in registers */

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	int64_t rows = p[SOFTMAX_ROWS], cols = p[SOFTMAX_COLS];

	aisp_add_in(pr, (struct aisp_spec){ "x", AISP_BF16, 2, { rows, cols } });
	aisp_add_out(pr, (struct aisp_spec){ "y", AISP_BF16, 2, { rows, cols } });
	pr->flops = 5.0 * (double)rows * (double)cols;
	pr->bytes = 4.0 * (double)rows * (double)cols;
	pr->is_cold = 1;
	pr->workspace_bytes = 2 * (size_t)rows * sizeof(float);
	pr->error_c = AISP_BF16_ONCE;
	if (cols > MOST_COLS)
		pr->invalid = "cols is at most 16384";
}

/*
 * An error of the exponent is a relative one of the power: those of this element and,
 * through the sum, the mean one of all.  Powers may underflow to 0.
 */
static void reference_row(const struct aisp_io *io, int64_t first, double *ref,
			  double *mag)
{
	double max = -INFINITY, sum = 0, blur = 0;
	int64_t n = io->param[SOFTMAX_COLS];
	double share = aisp_bf16_share(aisp_error_sum(n));

	for (int64_t j = 0; j < n; j++) {
		mag[j] = aisp_bf16_at(&io->in[0], first + j);
		max = fmax(max, mag[j]);
	}
	for (int64_t j = 0; j < n; j++) {
		ref[j] = exp(mag[j] - max);
		sum += ref[j];
		blur += ref[j] * (max - mag[j]);
	}
	for (int64_t j = 0; j < n; j++) {
		ref[j] /= sum;
		mag[j] = ref[j] * (1 + share * (1 + (max - mag[j]) + blur / sum)) +
			 128 * (double)FLT_MIN;
	}
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	int64_t cols = io->param[SOFTMAX_COLS];

	(void)o;
	for (int64_t e = 0; e < n; e += cols)
		reference_row(io, first + e, ref + e, mag + e);
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "softmax of rows, bf16",
	.n_params = 2,
	.params = { [SOFTMAX_ROWS] = { "rows", 37, 2048, 32768, "rows, each by itself",
				       16384 },
		    [SOFTMAX_COLS] = { "cols", 203, 2048, 16384, "elements of a row",
				       8192 } },
	.problem = problem,
	.reference = reference,
};
