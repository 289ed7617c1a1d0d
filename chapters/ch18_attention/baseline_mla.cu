/* SPDX-License-Identifier: MIT
 *
 * Latent attention as if keys and values were two tensors that happen to lie at the
 * same address: a block for eight heads of a sequence, a warp for each, which reads a
 * token's row for its score and again for its sums, whatever the others have read.  No
 * tensor core is used.
 */
#include "workload_mla.h"
#include <aisp/warp.h>
#include <cuda_bf16.h>

#define WARPS 8

typedef __nv_bfloat162 pair;

struct shape {
	int heads, page, pages; /* pages of a sequence */
	float scale;
};

/* Of a query in registers and a key; a lane has every 32nd pair of numbers. */
static __device__ float score(const float2 (&q)[ROW_DIM / 64], const pair *k)
{
	float sum = 0;

#pragma unroll
	for (int i = 0; i < ROW_DIM / 64; i++) {
		float2 x = __bfloat1622float2(k[i * 32 + threadIdx.x % 32]);

		sum += q[i].x * x.x + q[i].y * x.y;
	}
	return aisp_warp_sum(sum);
}

/* o = by o + w v */
static __device__ void weigh(float2 (&o)[LATENT / 64], float by, float w, const pair *v)
{
#pragma unroll
	for (int i = 0; i < LATENT / 64; i++) {
		float2 x = __bfloat1622float2(v[i * 32 + threadIdx.x % 32]);

		o[i].x = o[i].x * by + w * x.x;
		o[i].y = o[i].y * by + w * x.y;
	}
}

static __global__ void __launch_bounds__(32 * WARPS)
	decode(pair *restrict o, const pair *restrict q, const pair *restrict keys,
	       const pair *restrict values, const int *restrict table,
	       const int *restrict length, const shape p)
{
	int lane = threadIdx.x % 32, head = blockIdx.x * WARPS + threadIdx.x / 32;
	int64_t row = (int64_t)blockIdx.y * p.heads + head;
	float2 query[ROW_DIM / 64], sums[LATENT / 64] = {};
	float max = -INFINITY, total = 0;

	if (head >= p.heads)
		return;
	table += (int64_t)blockIdx.y * p.pages;
	for (int i = 0; i < ROW_DIM / 64; i++)
		query[i] = __bfloat1622float2(q[row * (ROW_DIM / 2) + i * 32 + lane]);
	for (int j = 0; j < length[blockIdx.y]; j++) {
		int64_t at = (int64_t)table[j / p.page] * p.page + j % p.page;
		float s = score(query, keys + at * (ROW_DIM / 2)) * p.scale;
		float now = fmaxf(max, s), by = expf(max - now), w = expf(s - now);

		weigh(sums, by, w, values + at * (ROW_DIM / 2));
		total = total * by + w;
		max = now;
	}
	for (int i = 0; i < LATENT / 64; i++)
		o[row * (LATENT / 2) + i * 32 + lane] =
			__floats2bfloat162_rn(sums[i].x / total, sums[i].y / total);
}

static int run(const struct aisp_io *io, void *state)
{
	const int64_t *p = io->param;
	shape s = { (int)p[HEADS], (int)p[PAGE], (int)pages_of(p),
		    1 / sqrtf(SCALE_DIM) };
	dim3 grid((unsigned)aisp_ceil_div(p[HEADS], WARPS), (unsigned)p[BATCH]);
	const pair *rows = (const pair *)io->in[IN_ROWS].data;

	(void)state;
	decode<<<grid, 32 * WARPS, 0, aisp_stream(io)>>>(
		(pair *)io->out[0].data, (const pair *)io->in[IN_Q].data, rows, rows,
		(const int *)io->in[IN_TABLE].data, (const int *)io->in[IN_LENGTH].data,
		s);
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_COMMON,
	.summary = "a warp for each head, rows read as keys and again as values",
	.run = run,
};
