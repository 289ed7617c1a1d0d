/* SPDX-License-Identifier: MIT
 *
 * y = W x with weights in NVFP4: e2m1, and a scale in e4m3 for each 16 of a row.
 */
#define FEW_CODE  AISP_F4E2M1
#define FEW_SCALE AISP_F8E4M3
#define FEW_BLOCK 16

#include "gemv_few.h"

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "matrix-vector product, NVFP4",
	.n_params = 2,
	.params = { [ROWS] = { "rows", 61, 4096, 8192, "rows of W", 16384 },
		    [COLS] = { "cols", 352, 4096, 8192,
			       "columns of W, elements of x: a multiple of 32",
			       8192 } },
	.problem = problem,
	.prepare_part = prepare_part,
	.reference = reference,
};
