/* SPDX-License-Identifier: MIT
 *
 * All-gather: every rank ends with the blocks of all, in the order of ranks.
 */
#include "blocks.h"

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	blocks_problem(p, pr, 1, p[RANKS]);
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	int64_t row = io->out[o].shape[1];
	const float *x = aisp_in_f32(io, 0);

	for (int64_t e = 0; e < n; e++) {
		ref[e] = (double)x[(first + e) % row];
		mag[e] = fabs(ref[e]);
	}
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "all-gather between processes",
	.n_params = 2,
	.params = BLOCK_PARAMS,
	.problem = problem,
	.reference = reference,
};
