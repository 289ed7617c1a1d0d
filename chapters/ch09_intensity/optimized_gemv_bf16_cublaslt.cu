/* SPDX-License-Identifier: MIT
 *
 * cuBLASLt, the best that its heuristic proposes, found by timing: y = x W^T.
 * NEEDS: cublasLt.h
 * LIBS: -lcublasLt
 * WORKSPACE: 33554432
 */
#include "workload_gemv_bf16.h"

#include <aisp/cublaslt.h>

static int setup(const struct aisp_io *io, void **state)
{
	const int64_t sizes[] = { 1, io->param[ROWS], io->param[COLS] };
	struct aisp_io product = *io;
	int rc;

	product.param = sizes;
	rc = lt_new(state, &product, CUDA_R_16BF, CUDA_R_32F, CUBLAS_COMPUTE_32F);
	return rc ? rc : lt_choose(*state, io);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_LIBRARY,
	.summary = "cuBLASLt, the fastest algorithm of its heuristic's list",
	.library = LT_NAME,
	.setup = setup,
	.run = lt_run,
	.teardown = lt_teardown,
};
