/* SPDX-License-Identifier: MIT
 *
 * One pass: a thread's sum is relative to the largest of its own elements so far, and
 * is rescaled when that grows (M. Milakov and N. Gimelshein, arXiv:1805.02867).  An
 * element at a time.
 */
#include "workload_cross_entropy.h"

#include <aisp/bf16_words.h>
#include <aisp/block_reduce.h>

#define THREADS 256

static __global__ void lose(float *restrict loss, const uint16_t *restrict x,
			    const int *restrict target, int cols)
{
	float max = -INFINITY, sum = 0, most;

	x += (int64_t)blockIdx.x * cols;
	for (int j = threadIdx.x; j < cols; j += THREADS) {
		float v = low(x[j]);

		if (v > max) {
			sum *= expf(max - v);
			max = v;
		}
		sum += expf(v - max);
	}
	most = block_reduce<larger>(max);
	sum = block_reduce<plus>(sum > 0 ? sum * expf(max - most) : 0);
	if (threadIdx.x == 0)
		loss[blockIdx.x] = logf(sum) + (most - low(x[target[blockIdx.x]]));
}

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	lose<<<(unsigned)io->param[ENTROPY_ROWS], THREADS, 0, aisp_stream(io)>>>(
		aisp_out_f32(io, 0), (const uint16_t *)io->in[IN_X].data,
		(const int *)io->in[IN_TARGET].data, (int)io->param[ENTROPY_COLS]);
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "maximum and sum in one pass, 2 bytes per access",
	.run = run,
};
