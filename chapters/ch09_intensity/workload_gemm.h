/* SPDX-License-Identifier: MIT
 *
 * C = A B in fp32.  2mnk operations on mk + kn + mn numbers: with enough reuse
 * the arithmetic binds, without it memory does.
 */
#include <aisp/gemm_reference.h>

enum { M, N, K, THREADS };

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	aisp_gemm_problem(p, pr);
	pr->n_threads = (int)p[THREADS];
	pr->uses = AISP_USES_ALLOC; /* oneDNN packs into memory of its own */
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "matrix product, fp32",
	.n_params = 4,
	.params = { [M] = { "m", 61, 400, 1024, "rows of A and C", 4096 },
		    [N] = { "n", 83, 400, 1024, "columns of B and C", 4096 },
		    [K] = { "k", 47, 400, 1024, "columns of A, rows of B", 4096 },
		    [THREADS] = { "threads", 1, 1, 1,
				  "threads that a variant may use" } },
	.problem = problem,
	.reference = aisp_gemm_reference,
};
