/* SPDX-License-Identifier: MIT
 *
 * gemm_rows with weights of 4 bits, q - 8, and a scale in bf16 for each group of 128 of
 * a row (E. Frantar et al., GPTQ, arXiv:2210.17323; J. Lin et al., AWQ,
 * arXiv:2306.00978).  Few rows wait for memory, of which these weights need a quarter.
 */
#define LOW_TYPE   AISP_U4
#define LOW_FILL   AISP_FILL_BYTES
#define SCALE_TYPE AISP_BF16
#define SCALE_ROWS 1

#include "low_batches.h"

static double weight_of(unsigned code)
{
	return (double)code - 8;
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "products of few rows with weights of 4 bits",
	.n_params = 5,
	.params = { [ROWS] = { "rows", 7, 8, 16, "rows of a batch, at most 64", 16 },
		    [OTHERS] = { "others", 3, 1, 3, "rows of another one", 1 },
		    [COLS] = { "cols", 131, 2048, 8192, "rows of each W", 8192 },
		    [DEPTH] = { "depth", 352, 2048, 8192, "columns of each W", 8192 },
		    [THREADS] = { "threads", 2, 2, 2, "threads of the CPU" } },
	.problem = problem,
	.prepare = prepare,
	.reference = reference,
	.invariant = invariant,
};
