/* SPDX-License-Identifier: MIT
 *
 * decode_query.h - paged attention with a block for each query: its warps take keys in
 * turn, a lane four of their numbers.  Queries of a group read the same keys, each for
 * itself; a sequence is one block's work, however long.  After HEAD_DIM.
 */
#ifndef DECODE_QUERY_H
#define DECODE_QUERY_H

#include <aisp/warp.h>
#include <cuda_bf16.h>

#define QUERY_WARPS 8

struct four {
	float x[4];
};

static __device__ four load_four(const __nv_bfloat16 *p)
{
	const __nv_bfloat162 *pair = (const __nv_bfloat162 *)p;
	float2 a = __bfloat1622float2(pair[0]), b = __bfloat1622float2(pair[1]);

	return { { a.x, a.y, b.x, b.y } };
}

struct every_token {
	/* Does the block's query see token j of n? */
	__device__ bool is_seen(int, int) const
	{
		return true;
	}
};

struct bf16_cache : every_token {
	const __nv_bfloat16 *k, *v;

	/* This lane's four numbers of row `row`, of the page's head `head`. */
	__device__ four key(int64_t row, int64_t) const
	{
		return load_four(k + row * HEAD_DIM + threadIdx.x % 32 * 4);
	}

	__device__ four value(int64_t row, int64_t) const
	{
		return load_four(v + row * HEAD_DIM + threadIdx.x % 32 * 4);
	}
};

/* Merges the warps' parts. */
static __device__ void merge_warps(__nv_bfloat16 *o, four sum, float max, float total)
{
	__shared__ float part[QUERY_WARPS][HEAD_DIM], maxes[QUERY_WARPS],
		totals[QUERY_WARPS];
	int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
	float x = 0, all = 0, most = -INFINITY;

	for (int e = 0; e < 4; e++)
		part[warp][lane * 4 + e] = sum.x[e];
	maxes[warp] = max;
	totals[warp] = total;
	__syncthreads();
	if (threadIdx.x >= HEAD_DIM)
		return;
	for (int w = 0; w < QUERY_WARPS; w++)
		most = fmaxf(most, maxes[w]);
	for (int w = 0; w < QUERY_WARPS; w++) {
		x += part[w][threadIdx.x] * expf(maxes[w] - most);
		all += totals[w] * expf(maxes[w] - most);
	}
	o[threadIdx.x] = __float2bfloat16(x / all);
}

struct query_shape {
	int heads, group, page;
	int pages, tokens; /* of a sequence: in its table; new ones */
};

template <class C>
static __global__ void
decode_query(__nv_bfloat16 *restrict o, const __nv_bfloat16 *restrict q, const C cache,
	     const int *restrict table, const int *restrict length, const query_shape p)
{
	int64_t row = (int64_t)blockIdx.y * gridDim.x + blockIdx.x;
	int lane = threadIdx.x % 32, sequence = (int)blockIdx.y / p.tokens;
	int n = length[sequence];
	four a = load_four(q + row * HEAD_DIM + lane * 4), sum = {};
	float max = -INFINITY, total = 0;

	table += (int64_t)sequence * p.pages;
	for (int j = threadIdx.x / 32; j < n; j += QUERY_WARPS) {
		if (!cache.is_seen(j, n))
			continue;
		int64_t at =
			(int64_t)table[j / p.page] * p.heads + blockIdx.x / p.group;
		four b = cache.key(at * p.page + j % p.page, at);
		four c = cache.value(at * p.page + j % p.page, at);
		float s = aisp_warp_sum(a.x[0] * b.x[0] + a.x[1] * b.x[1] +
					a.x[2] * b.x[2] + a.x[3] * b.x[3]) /
			  sqrtf(HEAD_DIM);
		float now = fmaxf(max, s), by = expf(max - now), w = expf(s - now);

		for (int e = 0; e < 4; e++)
			sum.x[e] = sum.x[e] * by + w * c.x[e];
		total = total * by + w;
		max = now;
	}
	merge_warps(o + row * HEAD_DIM, sum, max, total);
}

/* Decodes all queries of a call; a sequence has `tokens` for each head. */
template <class C>
static int decode_queries(const struct aisp_io *io, const C &cache, int64_t tokens)
{
	const int64_t *p = io->param;
	query_shape s = { (int)p[HEADS], (int)p[GROUP], (int)p[PAGE], (int)pages_of(p),
			  (int)tokens };
	dim3 grid((unsigned)(p[HEADS] * p[GROUP]), (unsigned)(p[BATCH] * tokens));

	decode_query<<<grid, 32 * QUERY_WARPS, 0, aisp_stream(io)>>>(
		(__nv_bfloat16 *)io->out[0].data,
		(const __nv_bfloat16 *)io->in[IN_Q].data, cache,
		(const int *)io->in[IN_TABLE].data, (const int *)io->in[IN_LENGTH].data,
		s);
	return aisp_launched();
}

static inline struct bf16_cache cache_of(const struct aisp_io *io)
{
	return { {},
		 (const __nv_bfloat16 *)io->in[IN_K].data,
		 (const __nv_bfloat16 *)io->in[IN_V].data };
}

/* run() where each sequence has one new token. */
static int run_bf16(const struct aisp_io *io, void *state)
{
	(void)state;
	return decode_queries(io, cache_of(io), 1);
}

#endif
