/* SPDX-License-Identifier: MIT
 *
 * A block for each query: its warps take keys in turn, a lane four of the numbers.
 * The queries of a group read the same keys, each for itself; a sequence is one
 * block's work, however long.
 */
#include "workload_decode.h"
#include <aisp/warp.h>
#include <cuda_bf16.h>

#define WARPS 8

struct four {
	float x[4];
};

static __device__ four load_four(const __nv_bfloat16 *p)
{
	const __nv_bfloat162 *pair = (const __nv_bfloat162 *)p;
	float2 a = __bfloat1622float2(pair[0]), b = __bfloat1622float2(pair[1]);

	return { { a.x, a.y, b.x, b.y } };
}

/* The warps' parts become one. */
static __device__ void merge(__nv_bfloat16 *o, four sum, float max, float total)
{
	__shared__ float part[WARPS][HEAD_DIM], maxes[WARPS], totals[WARPS];
	int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
	float x = 0, all = 0, most = -INFINITY;

	for (int e = 0; e < 4; e++)
		part[warp][lane * 4 + e] = sum.x[e];
	maxes[warp] = max;
	totals[warp] = total;
	__syncthreads();
	if (threadIdx.x >= HEAD_DIM)
		return;
	for (int w = 0; w < WARPS; w++)
		most = fmaxf(most, maxes[w]);
	for (int w = 0; w < WARPS; w++) {
		x += part[w][threadIdx.x] * expf(maxes[w] - most);
		all += totals[w] * expf(maxes[w] - most);
	}
	o[threadIdx.x] = __float2bfloat16(x / all);
}

struct shape {
	int heads, group, page, pages; /* pages of a sequence */
};

static __global__ void
decode(__nv_bfloat16 *restrict o, const __nv_bfloat16 *restrict q,
       const __nv_bfloat16 *restrict k, const __nv_bfloat16 *restrict v,
       const int *restrict table, const int *restrict length, const shape p)
{
	int64_t row = (int64_t)blockIdx.y * gridDim.x + blockIdx.x;
	int lane = threadIdx.x % 32, n = length[blockIdx.y];
	four a = load_four(q + row * HEAD_DIM + lane * 4), sum = {};
	float max = -INFINITY, total = 0;

	table += (int64_t)blockIdx.y * p.pages;
	for (int j = threadIdx.x / 32; j < n; j += WARPS) {
		int64_t at =
			(int64_t)table[j / p.page] * p.heads + blockIdx.x / p.group;
		int64_t first = (at * p.page + j % p.page) * HEAD_DIM + lane * 4;
		four b = load_four(k + first), c = load_four(v + first);
		float s = aisp_warp_sum(a.x[0] * b.x[0] + a.x[1] * b.x[1] +
					a.x[2] * b.x[2] + a.x[3] * b.x[3]) /
			  sqrtf(HEAD_DIM);
		float now = fmaxf(max, s), by = expf(max - now), w = expf(s - now);

		for (int e = 0; e < 4; e++)
			sum.x[e] = sum.x[e] * by + w * c.x[e];
		total = total * by + w;
		max = now;
	}
	merge(o + row * HEAD_DIM, sum, max, total);
}

static int run(const struct aisp_io *io, void *state)
{
	const int64_t *p = io->param;
	shape s = { (int)p[HEADS], (int)p[GROUP], (int)p[PAGE], (int)pages_of(p) };
	dim3 grid((unsigned)(p[HEADS] * p[GROUP]), (unsigned)p[BATCH]);

	(void)state;
	decode<<<grid, 32 * WARPS, 0, aisp_stream(io)>>>(
		(__nv_bfloat16 *)io->out[0].data,
		(const __nv_bfloat16 *)io->in[IN_Q].data,
		(const __nv_bfloat16 *)io->in[IN_K].data,
		(const __nv_bfloat16 *)io->in[IN_V].data,
		(const int *)io->in[IN_TABLE].data, (const int *)io->in[IN_LENGTH].data,
		s);
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_COMMON,
	.summary = "a block for each query, a warp for each key",
	.run = run,
};
