/* SPDX-License-Identifier: MIT
 *
 * C = A B^T in bf16, sums in fp32: a layer of a language model, m tokens by the
 * transposed weights.  By default it is the output of attention in a model of 70
 * billion parameters (8192 x 8192), for a batch with an arbitrary number of tokens.
 */
#include "../../chapters/ch10_tensor_cores/gemm_bf16.h"

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "a language model's layer, bf16",
	.n_params = 3,
	/* The small one is ragged, and long enough that tiles are worth cutting. */
	.params = { [M] = { "m", 131, 1024, 2304, "tokens: rows of A and C", 1280 },
		    [N] = { "n", 264, 1024, 28672, "features out: columns of C", 8192 },
		    [K] = { "k", 2184, 1024, 8192, "features in: columns of A and B",
			    8192 } },
	.problem = problem,
	.reference = aisp_bf16_gemm_reference,
};
