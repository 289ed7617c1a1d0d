/* SPDX-License-Identifier: MIT
 *
 * cublasSgemm in fp32, without TF32.
 * NEEDS: cublas_v2.h
 * LIBS: -lcublas
 */
#include "workload_gemm.h"

#include "gemm_blocks.h"
#include <cublas_v2.h>

#define TEXT_(x) #x
#define TEXT(x)  TEXT_(x)

static int setup(const struct aisp_io *io, void **state)
{
	cublasHandle_t handle;

	if (cublasCreate(&handle) != CUBLAS_STATUS_SUCCESS)
		return -ENOTSUP;
	*state = handle;
	return cublasSetStream(handle, aisp_stream(io)) == CUBLAS_STATUS_SUCCESS &&
			       cublasSetMathMode(handle, CUBLAS_DEFAULT_MATH) ==
				       CUBLAS_STATUS_SUCCESS
		       ? 0
		       : -EIO;
}

/* Its matrices are column by column: to it, C^T = B^T A^T. */
static int run(const struct aisp_io *io, void *state)
{
	struct gemm g = gemm_of(io);
	const float one = 1, zero = 0;

	return cublasSgemm((cublasHandle_t)state, CUBLAS_OP_N, CUBLAS_OP_N, (int)g.n,
			   (int)g.m, (int)g.k, &one, g.b, (int)g.n, g.a, (int)g.k,
			   &zero, g.c, (int)g.n) == CUBLAS_STATUS_SUCCESS
		       ? 0
		       : -EIO;
}

static void teardown(void *state)
{
	cublasDestroy((cublasHandle_t)state);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_LIBRARY,
	.summary = "cublasSgemm",
	.library = "cuBLAS " TEXT(CUBLAS_VER_MAJOR) "." TEXT(CUBLAS_VER_MINOR) "." TEXT(
		CUBLAS_VER_PATCH),
	.setup = setup,
	.run = run,
	.teardown = teardown,
	.needs = "cuBLAS",
};
