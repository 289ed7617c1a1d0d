/* SPDX-License-Identifier: MIT
 *
 * One block takes a row through both passes, an element at a time: memory serves the
 * first, the caches the second.
 */
#include "workload_rmsnorm_bf16.h"

#include "bf16_row.h"

#define THREADS 256

static __global__ void normalise(uint16_t *restrict y, const uint16_t *restrict x,
				 const uint16_t *restrict g, int cols)
{
	float s = 0;

	x += (int64_t)blockIdx.x * cols;
	y += (int64_t)blockIdx.x * cols;
	for (int j = threadIdx.x; j < cols; j += THREADS)
		s += low(x[j]) * low(x[j]);
	s = rsqrtf(block_reduce<plus>(s) / (float)cols + RMS_EPS);
	for (int j = threadIdx.x; j < cols; j += THREADS)
		y[j] = (uint16_t)pack(low(x[j]) * s * low(g[j]), 0);
}

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	normalise<<<(unsigned)io->param[RMS_ROWS], THREADS, 0, aisp_stream(io)>>>(
		(uint16_t *)io->out[0].data, (const uint16_t *)io->in[0].data,
		(const uint16_t *)io->in[1].data, (int)io->param[RMS_COLS]);
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "both passes over a row in one block, 2 bytes per access",
	.run = run,
};
