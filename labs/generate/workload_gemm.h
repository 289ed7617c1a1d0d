/* SPDX-License-Identifier: MIT
 *
 * C = A B in fp32, row-major, on one core.
 * FLAGS: -O3
 */
#include <aisp/clones.h>
#include <aisp/gemm_reference.h>

enum { M, N, K };

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "matrix product, fp32, one core",
	.n_params = 3,
	.params = { [M] = { "m", 37, 256, 1024, "rows of A and C" },
		    [N] = { "n", 45, 256, 1024, "columns of B and C" },
		    [K] = { "k", 53, 256, 1024, "columns of A, rows of B" } },
	.problem = aisp_gemm_problem,
	.reference = aisp_gemm_reference,
};
