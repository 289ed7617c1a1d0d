/* SPDX-License-Identifier: MIT
 *
 * All-to-all: every rank has a block for each, and ends with the blocks for it, in the
 * order of ranks.  Blocks have one size.
 */
#include "blocks.h"

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	blocks_problem(p, pr, p[RANKS], p[RANKS]);
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	int64_t elems = io->param[ELEMS], ranks = io->param[RANKS];
	const float *x = aisp_in_f32(io, 0);

	(void)o;
	for (int64_t e = 0; e < n; e++) {
		int64_t block = (first + e) / elems, i = (first + e) % elems;

		/* Block b of rank a's row of y is block a of rank b's row of x. */
		ref[e] = (double)x[(block % ranks * ranks + block / ranks) * elems + i];
		mag[e] = fabs(ref[e]);
	}
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "all-to-all between processes",
	.n_params = 2,
	.params = BLOCK_PARAMS,
	.problem = problem,
	.reference = reference,
};
