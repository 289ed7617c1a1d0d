/* SPDX-License-Identifier: MIT
 *
 * cuBLASLt with its own epilogue of bias and GELU, the fastest algorithm for it.
 * NEEDS: cublasLt.h
 * LIBS: -lcublasLt
 */
#include "workload_gemm_bias_gelu.h"

#include <aisp/cublaslt.h>

static int set_bias(const struct lt *l, const struct aisp_io *io)
{
	const void *bias = io->in[2].data;

	return lt_status(cublasLtMatmulDescSetAttribute(
		l->desc, CUBLASLT_MATMUL_DESC_BIAS_POINTER, &bias, sizeof(bias)));
}

static int setup(const struct aisp_io *io, void **state)
{
	cublasLtEpilogue_t epilogue = CUBLASLT_EPILOGUE_GELU_BIAS;
	int rc = lt_new(state, io, CUDA_R_16BF, CUDA_R_16BF, CUBLAS_COMPUTE_32F);
	const struct lt *l = (const struct lt *)*state;

	if (rc)
		return rc;
	LT_TRY(cublasLtMatmulDescSetAttribute(l->desc, CUBLASLT_MATMUL_DESC_EPILOGUE,
					      &epilogue, sizeof(epilogue)));
	rc = set_bias(l, io);
	return rc ? rc : lt_choose(*state, io);
}

static int run(const struct aisp_io *io, void *state)
{
	const struct lt *l = (const struct lt *)state;
	int rc = set_bias(l, io); /* its address differs from call to call */

	return rc ? rc : lt_multiply(l, io, &l->algo);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_LIBRARY,
	.summary = "cuBLASLt with its epilogue of bias and GELU",
	.library = LT_NAME,
	.setup = setup,
	.run = run,
	.teardown = lt_teardown,
};
