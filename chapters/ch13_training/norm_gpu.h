/* SPDX-License-Identifier: MIT
 *
 * norm_gpu.h - what the kernels of a backward LayerNorm share.
 */
#include <aisp/bf16_words.h>
#include <aisp/warp.h>

/* An element of a row: x', dy and h. */
struct norm_elem {
	float x, dy, h;
};

static __device__ struct norm_elem norm_elem_of(float x, float dy, float gain,
						float mean, float rstd)
{
	struct norm_elem e = { (x - mean) * rstd, dy, dy * gain };

	return e;
}

/* Both sums over a block of up to 1024 threads: each writes its part, and reads the
 * sums behind a barrier. */
static __device__ void block_sum2_write(float2 room[32], float2 x)
{
	float2 sum = make_float2(aisp_warp_sum(x.x), aisp_warp_sum(x.y));

	if (threadIdx.x % 32 == 0)
		room[threadIdx.x / 32] = sum;
}

static __device__ float2 block_sum2_read(const float2 room[32])
{
	float2 sum = threadIdx.x % 32 < blockDim.x / 32 ? room[threadIdx.x % 32]
							: make_float2(0, 0);

	return make_float2(aisp_warp_sum(sum.x), aisp_warp_sum(sum.y));
}
