/* SPDX-License-Identifier: MIT
 *
 * C = A B in fp32, by a program in a language of tiles (tile_ir.h) that variants run in
 * different ways.  2mnk operations on mk + kn + mn numbers: arithmetic binds.
 */
#include <aisp/gemm_reference.h>

enum { M, N, K };

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "matrix product of tiles, fp32",
	.n_params = 3,
	.params = { [M] = { "m", 61, 400, 1024, "rows of A and C", 4096 },
		    [N] = { "n", 83, 400, 1024, "columns of B and C", 4096 },
		    [K] = { "k", 47, 400, 1024, "columns of A, rows of B", 4096 } },
	.problem = aisp_gemm_problem,
	.reference = aisp_gemm_reference,
};
