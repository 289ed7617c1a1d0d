/* SPDX-License-Identifier: MIT
 *
 * The same chain, shorter, but input and output lie elsewhere with each call: a
 * graph that was captured for other buffers has to be brought up to date.
 */
#include "ring.h"

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	ring_problem(p, pr);
	pr->workspace_bytes = 0; /* its address would change too: see update_steps.h */
	pr->uses = AISP_USES_GRAPHS | AISP_USES_ALLOC;
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "a chain of tiny steps on changing buffers",
	.n_params = 2,
	.params = { [N] = { "n", 1009, 4096, 16384, "cells" },
		    [STEPS] = { "steps", 37, 100, 1000, "steps" } },
	.problem = problem,
	.reference = reference,
};
