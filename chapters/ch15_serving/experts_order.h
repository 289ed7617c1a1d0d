/* SPDX-License-Identifier: MIT
 *
 * experts_order.h - on a GPU: which experts a token goes to, the places of tokens in
 * the order of experts, and what the experts made of a token, added up.
 */
#ifndef EXPERTS_ORDER_H
#define EXPERTS_ORDER_H

#include <aisp/warp.h>

#include "route_gpu.h"

#define PART          128  /* tokens of a tile, at most */
#define ROUTE_WARPS   8    /* of a block */
#define ORDER_THREADS 1024 /* as many as there may be experts */

/* Tokens of an expert: rows [first, first + n) in the order of experts. */
struct part {
	int expert, first, n;
};

/* What routing found. */
struct order {
	struct part *part;
	int *n_parts;
	int *start; /* of each expert's places; behind the last, of none */
	int *row;   /* place -> token k + i */
	int *back;  /* token k + i -> place */
	float *weight;
};

/* A warp a token: lane i keeps what was found in turn i. */
static __global__ void route(int *ids, float *weights, const uint16_t *scores,
			     int tokens, int experts, int k)
{
	int token = blockIdx.x * ROUTE_WARPS + threadIdx.x / 32;
	int lane = threadIdx.x % 32;
	uint32_t found = UINT32_MAX, mine = 0, first = 0;
	float weight;

	if (token >= tokens)
		return;
	scores += (int64_t)token * experts;
	for (int i = 0; i < k; i++) {
		uint32_t most = 0;

		for (int e = lane; e < experts; e += 32) {
			uint32_t x = packed_of(__ldg(scores + e), e);

			most = x < found ? max(most, x) : most;
		}
		found = __reduce_max_sync(~0u, most);
		first = i ? first : found;
		mine = lane == i ? found : mine;
	}
	weight = lane < k ? expf(score_of(mine) - score_of(first)) : 0;
	weight /= aisp_warp_sum(weight);
	if (lane < k) {
		ids[token * k + lane] = expert_of(mine);
		weights[token * k + lane] = weight;
	}
}

/* Of a block's threads, that before this one. */
static __device__ int sum_before(int x, int *room)
{
	int scan = aisp_warp_scan(x), warp = threadIdx.x / 32;

	if (threadIdx.x % 32 == 31)
		room[warp] = scan;
	__syncthreads();
	if (warp == 0) {
		int y = room[threadIdx.x];

		room[threadIdx.x] = aisp_warp_scan(y) - y;
	}
	__syncthreads();
	scan += room[warp] - x;
	__syncthreads();
	return scan;
}

/* An expert's parts are about alike, and of a multiple of 8 tokens. */
static __device__ void cut(struct part *to, int expert, int first, int n)
{
	int parts = (n + PART - 1) / PART;
	int each = parts ? ((n + parts - 1) / parts + 7) / 8 * 8 : 0;

	for (int i = 0; i < parts; i++)
		to[i] = { expert, first + i * each, min(each, n - i * each) };
}

/* By one block: thread e has expert e. */
static __global__ void __launch_bounds__(ORDER_THREADS)
	put_in_order(const struct order o, const int *ids, int n_rows, int experts)
{
	__shared__ int count[ORDER_THREADS], room[32];
	int e = threadIdx.x, n, first, before;

	count[e] = 0;
	__syncthreads();
	for (int i = e; i < n_rows; i += ORDER_THREADS)
		atomicAdd(&count[ids[i]], 1);
	__syncthreads();
	n = e < experts ? count[e] : 0;
	first = sum_before(n, room);
	before = sum_before((n + PART - 1) / PART, room);
	cut(o.part + before, e, first, n);
	if (e <= experts)
		o.start[e] = first;
	if (e == 0)
		o.start[experts] = n_rows;
	if (e == ORDER_THREADS - 1)
		*o.n_parts = before + (n + PART - 1) / PART;
	count[e] = first;
	__syncthreads();
	for (int i = e; i < n_rows; i += ORDER_THREADS) {
		int at = atomicAdd(&count[ids[i]], 1);

		o.row[at] = i;
		o.back[i] = at;
	}
}

static __device__ void add_vector(float (&sum)[8], uint4 x, float weight)
{
	const uint32_t word[] = { x.x, x.y, x.z, x.w };

#pragma unroll
	for (int i = 0; i < 4; i++) {
		sum[2 * i] += weight * low(word[i]);
		sum[2 * i + 1] += weight * high(word[i]);
	}
}

/* A block a token, eight columns a thread. */
static __global__ void combine(uint16_t *y, const uint16_t *out, const struct order o,
			       int k, int width)
{
	int64_t token = blockIdx.x;

	for (int c = 8 * threadIdx.x; c < width; c += 8 * blockDim.x) {
		float sum[8] = { 0 };

#pragma unroll 8
		for (int i = 0; i < k; i++)
			add_vector(
				sum,
				__ldcs((const uint4 *)(out +
						       (int64_t)o.back[token * k + i] *
							       width +
						       c)),
				o.weight[token * k + i]);
		*(uint4 *)(y + token * width +
			   c) = { pack(sum[0], sum[1]), pack(sum[2], sum[3]),
				  pack(sum[4], sum[5]), pack(sum[6], sum[7]) };
	}
}

/* The next `bytes` of the workspace. */
static void *take(uint8_t **room, int64_t bytes)
{
	uint8_t *at = *room;

	*room += (bytes + 255) / 256 * 256;
	return at;
}

static struct order order_in(uint8_t **room, const int64_t *p)
{
	int64_t rows = p[TOKENS] * p[K];
	struct order o;

	o.n_parts = (int *)take(room, sizeof(int));
	o.part = (struct part *)take(room, (rows / PART + p[EXPERTS]) *
						   (int64_t)sizeof(*o.part));
	o.start = (int *)take(room, (p[EXPERTS] + 1) * (int64_t)sizeof(int));
	o.row = (int *)take(room, rows * (int64_t)sizeof(int));
	o.back = (int *)take(room, rows * (int64_t)sizeof(int));
	o.weight = (float *)take(room, rows * (int64_t)sizeof(float));
	return o;
}

static int find_order(const struct aisp_io *io, const struct order &o)
{
	const int64_t *p = io->param;
	int *ids = (int *)io->out[IDS].data;

	route<<<(unsigned)aisp_ceil_div(p[TOKENS], ROUTE_WARPS), 32 * ROUTE_WARPS, 0,
		aisp_stream(io)>>>(ids, o.weight, (const uint16_t *)io->in[SCORES].data,
				   (int)p[TOKENS], (int)p[EXPERTS], (int)p[K]);
	put_in_order<<<1, ORDER_THREADS, 0, aisp_stream(io)>>>(
		o, ids, (int)(p[TOKENS] * p[K]), (int)p[EXPERTS]);
	return aisp_launched();
}

/* What is left of a call when `out` has a row for each place. */
static int add_up(const struct aisp_io *io, const struct order &o, const uint16_t *out)
{
	combine<<<(unsigned)io->param[TOKENS], 256, 0, aisp_stream(io)>>>(
		(uint16_t *)io->out[Y].data, out, o, (int)io->param[K],
		(int)io->param[WIDTH]);
	return aisp_launched();
}

#endif
