/* SPDX-License-Identifier: MIT
 *
 * A launch for each product, which is too small for the GPU.
 */
#include "workload_gemm_batch.h"

#include "tile_gemm_batch.h"

static int run(const struct aisp_io *io, void *state)
{
	int rc = 0;

	(void)state;
	for (int64_t i = 0; i < io->param[BATCH] && !rc; i++)
		rc = launch_products(io, i, 1);
	return rc;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_COMMON,
	.summary = "a launch for each product",
	.run = run,
};
