/* SPDX-License-Identifier: MIT
 *
 * Neighbouring threads take neighbouring columns: a warp's 32 elements are four
 * whole sectors, one line.
 */
#include "workload_copy.h"
#include <aisp/cuda.h>

#define THREADS 256

static __global__ void copy(float *restrict b, const float *restrict a, int64_t rows,
			    int64_t cols)
{
	int64_t j = (int64_t)blockIdx.x * THREADS + threadIdx.x;

	if (j < cols)
		for (int64_t i = blockIdx.y; i < rows; i += gridDim.y)
			b[i * cols + j] = a[i * cols + j];
}

static int run(const struct aisp_io *io, void *state)
{
	int64_t rows = io->param[ROWS], cols = io->param[COLS];
	dim3 grid(aisp_ceil_div(cols, THREADS), rows < 65535 ? rows : 65535);

	(void)state;
	copy<<<grid, THREADS, 0, aisp_stream(io)>>>(aisp_out_f32(io, 0),
						    aisp_in_f32(io, 0), rows, cols);
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "neighbouring threads read neighbouring columns",
	.run = run,
};
