/* SPDX-License-Identifier: MIT
 *
 * C = A B^T in bf16, sums in fp32.  A and B both lie along k, as the weights and
 * the activations of a layer do.  Above a few hundred operations per byte the tensor
 * cores bind, if they are kept supplied.
 */
#include "gemm_bf16.h"

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "matrix product, bf16",
	.n_params = 3,
	.params = { [M] = { "m", 187, 1024, 16384, "rows of A and C", 8192 },
		    [N] = { "n", 328, 1024, 16384, "rows of B, columns of C", 8192 },
		    [K] = { "k", 136, 1024, 16384, "columns of A and B", 8192 } },
	.problem = problem,
	.reference = aisp_bf16_gemm_reference,
};
