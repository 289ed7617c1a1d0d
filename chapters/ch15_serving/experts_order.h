/* SPDX-License-Identifier: MIT
 *
 * experts_order.h - on a GPU: which experts a token goes to, and the places of tokens
 * in the order of experts.
 */
#ifndef EXPERTS_ORDER_H
#define EXPERTS_ORDER_H

#include <aisp/warp.h>

#include "route_gpu.h"

#define PART          128  /* tokens of a tile, at most */
#define ROUTE_WARPS   8    /* of a block */
#define ORDER_THREADS 1024 /* as many as there may be experts */
#define IDS_AHEAD     8

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

/* Lane i has the i-th choice, as packed_of() gives it, and its weight. */
struct choice {
	uint32_t packed;
	float weight;
};

/* A warp chooses k experts: lane i keeps the i-th. */
static __device__ struct choice choose_experts(const uint16_t *scores, int experts,
					       int k)
{
	int lane = threadIdx.x % 32;
	uint32_t found = UINT32_MAX, mine = 0, first = 0;
	float weight;

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
	return { mine, weight / aisp_warp_sum(weight) };
}

/* A warp a token. */
static __global__ void route(int *ids, float *weights, const uint16_t *scores,
			     int tokens, int experts, int k)
{
	int token = blockIdx.x * ROUTE_WARPS + threadIdx.x / 32;
	int lane = threadIdx.x % 32;
	struct choice c;

	if (token >= tokens)
		return;
	c = choose_experts(scores + (int64_t)token * experts, experts, k);
	if (lane < k) {
		ids[token * k + lane] = expert_of(c.packed);
		weights[token * k + lane] = c.weight;
	}
}

/* The sum of x over the block's threads before this one. */
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

/* Cuts an expert's tokens into about equal parts of a multiple of 8, as `most` is. */
static __device__ void cut(struct part *to, int expert, int first, int n, int most)
{
	int parts = (n + most - 1) / most;
	int each = parts ? ((n + parts - 1) / parts + 7) / 8 * 8 : 0;

	for (int i = 0; i < parts; i++)
		to[i] = { expert, first + i * each, min(each, n - i * each) };
}

/* Calls work(i, ids[i]) for the rows of this thread, IDS_AHEAD of which are loaded at a
 * time. */
template <class WORK>
static __device__ void each_row(const int *ids, int n_rows, const WORK &work)
{
	for (int i = threadIdx.x; i < n_rows; i += IDS_AHEAD * ORDER_THREADS) {
		int id[IDS_AHEAD];

#pragma unroll
		for (int j = 0; j < IDS_AHEAD; j++)
			id[j] = __ldg(ids + min(i + j * ORDER_THREADS, n_rows - 1));
#pragma unroll
		for (int j = 0; j < IDS_AHEAD; j++)
			if (i + j * ORDER_THREADS < n_rows)
				work(i + j * ORDER_THREADS, id[j]);
	}
}

/* One block finds the order; thread e has expert e. */
static __global__ void __launch_bounds__(ORDER_THREADS)
	put_in_order(const struct order o, const int *ids, int n_rows, int experts)
{
	__shared__ int count[ORDER_THREADS], room[32];
	int e = threadIdx.x, n, first, before;

	count[e] = 0;
	__syncthreads();
	each_row(ids, n_rows, [&](int, int id) { atomicAdd(&count[id], 1); });
	__syncthreads();
	n = e < experts ? count[e] : 0;
	first = sum_before(n, room);
	before = sum_before((n + PART - 1) / PART, room);
	cut(o.part + before, e, first, n, PART);
	if (e <= experts)
		o.start[e] = first;
	if (e == 0)
		o.start[experts] = n_rows;
	if (e == ORDER_THREADS - 1)
		*o.n_parts = before + (n + PART - 1) / PART;
	count[e] = first;
	__syncthreads();
	each_row(ids, n_rows, [&](int i, int id) {
		int at = atomicAdd(&count[id], 1);

		o.row[at] = i;
		o.back[i] = at;
	});
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
		aisp_stream(io)>>>(ids, o.weight, (const uint16_t *)scores_of(io)->data,
				   (int)p[TOKENS], (int)p[EXPERTS], (int)p[K]);
	put_in_order<<<1, ORDER_THREADS, 0, aisp_stream(io)>>>(
		o, ids, (int)(p[TOKENS] * p[K]), (int)p[EXPERTS]);
	return aisp_launched();
}

#endif
