/* SPDX-License-Identifier: MIT
 *
 * A deep net: the memory for kept values grows with its depth.
 */
#include "net.h"

static const struct aisp_score score = AISP_MEMORY_SCORE(1.5);

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "gradients of a deep net",
	.n_params = 3,
	.params = { [ROWS] = { "rows", 37, 192, 384, "rows of a batch" },
		    [LAYERS] = { "layers", 7, 24, 36, "layers of the net" },
		    [WIDTH] = { "width", 19, 96, 96, "elements of a row" } },
	.problem = problem,
	.prepare = prepare,
	.reference = reference,
	.score = &score,
};
