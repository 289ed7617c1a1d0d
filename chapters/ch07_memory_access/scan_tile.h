/* SPDX-License-Identifier: MIT
 *
 * scan_tile.h - prefix sums of a block's tile, in registers.  Shared by the steps,
 * which differ in how a block learns the sum of all before it.
 */
#ifndef SCAN_TILE_H
#define SCAN_TILE_H

#include <aisp/warp.h>

#define THREADS 256
#define VECTORS 8 /* of a thread, 32 apart */
#define TILE    (THREADS * VECTORS * 4)

struct tile {
	int4 v[VECTORS];
};

/* Where vector k of this thread begins. */
static __device__ int64_t vector_at(int64_t tile, int k)
{
	return tile * TILE + (threadIdx.x / 32 * VECTORS + k) * 128 +
	       threadIdx.x % 32 * 4;
}

/* Zeros behind the end. */
static __device__ tile load_tile(const int *x, int64_t t, int64_t n)
{
	tile r;

#pragma unroll
	for (int k = 0; k < VECTORS; k++) {
		int64_t i = vector_at(t, k);

		if (i + 3 < n)
			r.v[k] = __ldcs((const int4 *)(x + i));
		else
			r.v[k] = { i < n ? x[i] : 0, i + 1 < n ? x[i + 1] : 0,
				   i + 2 < n ? x[i + 2] : 0, 0 };
	}
	return r;
}

static __device__ void store_tile(int *y, const tile &r, int64_t t, int64_t n, int add)
{
#pragma unroll
	for (int k = 0; k < VECTORS; k++) {
		int64_t i = vector_at(t, k);
		int4 v = { r.v[k].x + add, r.v[k].y + add, r.v[k].z + add,
			   r.v[k].w + add };

		if (i + 3 < n) {
			__stcs((int4 *)(y + i), v);
			continue;
		}
		if (i < n)
			y[i] = v.x;
		if (i + 1 < n)
			y[i + 1] = v.y;
		if (i + 2 < n)
			y[i + 2] = v.z;
	}
}

/* A warp's vectors become their prefix sums within the warp; the whole is returned. */
static __device__ int scan_warp(tile &r)
{
	int carry = 0;

#pragma unroll
	for (int k = 0; k < VECTORS; k++) {
		int4 &v = r.v[k];
		int sum, before;

		v.y += v.x;
		v.z += v.y;
		v.w += v.z;
		sum = aisp_warp_scan(v.w);
		before = carry + sum - v.w;
		v = { v.x + before, v.y + before, v.z + before, v.w + before };
		carry += __shfl_sync(~0u, sum, 31);
	}
	return carry;
}

/* The same in the block: what comes before this warp, and the whole in *all. */
static __device__ int scan_block(tile &r, int *all)
{
	__shared__ int part[THREADS / 32];
	int lane = threadIdx.x % 32, warp = threadIdx.x / 32, sum = scan_warp(r), mine;

	if (lane == 0)
		part[warp] = sum;
	__syncthreads();
	mine = lane < THREADS / 32 ? part[lane] : 0;
	sum = aisp_warp_scan(mine);
	*all = __shfl_sync(~0u, sum, 31);
	return __shfl_sync(~0u, sum - mine, warp);
}

#endif
