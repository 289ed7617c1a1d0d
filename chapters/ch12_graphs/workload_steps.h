/* SPDX-License-Identifier: MIT
 *
 * Heat spreads along a ring in many steps.  A step is far shorter than what it
 * costs to launch it.
 */
#include "ring.h"

#define CPU_THREADS 2

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	ring_problem(p, pr);
	pr->n_threads = CPU_THREADS;
	pr->uses = AISP_USES_GRAPHS | AISP_USES_FIXED_IO;
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "a chain of tiny steps",
	.n_params = 2,
	.params = { [N] = { "n", 1009, 4096, 16384, "cells" },
		    [STEPS] = { "steps", 37, 1000, 1000, "steps" } },
	.problem = problem,
	.reference = reference,
};
