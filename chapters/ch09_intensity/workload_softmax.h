/* SPDX-License-Identifier: MIT
 *
 * Softmax along each row: y = exp(x - max) / sum of those.  A few operations and one
 * exponential for each element that is read and written once.
 */
#include <aisp/workload.h>
#include <float.h>

enum { SOFTMAX_ROWS, SOFTMAX_COLS };

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	int64_t rows = p[SOFTMAX_ROWS], cols = p[SOFTMAX_COLS];

	aisp_add_in(pr, (struct aisp_spec){ "x", AISP_F32, 2, { rows, cols } });
	aisp_add_out(pr, (struct aisp_spec){ "y", AISP_F32, 2, { rows, cols } });
	pr->flops = 5.0 * (double)rows * (double)cols;
	pr->bytes = 2.0 * (double)rows * (double)cols * sizeof(float);
	pr->is_cold = 1;
	pr->workspace_bytes = 2 * (size_t)rows * sizeof(float);
	pr->error_c = aisp_error_sum(cols);
}

/*
 * An error of the exponent is a relative one of the power: those of this element and,
 * through the sum, the mean one of all.  Powers may underflow to 0.
 */
static void reference_row(const int64_t *p, const float *x, double *ref, double *mag)
{
	double max = -INFINITY, sum = 0, blur = 0;
	double floor = (double)FLT_MIN /
		       (aisp_error_sum(p[SOFTMAX_COLS]) * (double)FLT_EPSILON / 2);
	int64_t n = p[SOFTMAX_COLS];

	for (int64_t j = 0; j < n; j++)
		max = fmax(max, (double)x[j]);
	for (int64_t j = 0; j < n; j++) {
		ref[j] = exp((double)x[j] - max);
		sum += ref[j];
		blur += ref[j] * (max - (double)x[j]);
	}
	for (int64_t j = 0; j < n; j++) {
		ref[j] /= sum;
		mag[j] = ref[j] * (1 + (max - (double)x[j]) + blur / sum) + floor;
	}
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	int64_t cols = io->param[SOFTMAX_COLS];

	(void)o;
	for (int64_t e = 0; e < n; e += cols)
		reference_row(io->param, aisp_in_f32(io, 0) + first + e, ref + e,
			      mag + e);
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "softmax of rows, fp32",
	.n_params = 2,
	.params = { [SOFTMAX_ROWS] = { "rows", 37, 4096, 8192, "rows, each by itself" },
		    [SOFTMAX_COLS] = { "cols", 203, 2048, 4096, "elements of a row" } },
	.problem = problem,
	.reference = reference,
};
