/* SPDX-License-Identifier: MIT
 *
 * Softmax along each row: y = exp(x - max) / sum of those, by a program in a language
 * of tiles (tile_ir.h) that variants run in different ways.  Each element is read and
 * written once: memory binds, if the powers are quick.
 */
#include <aisp/softmax_f32.h>

enum { ROWS, COLS };

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	int64_t rows = p[ROWS], cols = p[COLS];

	aisp_add_in(pr, (struct aisp_spec){ "x", AISP_F32, 2, { rows, cols } });
	aisp_add_out(pr, (struct aisp_spec){ "y", AISP_F32, 2, { rows, cols } });
	pr->flops = 5.0 * (double)rows * (double)cols;
	pr->bytes = 2.0 * (double)rows * (double)cols * sizeof(float);
	pr->is_cold = 1;
	pr->error_c = aisp_error_sum(cols);
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "softmax of tiles, fp32",
	.n_params = 2,
	.params = { [ROWS] = { "rows", 37, 4096, 8192, "rows, each by itself", 32768 },
		    [COLS] = { "cols", 203, 2048, 4096, "elements of a row" } },
	.problem = problem,
	.reference = aisp_softmax_f32_reference,
};
