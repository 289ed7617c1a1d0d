/* SPDX-License-Identifier: MIT
 *
 * CUB's reduction, which picks block size, vectors and finish for the GPU.
 * NEEDS: cub/cub.cuh
 */
#include "workload_sum.h"
#include <aisp/cuda.h>
#include <cub/device/device_reduce.cuh>

#define TEXT_(x) #x
#define TEXT(x)  TEXT_(x)

static int setup(const struct aisp_io *io, void **state)
{
	size_t bytes = 0;

	(void)state;
	AISP_TRY(cub::DeviceReduce::Sum(NULL, bytes, aisp_in_f32(io, 0),
					aisp_out_f32(io, 0), io->param[N],
					aisp_stream(io)));
	return bytes > io->workspace_bytes ? -ENOMEM : 0;
}

static int run(const struct aisp_io *io, void *state)
{
	size_t bytes = io->workspace_bytes;

	(void)state;
	AISP_TRY(cub::DeviceReduce::Sum(io->workspace, bytes, aisp_in_f32(io, 0),
					aisp_out_f32(io, 0), io->param[N],
					aisp_stream(io)));
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_LIBRARY,
	.summary = "CUB's DeviceReduce::Sum",
	.library = "CUB (CCCL " TEXT(CCCL_VERSION) ")",
	.setup = setup,
	.run = run,
};
