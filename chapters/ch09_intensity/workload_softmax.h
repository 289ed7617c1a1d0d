/* SPDX-License-Identifier: MIT
 *
 * Softmax along each row: y = exp(x - max) / sum of those.  A few operations and one
 * exponential for each element that is read and written once.
 */
#include <aisp/softmax_f32.h>

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

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "softmax of rows, fp32",
	.n_params = 2,
	.params = { [SOFTMAX_ROWS] = { "rows", 37, 4096, 8192, "rows, each by itself" },
		    [SOFTMAX_COLS] = { "cols", 203, 2048, 4096, "elements of a row" } },
	.problem = problem,
	.reference = aisp_softmax_f32_reference,
};
