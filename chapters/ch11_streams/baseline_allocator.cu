/* SPDX-License-Identifier: MIT
 *
 * cudaMalloc() and cudaFree() in each call.  Both go to the driver, and the latter
 * waits until the whole GPU is idle.
 */
#include "workload_allocator.h"

#include "mean_squares.h"

static int run(const struct aisp_io *io, void *state)
{
	void *t;
	int rc;

	(void)state;
	AISP_TRY(cudaMalloc(&t, io->param[N] * sizeof(float)));
	rc = mean_squares(io, t);
	AISP_TRY(cudaFree(t));
	return rc;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_COMMON,
	.summary = "cudaMalloc and cudaFree in each call",
	.run = run,
};
