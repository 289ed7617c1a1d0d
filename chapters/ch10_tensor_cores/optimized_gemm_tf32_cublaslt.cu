/* SPDX-License-Identifier: MIT
 *
 * cuBLASLt, the best that its heuristic proposes, found by timing.
 * NEEDS: cublasLt.h
 * LIBS: -lcublasLt
 */
#include "workload_gemm_tf32.h"

#include "lt.h"

static int setup(const struct aisp_io *io, void **state)
{
	struct lt *l = (struct lt *)calloc(1, sizeof(*l));
	int rc;

	*state = l;
	if (!l)
		return -ENOMEM;
	rc = lt_describe(l, io, CUDA_R_32F, CUDA_R_32F, CUBLAS_COMPUTE_32F_FAST_TF32);
	return rc ? rc : lt_choose(l, io);
}

static int run(const struct aisp_io *io, void *state)
{
	const struct lt *l = (const struct lt *)state;

	return lt_multiply(l, io, &l->algo);
}

static void teardown(void *state)
{
	lt_release((struct lt *)state);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_LIBRARY,
	.summary = "cuBLASLt, the fastest algorithm of its heuristic's list",
	.library = LT_NAME,
	.setup = setup,
	.run = run,
	.teardown = teardown,
};
