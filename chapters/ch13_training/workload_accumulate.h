/* SPDX-License-Identifier: MIT
 *
 * A few layers and a batch that is much larger than they are: kept values grow with the
 * batch, gradients do not.
 */
#include "net.h"

static const struct aisp_score score = AISP_MEMORY_SCORE(1.3);

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "gradients of a few layers over a large batch",
	.n_params = 3,
	.params = { [ROWS] = { "rows", 77, 768, 1536, "rows of the batch" },
		    [LAYERS] = { "layers", 3, 6, 6, "layers of the net" },
		    [WIDTH] = { "width", 19, 96, 96, "elements of a row" } },
	.problem = problem,
	.prepare = prepare,
	.reference = reference,
	.score = &score,
};
