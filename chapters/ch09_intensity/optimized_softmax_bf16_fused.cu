/* SPDX-License-Identifier: MIT
 *
 * One block takes a row through all three passes, an element at a time: memory
 * serves the first, the caches the others.
 */
#include "workload_softmax_bf16.h"

#include "bf16_row.h"

#define THREADS 256

static __global__ void softmax(uint16_t *restrict y, const uint16_t *restrict x,
			       int cols)
{
	float max = -INFINITY, sum = 0;

	x += (int64_t)blockIdx.x * cols;
	y += (int64_t)blockIdx.x * cols;
	for (int j = threadIdx.x; j < cols; j += THREADS)
		max = fmaxf(max, low(x[j]));
	max = block_reduce<larger>(max);
	for (int j = threadIdx.x; j < cols; j += THREADS)
		sum += expf(low(x[j]) - max);
	sum = block_reduce<plus>(sum);
	for (int j = threadIdx.x; j < cols; j += THREADS)
		y[j] = (uint16_t)pack(expf(low(x[j]) - max) / sum, 0);
}

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	softmax<<<(unsigned)io->param[SOFTMAX_ROWS], THREADS, 0, aisp_stream(io)>>>(
		(uint16_t *)io->out[0].data, (const uint16_t *)io->in[0].data,
		(int)io->param[SOFTMAX_COLS]);
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "all passes over a row in one block, 2 bytes per access",
	.run = run,
};
