/* SPDX-License-Identifier: MIT
 *
 * classifier_gpu.h - the softmax of a block's row, over the part that was read so far.
 */
#include <aisp/bf16_words.h>

#define BLOCK  512
#define LOG2_E 1.44269504f

/* The largest logit, and the sum of powers e^(x - max). */
struct softmax_part {
	float max, sum;
};

#define NOTHING make_part(-3.4e38f, 0)

static __device__ struct softmax_part make_part(float max, float sum)
{
	struct softmax_part p = { max, sum };

	return p;
}

/* e^(x - max) */
static __device__ float power(float x, float max)
{
	return power_of_two((x - max) * LOG2_E);
}

static __device__ struct softmax_part merge(struct softmax_part a,
					    struct softmax_part b)
{
	float max = fmaxf(a.max, b.max);

	return make_part(max, a.sum * power(a.max, max) + b.sum * power(b.max, max));
}

static __device__ struct softmax_part warp_merge(struct softmax_part p)
{
	for (int half = 16; half > 0; half /= 2)
		p = merge(p, make_part(__shfl_xor_sync(~0u, p.max, half),
				       __shfl_xor_sync(~0u, p.sum, half)));
	return p;
}

/* The merged part, in all threads of a block of BLOCK, which calls it once. */
static __device__ struct softmax_part block_merge(struct softmax_part p)
{
	__shared__ float max[BLOCK / 32], sum[BLOCK / 32];
	int lane = (int)threadIdx.x % 32;

	p = warp_merge(p);
	if (lane == 0) {
		max[threadIdx.x / 32] = p.max;
		sum[threadIdx.x / 32] = p.sum;
	}
	__syncthreads();
	return warp_merge(lane < BLOCK / 32 ? make_part(max[lane], sum[lane])
					    : NOTHING);
}
