/* SPDX-License-Identifier: MIT
 *
 * Softmax along rows in bf16 that are longer than the registers and the shared memory
 * of a multiprocessor: y = exp(x - max) / sum of those.
 */
#include <aisp/softmax_reference.h>

enum { ROWS, COLS };

#define MOST_COLS 262144 /* what eight blocks hold in registers */

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	int64_t rows = p[ROWS], cols = p[COLS];

	aisp_add_in(pr, (struct aisp_spec){ "x", AISP_BF16, 2, { rows, cols } });
	aisp_add_out(pr, (struct aisp_spec){ "y", AISP_BF16, 2, { rows, cols } });
	pr->flops = 5.0 * (double)rows * (double)cols;
	pr->bytes = 4.0 * (double)rows * (double)cols;
	pr->is_cold = 1;
	pr->workspace_bytes = 2 * (size_t)rows * sizeof(float);
	pr->error_c = AISP_BF16_ONCE;
	if (cols > MOST_COLS)
		pr->invalid = "cols is at most 262144";
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "softmax of long rows, bf16",
	.n_params = 2,
	.params = { [ROWS] = { "rows", 3, 64, 256, "rows, each by itself", 1024 },
		    [COLS] = { "cols", 4099, 65536, 262144, "elements of a row",
			       262144 } },
	.problem = problem,
	.reference = aisp_softmax_reference,
};
