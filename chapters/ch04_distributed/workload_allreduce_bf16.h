/* SPDX-License-Identifier: MIT
 *
 * All-reduce of large tensors of bf16, as of gradients in training.
 */
#include "allreduce_bf16.h"

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "all-reduce of bf16 between GPUs",
	.n_params = 2,
	.params = { [RANKS] = { "ranks", 2, 2, 2, "processes" },
		    [ELEMS] = { "elems", 4099, 1 << 25, 1 << 29, "of each rank" } },
	.problem = problem,
	.reference = reference,
	.invariant = invariant,
};
