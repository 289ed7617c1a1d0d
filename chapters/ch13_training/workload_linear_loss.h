/* SPDX-License-Identifier: MIT
 *
 * Loss and gradients of linear_ce_contract.h on a GPU, judged by time: nobody counts a
 * GPU's memory, but each variant says in its first comment what it takes.
 */
#include "linear_ce_contract.h"

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "the same loss and its gradients, by time",
	.n_params = 3,
	.params = { [ROWS] = { "rows", 37, 144, 288, "rows of h, each a token's",
			       1024 },
		    [VOCAB] = { "vocab", 251, 8192, 16384, "words, a row of w each",
				32768 },
		    [INPUTS] = { "inputs", 24, 32, 64, "elements of a row", 64 } },
	.problem = problem,
	.prepare = prepare,
	.reference = reference,
};
