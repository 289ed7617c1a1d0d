/* SPDX-License-Identifier: MIT
 *
 * CUB's histogram, a table per block.  It leaves out what lies beyond the outer levels;
 * hence an iterator that gives it bins, a byte each, which it counts as they are.
 * NEEDS: cub/cub.cuh
 */
#include "workload_histogram.h"
#include <aisp/cuda.h>
#include <cub/device/device_histogram.cuh>
#include <thrust/iterator/transform_iterator.h>

#define TEXT_(x) #x
#define TEXT(x)  TEXT_(x)

struct to_bin {
	ON_BOTH unsigned char operator()(float x) const
	{
		return (unsigned char)bin_of(x);
	}
};

static cudaError_t count(const struct aisp_io *io, void *workspace, size_t *bytes)
{
	auto bins = thrust::make_transform_iterator(aisp_in_f32(io, 0), to_bin());

	return cub::DeviceHistogram::HistogramEven(
		workspace, *bytes, bins, (int *)io->out[0].data, N_BINS + 1, 0, N_BINS,
		io->param[N], aisp_stream(io));
}

static int setup(const struct aisp_io *io, void **state)
{
	size_t bytes = 0;

	(void)state;
	AISP_TRY(count(io, NULL, &bytes));
	return bytes > io->workspace_bytes ? -ENOMEM : 0;
}

static int run(const struct aisp_io *io, void *state)
{
	size_t bytes = io->workspace_bytes;

	(void)state;
	AISP_TRY(count(io, io->workspace, &bytes));
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_LIBRARY,
	.summary = "CUB's DeviceHistogram::HistogramEven over bins",
	.library = "CUB (CCCL " TEXT(CCCL_VERSION) ")",
	.setup = setup,
	.run = run,
};
