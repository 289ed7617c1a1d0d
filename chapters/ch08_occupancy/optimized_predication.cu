/* SPDX-License-Identifier: MIT
 *
 * A block for each row, a tile of 4096 elements at a time.  The lanes of a warp find
 * their places by votes; kept elements are gathered in shared memory, from where the
 * block stores them side by side.
 *
 * SUMMARY: one pass: votes, and what is kept gathers in shared memory
 * LAUNCH: select<<<rows, 256>>>(kept, n_kept, x, cols)
 */
#include "workload_predication.h"

#include <aisp/cuda.h>

#define BLOCK   256
#define WARPS   (BLOCK / 32)
#define VECTORS 4               /* of four elements, of a thread in a tile */
#define OF_WARP (VECTORS * 128) /* elements */
#define TILE    (WARPS * OF_WARP)

/* Elements [j, j + 4) of a row of n; what is not there is not kept. */
static __device__ float4 load(const float *x, int64_t j, int64_t n)
{
	if (n % 4 == 0 && j < n)
		return *(const float4 *)(x + j);
	return make_float4(j < n ? x[j] : THRESHOLD, j + 1 < n ? x[j + 1] : THRESHOLD,
			   j + 2 < n ? x[j + 2] : THRESHOLD,
			   j + 3 < n ? x[j + 3] : THRESHOLD);
}

static __device__ unsigned below(void)
{
	return (1u << threadIdx.x % 32) - 1;
}

/* What the warp keeps of a vector each, to `to` in order; their number. */
static __device__ int gather(float *to, float4 v)
{
	const float x[4] = { v.x, v.y, v.z, v.w };
	unsigned votes[4];
	int before = 0, n = 0;

#pragma unroll
	for (int k = 0; k < 4; k++) {
		votes[k] = __ballot_sync(~0u, x[k] > THRESHOLD);
		before += __popc(votes[k] & below());
		n += __popc(votes[k]);
	}
#pragma unroll
	for (int k = 0; k < 4; k++)
		if (x[k] > THRESHOLD)
			to[before++] = x[k];
	return n;
}

/* The elements that all warps gathered, n[w] each, to `to`, side by side; in all
 * threads how many. */
static __device__ int store(float *to, float (*from)[OF_WARP], const int *n)
{
	int warp = (int)threadIdx.x / 32, before = 0, all = 0;

	for (int w = 0; w < WARPS; w++) {
		before += w < warp ? n[w] : 0;
		all += n[w];
	}
	for (int i = (int)threadIdx.x % 32; i < n[warp]; i += 32)
		to[before + i] = from[warp][i];
	return all;
}

__global__ void select(float *restrict kept, int *n_kept, const float *restrict x,
		       int64_t cols)
{
	__shared__ float gathered[WARPS][OF_WARP];
	__shared__ int n[2][WARPS];
	int lane = (int)threadIdx.x % 32, warp = (int)threadIdx.x / 32, turn = 0;
	int64_t so_far = 0;

	x += blockIdx.x * cols;
	kept += blockIdx.x * cols;
	for (int64_t first = 0; first < cols; first += TILE, turn ^= 1) {
		int64_t j = first + warp * OF_WARP + 4 * lane;
		float4 v[VECTORS];
		int own = 0;

#pragma unroll
		for (int k = 0; k < VECTORS; k++)
			v[k] = load(x, j + 128 * k, cols);
#pragma unroll
		for (int k = 0; k < VECTORS; k++)
			own += gather(gathered[warp] + own, v[k]);
		if (lane == 0)
			n[turn][warp] = own;
		__syncthreads();
		so_far += store(kept + so_far, gathered, n[turn]);
		__syncwarp();
	}
	if (threadIdx.x == 0)
		n_kept[blockIdx.x] = (int)so_far;
}
