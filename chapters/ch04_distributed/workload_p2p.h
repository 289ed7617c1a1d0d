/* SPDX-License-Identifier: MIT
 *
 * A copy from GPU to GPU: each rank gets the data of the next rank, and the last rank
 * those of the first.
 */
#include "blocks.h"

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	blocks_problem(p, pr, 1, 1);
	pr->ranks.wire_bytes = 4.0 * (double)p[ELEMS];
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	int64_t elems = io->in[0].shape[1], ranks = io->in[0].shape[0];
	const float *x = aisp_in_f32(io, 0);

	(void)o;
	for (int64_t e = 0; e < n; e++) {
		ref[e] = (double)x[(first + e + elems) % (ranks * elems)];
		mag[e] = fabs(ref[e]);
	}
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "copies between neighbours",
	.n_params = 2,
	.params = BLOCK_PARAMS,
	.problem = problem,
	.reference = reference,
};
