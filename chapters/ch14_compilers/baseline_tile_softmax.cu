/* SPDX-License-Identifier: MIT
 *
 * Three passes over a row, as a compiler without tiles would emit them: powers go to
 * the output and come back.
 */
#include "workload_tile_softmax.h"

#include <aisp/block_reduce.h>

#define THREADS 256

static __global__ void row(float *y, const float *restrict x, int64_t n)
{
	float max = -INFINITY, sum = 0;

	x += blockIdx.x * n;
	y += blockIdx.x * n;
	for (int64_t j = threadIdx.x; j < n; j += THREADS)
		max = fmaxf(max, x[j]);
	max = block_reduce<larger>(max);
	for (int64_t j = threadIdx.x; j < n; j += THREADS) {
		y[j] = expf(x[j] - max);
		sum += y[j];
	}
	sum = block_reduce<plus, 1>(sum);
	for (int64_t j = threadIdx.x; j < n; j += THREADS)
		y[j] /= sum;
}

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	row<<<(unsigned)io->param[ROWS], THREADS, 0, aisp_stream(io)>>>(
		aisp_out_f32(io, 0), aisp_in_f32(io, 0), io->param[COLS]);
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_COMMON,
	.summary = "three passes, powers through memory",
	.run = run,
};
