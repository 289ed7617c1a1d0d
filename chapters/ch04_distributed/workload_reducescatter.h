/* SPDX-License-Identifier: MIT
 *
 * Reduce-scatter: every rank has a block for each, and ends with the sum of the blocks
 * for it.
 */
#include "blocks.h"

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	blocks_problem(p, pr, p[RANKS], 1);
	pr->ranks.is_sum = 1;
	pr->flops = (double)((p[RANKS] - 1) * p[RANKS] * p[ELEMS]);
	pr->error_c = aisp_error_sum(p[RANKS]);
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	int64_t row = io->in[0].shape[1];
	const float *x = aisp_in_f32(io, 0);

	(void)o;
	for (int64_t e = 0; e < n; e++) {
		ref[e] = mag[e] = 0;
		for (int64_t r = 0; r < io->in[0].shape[0]; r++) {
			/* Rows of y are the blocks of a row of x. */
			double a = (double)x[r * row + first + e];

			ref[e] += a;
			mag[e] += fabs(a);
		}
	}
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "reduce-scatter between processes",
	.n_params = 2,
	.params = BLOCK_PARAMS,
	.problem = problem,
	.reference = reference,
};
