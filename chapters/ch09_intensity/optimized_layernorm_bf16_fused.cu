/* SPDX-License-Identifier: MIT
 *
 * One block takes a row through all three passes, an element at a time: memory
 * serves the first, the caches the others.
 */
#include "workload_layernorm_bf16.h"

#include "bf16_row.h"

#define THREADS 256

static __global__ void normalise(uint16_t *restrict y, const uint16_t *restrict x,
				 const uint16_t *restrict g, const uint16_t *restrict b,
				 int cols)
{
	float mean = 0, s = 0;

	x += (int64_t)blockIdx.x * cols;
	y += (int64_t)blockIdx.x * cols;
	for (int j = threadIdx.x; j < cols; j += THREADS)
		mean += low(x[j]);
	mean = block_reduce<plus>(mean) / (float)cols;
	for (int j = threadIdx.x; j < cols; j += THREADS) {
		float d = low(x[j]) - mean;

		s += d * d;
	}
	s = rsqrtf(block_reduce<plus, 1>(s) / (float)cols + LAYER_EPS);
	for (int j = threadIdx.x; j < cols; j += THREADS)
		y[j] = (uint16_t)pack((low(x[j]) - mean) * s * low(g[j]) + low(b[j]),
				      0);
}

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	normalise<<<(unsigned)io->param[LAYER_ROWS], THREADS, 0, aisp_stream(io)>>>(
		(uint16_t *)io->out[0].data, (const uint16_t *)io->in[0].data,
		(const uint16_t *)io->in[1].data, (const uint16_t *)io->in[2].data,
		(int)io->param[LAYER_COLS]);
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "all passes over a row in one block, 2 bytes per access",
	.run = run,
};
