/* SPDX-License-Identifier: MIT
 *
 * A thread per output reads its 25 inputs.  The first-level cache saves memory the
 * repetition, but has to deliver each element 25 times.
 */
#include "workload_tiling.h"

#include "taps.h"

static __global__ void filter(float *restrict b, const float *restrict a,
			      const __grid_constant__ struct taps taps, int64_t rows,
			      int64_t cols)
{
	unsigned across = (unsigned)((cols + blockDim.x - 1) / blockDim.x);
	int64_t i = (int64_t)(blockIdx.x / across) * blockDim.y + threadIdx.y;
	int64_t j = (int64_t)(blockIdx.x % across) * blockDim.x + threadIdx.x;
	float sum = 0;

	if (i >= rows || j >= cols)
		return;
#pragma unroll
	for (int di = -RADIUS; di <= RADIUS; di++)
#pragma unroll
		for (int dj = -RADIUS; dj <= RADIUS; dj++)
			if (i + di >= 0 && i + di < rows && j + dj >= 0 &&
			    j + dj < cols)
				sum += taps.w[di + RADIUS][dj + RADIUS] *
				       a[(i + di) * cols + j + dj];
	b[i * cols + j] = sum;
}

static int run(const struct aisp_io *io, void *state)
{
	int64_t rows = io->param[ROWS], cols = io->param[COLS];
	dim3 block(32, 8);

	(void)state;
	filter<<<aisp_ceil_div(rows, block.y) * aisp_ceil_div(cols, block.x), block, 0,
		 aisp_stream(io)>>>(aisp_out_f32(io, 0), aisp_in_f32(io, 0),
				    taps_of(io), rows, cols);
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_COMMON,
	.summary = "a thread per output, 25 loads each",
	.run = run,
};
