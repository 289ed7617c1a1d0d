/* SPDX-License-Identifier: MIT
 *
 * Softmax along each row in bf16: y = exp(x - max) / sum of those.  Half the bytes
 * of fp32 for the same exponentials.
 */
#include <aisp/softmax_reference.h>

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

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "softmax of rows, bf16",
	.n_params = 2,
	.params = { [SOFTMAX_ROWS] = { "rows", 37, 2048, 32768, "rows, each by itself",
				       16384 },
		    [SOFTMAX_COLS] = { "cols", 203, 2048, 16384, "elements of a row",
				       8192 } },
	.problem = problem,
	.reference = aisp_softmax_reference,
};
