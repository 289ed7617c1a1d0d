/* SPDX-License-Identifier: MIT
 *
 * The net of net.h as a program of small operations, three a layer: z = h w, s = 1 / (1
 * + exp(-z)), h = z s.  Their gradients come by the chain rule, in the opposite order
 * (S. Linnainmaa, BIT 16, 1976).  Batches are so small that work beside the operations
 * matters.
 */
#include "net.h"

/* A layer's values and gradients of the whole net, and a few. */
#define N_LEVELS(p) (6 * (p)[LAYERS] + 8)

static void tape_problem(const int64_t *p, struct aisp_problem *pr)
{
	problem(p, pr);
	pr->workspace_bytes =
		sizeof(float) * (size_t)(N_LEVELS(p) * p[ROWS] * p[WIDTH]);
	pr->uses = AISP_USES_ALLOC; /* a tape's nodes */
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "gradients of many small operations",
	.n_params = 3,
	.params = { [ROWS] = { "rows", 5, 4, 8, "rows of a batch" },
		    [LAYERS] = { "layers", 7, 20, 20,
				 "layers of the net, three operations each" },
		    [WIDTH] = { "width", 13, 16, 32, "elements of a row" } },
	.problem = tape_problem,
	.prepare = prepare,
	.reference = reference,
};
