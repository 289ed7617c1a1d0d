/* SPDX-License-Identifier: MIT
 *
 * CUB's radix sort.
 * NEEDS: cub/cub.cuh
 * WORKSPACE: 8 * n + 16777216
 */
#include "workload_sort.h"
#include <aisp/cuda.h>
#include <cub/device/device_radix_sort.cuh>

#define TEXT_(x) #x
#define TEXT(x)  TEXT_(x)

static cudaError_t sort(const struct aisp_io *io, void *workspace, size_t *bytes)
{
	return cub::DeviceRadixSort::SortKeys(
		workspace, *bytes, (const int32_t *)io->in[0].data,
		(int32_t *)io->out[0].data, io->param[N], 0, 32, aisp_stream(io));
}

static int setup(const struct aisp_io *io, void **state)
{
	size_t bytes = 0;

	(void)state;
	AISP_TRY(sort(io, NULL, &bytes));
	return bytes > io->workspace_bytes ? -ENOMEM : 0;
}

static int run(const struct aisp_io *io, void *state)
{
	size_t bytes = io->workspace_bytes;

	(void)state;
	AISP_TRY(sort(io, io->workspace, &bytes));
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_LIBRARY,
	.summary = "CUB's DeviceRadixSort::SortKeys",
	.library = "CUB (CCCL " TEXT(CCCL_VERSION) ")",
	.setup = setup,
	.run = run,
};
