/* SPDX-License-Identifier: MIT
 *
 * b = a, a matrix.  Nothing to compute: what is left is how much traffic an
 * order of loops and a kind of store make of the same bytes.  So gcc may neither
 * exchange the loops nor call memcpy(), which picks its own stores: see the flags
 * of the C variants.
 */
#include <aisp/copy_reference.h>

enum { ROWS, COLS };

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	aisp_add_in(pr, (struct aisp_spec){ "a", AISP_F32, 2, { p[ROWS], p[COLS] } });
	aisp_add_out(pr, (struct aisp_spec){ "b", AISP_F32, 2, { p[ROWS], p[COLS] } });
	pr->bytes = 2.0 * (double)(p[ROWS] * p[COLS]) * sizeof(float);
	pr->is_cold = 1;
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "matrix copy",
	.n_params = 2,
	.params = { [ROWS] = { "rows", 61, 4096, 8192, "rows", 16384 },
		    [COLS] = { "cols", 67, 2040, 4088, "columns", 8192 } },
	.problem = problem,
	.reference = aisp_copy_reference,
};
