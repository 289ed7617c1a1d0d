/* SPDX-License-Identifier: MIT
 *
 * CUB's prefix sums, a look-back tuned for the GPU.
 * NEEDS: cub/cub.cuh
 */
#include "workload_scan.h"
#include <aisp/cuda.h>
#include <cub/device/device_scan.cuh>

#define TEXT_(x) #x
#define TEXT(x)  TEXT_(x)

static int setup(const struct aisp_io *io, void **state)
{
	size_t bytes = 0;

	(void)state;
	AISP_TRY(cub::DeviceScan::InclusiveSum(NULL, bytes, (const int *)io->in[0].data,
					       (int *)io->out[0].data, io->param[N],
					       aisp_stream(io)));
	return bytes > io->workspace_bytes ? -ENOMEM : 0;
}

static int run(const struct aisp_io *io, void *state)
{
	size_t bytes = io->workspace_bytes;

	(void)state;
	AISP_TRY(cub::DeviceScan::InclusiveSum(
		io->workspace, bytes, (const int *)io->in[0].data,
		(int *)io->out[0].data, io->param[N], aisp_stream(io)));
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_LIBRARY,
	.summary = "CUB's DeviceScan::InclusiveSum",
	.library = "CUB (CCCL " TEXT(CCCL_VERSION) ")",
	.setup = setup,
	.run = run,
};
