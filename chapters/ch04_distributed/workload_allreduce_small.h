/* SPDX-License-Identifier: MIT
 *
 * All-reduce of few numbers in bf16, as for each token that several GPUs decode
 * together: launches and signals take the time, not bytes.
 */
#include "allreduce_bf16.h"

static void small_problem(const int64_t *p, struct aisp_problem *pr)
{
	problem(p, pr);
	if (p[ELEMS] > PACKETS_MOST_ELEMS)
		pr->invalid = "elems is at most 1048576; allreduce_bf16 takes more";
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "all-reduce of few numbers between GPUs",
	.n_params = 2,
	.params = { [RANKS] = { "ranks", 2, 2, 2, "processes" },
		    [ELEMS] = { "elems", 4099, 1 << 15, 1 << 19, "of each rank" } },
	.problem = small_problem,
	.reference = reference,
	.invariant = invariant,
};
