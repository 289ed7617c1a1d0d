/* SPDX-License-Identifier: MIT
 *
 * A block per row finds the k-th largest logit bit by bit: for each of 16 bits it
 * counts, over the whole row, how many logits are at least as large.
 *
 * CLASS: common
 * SUMMARY: a block per row, a pass for each bit of the k-th largest
 * LAUNCH: sample<<<rows, 1024>>>(tokens, logits, u, vocab, k, temperature)
 */
#include "workload_sample.h"

#include "sample_gpu.h"

/* How many of the row's orders are at least `bound`, in all threads. */
static __device__ int count(const uint16_t *l, int64_t n, uint32_t bound)
{
	__shared__ int found;
	int own = 0;

	__syncthreads();
	if (threadIdx.x == 0)
		found = 0;
	__syncthreads();
	for (int64_t i = threadIdx.x; i < n; i += 1024)
		own += bf16_order(l[i]) >= bound;
	atomicAdd(&found, own);
	__syncthreads();
	return found;
}

static __device__ uint32_t largest_order(const uint16_t *l, int64_t n)
{
	uint32_t bound = 0;

	for (uint32_t bit = 1 << 15; bit; bit >>= 1)
		if (count(l, n, bound | bit) > 0)
			bound |= bit;
	return bound;
}

__global__ void sample(int *tokens, const uint16_t *logits, const float *u,
		       int64_t vocab, int k, int temperature)
{
	const uint16_t *l = logits + blockIdx.x * vocab;
	struct draw_part d = { l,     NULL, 0, 0,
			       vocab, 0,    0, 1000 * LOG2_E / (float)temperature };

	for (uint32_t bit = 1 << 15; bit; bit >>= 1)
		if (count(l, vocab, d.kth | bit) >= k)
			d.kth |= bit;
	d.largest = of_bf16_order(largest_order(l, vocab));
	draw(tokens + blockIdx.x, &d, u[blockIdx.x]);
}
