/* SPDX-License-Identifier: MIT
 *
 * Loss and gradients of linear_ce_contract.h on a GPU, judged by the memory that they
 * take beside inputs and outputs, in at most 1.3 times the time of the baseline;
 * another workload may define the factor.
 */
#include "linear_ce_contract.h"

#ifndef MOST_TIMES
#define MOST_TIMES 1.3
#endif

static const struct aisp_score score = AISP_MEMORY_SCORE(MOST_TIMES);

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "the same loss and its gradients, on a GPU",
	.n_params = 3,
	.params = { [ROWS] = { "rows", 37, 144, 288, "rows of h, each a token's",
			       1024 },
		    [VOCAB] = { "vocab", 251, 8192, 16384, "words, a row of w each",
				32768 },
		    [INPUTS] = { "inputs", 24, 32, 64, "elements of a row", 64 } },
	.problem = problem,
	.prepare = prepare,
	.prepare_part = prepare_part,
	.reference = reference,
	.score = &score,
};
