/* SPDX-License-Identifier: MIT
 *
 * A block per row; k times the largest of what lies behind the last one found: k reads
 * of the row.
 */
#include "workload_topk.h"

#include "topk_order.h"

#define THREADS 256

/* The largest of all threads' keys, in all threads; the whole block must call it. */
static __device__ uint64_t block_max(uint64_t key)
{
	__shared__ uint64_t part[THREADS / 32];

	for (int half = 16; half > 0; half /= 2)
		key = max(key, __shfl_xor_sync(~0u, key, half));
	if (threadIdx.x % 32 == 0)
		part[threadIdx.x / 32] = key;
	__syncthreads();
	for (int w = 0; w < THREADS / 32; w++)
		key = max(key, part[w]);
	__syncthreads();
	return key;
}

/* No two elements have one key: of equal ones the first is found first. */
static __device__ uint64_t key_of(float x, int j)
{
	return (uint64_t)order_of(x) << 32 | ~(uint32_t)j;
}

static __global__ void __launch_bounds__(THREADS)
	topk(float *restrict y, const float *restrict x, int cols, int k)
{
	uint64_t last = UINT64_MAX;

	x += (int64_t)blockIdx.x * cols;
	y += (int64_t)blockIdx.x * k;
	for (int i = 0; i < k; i++) {
		uint64_t best = 0;

		for (int j = threadIdx.x; j < cols; j += THREADS) {
			uint64_t key = key_of(x[j], j);

			best = key < last ? max(best, key) : best;
		}
		last = block_max(best);
		if (threadIdx.x == 0)
			y[i] = value_of((uint32_t)(last >> 32));
	}
}

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	topk<<<(unsigned)io->param[ROWS], THREADS, 0, aisp_stream(io)>>>(
		aisp_out_f32(io, 0), aisp_in_f32(io, 0), (int)io->param[COLS],
		(int)io->param[K]);
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_NAIVE,
	.summary = "a block per row, k reads of it",
	.run = run,
};
