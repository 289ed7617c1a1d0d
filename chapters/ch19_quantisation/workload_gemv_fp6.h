/* SPDX-License-Identifier: MIT
 *
 * y = W x with weights in MXFP6: e2m3, and a power of two for each 32 of a row.
 */
#define FEW_CODE  AISP_F6E2M3
#define FEW_SCALE AISP_E8M0
#define FEW_BLOCK 32

#include "gemv_few.h"

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "matrix-vector product, MXFP6",
	.n_params = 2,
	.params = { [ROWS] = { "rows", 61, 4096, 8192, "rows of W", 12288 },
		    [COLS] = { "cols", 352, 4096, 8192,
			       "columns of W, elements of x: a multiple of 32",
			       8192 } },
	.problem = problem,
	.prepare_part = prepare_part,
	.reference = reference,
};
