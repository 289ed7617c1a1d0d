/* SPDX-License-Identifier: MIT
 *
 * gemm_rows with weights in e4m3 and a scale in fp32 for each block of 128 x 128 of
 * them, as DeepSeek-V3 publishes its weights (arXiv:2412.19437).  Few rows wait for
 * memory, of which these weights need half as much as in bf16.
 */
#define LOW_TYPE   AISP_F8E4M3
#define LOW_FILL   AISP_FILL_REAL
#define SCALE_TYPE AISP_F32
#define SCALE_ROWS 128

#include "low_batches.h"

static double weight_of(unsigned code)
{
	return aisp_value_of(AISP_F8E4M3, code);
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "products of few rows with weights in e4m3",
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
