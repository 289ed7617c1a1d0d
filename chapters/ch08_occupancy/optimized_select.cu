/* SPDX-License-Identifier: MIT
 *
 * One pass: a block reads its tile once, in vectors of eight elements, learns from
 * blocks before where the tile goes while these are under way, gathers what it keeps in
 * shared memory as it lies in a line of kept, and stores whole vectors.
 *
 * SUMMARY: one pass, looking back; 16 bytes per thread at once
 * SCRATCH: 8 * (ceil_div(n, 16384) + 1)
 * LAUNCH: clear<<<ceil_div(ceil_div(n, 16384) + 1, 512), 512>>>(scratch,
 *             ceil_div(n, 16384) + 1)
 * LAUNCH: select<<<ceil_div(n, 16384), 512>>>(kept, n_kept, x, scratch,
 *             ceil_div(n, 16384), n, keep * 65536 / 100)
 */
#include "workload_select.h"

#include <aisp/look_back.h>
#include <aisp/warp.h>

#define BLOCK   512
#define WARPS   (BLOCK / 32)
#define EIGHT   8 /* elements of a vector */
#define VECTORS 4 /* of a thread, 32 apart */
#define OF_WARP (32 * VECTORS * EIGHT)
#define TILE    (WARPS * OF_WARP)

static __device__ uint32_t element(uint4 v, int i)
{
	const uint32_t word[4] = { v.x, v.y, v.z, v.w };

	return word[i / 2] >> 16 * (i % 2) & 0xffff;
}

/* The next eight elements, of which `left` are there; zeros behind them. */
static __device__ uint4 load(const uint16_t *x, int left)
{
	uint32_t word[4] = { 0 };

	if (left >= EIGHT)
		return __ldcs((const uint4 *)x);
#pragma unroll
	for (int k = 0; k < EIGHT; k++)
		if (k < left)
			word[k / 2] |= (uint32_t)x[k] << 16 * (k % 2);
	return make_uint4(word[0], word[1], word[2], word[3]);
}

/* A bit for each element that is there and is kept. */
static __device__ unsigned bits_of(uint4 v, uint32_t limit, int left)
{
	unsigned bits = 0;

#pragma unroll
	for (int i = 0; i < EIGHT; i++)
		bits |= (unsigned)(element(v, i) < limit) << i;
	return left >= EIGHT ? bits : bits & ((1u << max(left, 0)) - 1);
}

/*
 * place[k]: how many the warp keeps before this thread's vector k, whose bits are byte
 * k; returns how many in all.  Two vectors' counts share a word, since no sum needs
 * more than nine bits.
 */
static __device__ int scan_warp(int *place, unsigned bits)
{
	int all = 0;

#pragma unroll
	for (int k = 0; k < VECTORS; k += 2) {
		int own = __popc(bits >> 8 * k & 0xff) | __popc(bits >> 8 * k & 0xff00)
								 << 16;
		int up_to = aisp_warp_scan(own), sum = __shfl_sync(~0u, up_to, 31);

		place[k] = all + ((up_to - own) & 0xffff);
		all += sum & 0xffff;
		place[k + 1] = all + ((up_to - own) >> 16);
		all += sum >> 16;
	}
	return all;
}

/* What a vector keeps, side by side. */
static __device__ void gather(uint16_t *to, uint4 v, unsigned bits)
{
#pragma unroll
	for (int i = 0; i < EIGHT; i++)
		if (bits >> i & 1)
			*to++ = (uint16_t)element(v, i);
}

/* Elements [first, end) of from, to the same places of `to`; both begin a line. */
static __device__ void store(uint16_t *to, const uint16_t *from, int first, int end)
{
	for (int i = EIGHT * (int)threadIdx.x; i < end; i += EIGHT * BLOCK) {
		if (i >= first && i + EIGHT <= end) {
			__stcs((uint4 *)(to + i), *(const uint4 *)(from + i));
			continue;
		}
		for (int k = max(i, first); k < min(i + EIGHT, end); k++)
			to[k] = from[k];
	}
}

/* What the block keeps before this warp, and *all that it keeps. */
static __device__ int scan_block(int own, int *all)
{
	__shared__ int part[WARPS];
	int warp = (int)threadIdx.x / 32, before = 0;

	if (threadIdx.x % 32 == 0)
		part[warp] = own;
	__syncthreads();
	*all = 0;
	for (int w = 0; w < WARPS; w++) {
		before += w < warp ? part[w] : 0;
		*all += part[w];
	}
	return before;
}

/* The number of elements that tiles before this one keep, in all threads. */
static __device__ int before_tile(unsigned long long *said, int t, int all)
{
	__shared__ int before;

	if (threadIdx.x < 32) {
		int sum = aisp_look_back(said, t, all);

		if (threadIdx.x == 0)
			before = sum;
	}
	__syncthreads();
	return before;
}

__global__ void clear(unsigned long long *said, int64_t n)
{
	int64_t i = (int64_t)blockIdx.x * BLOCK + threadIdx.x;

	if (i < n)
		said[i] = 0;
}

/* said[n_tiles] counts the tiles taken. */
__global__ void __launch_bounds__(BLOCK, 3)
	select(uint16_t *restrict kept, unsigned long long *n_kept,
	       const uint16_t *restrict x, unsigned long long *said, int64_t n_tiles,
	       int64_t n, uint32_t limit)
{
	__shared__ __align__(16) uint16_t gathered[TILE + EIGHT];
	int t = aisp_take_tile(said + n_tiles), place[VECTORS], before, all, shift;
	int own = (int)threadIdx.x / 32 * OF_WARP + (int)threadIdx.x % 32 * EIGHT;
	int left = (int)min(n - (int64_t)t * TILE, (int64_t)TILE) - own;
	unsigned bits = 0;
	uint4 v[VECTORS];

	x += (int64_t)t * TILE + own;
#pragma unroll
	for (int k = 0; k < VECTORS; k++)
		v[k] = load(x + 32 * EIGHT * k, left - 32 * EIGHT * k);
#pragma unroll
	for (int k = 0; k < VECTORS; k++)
		bits |= bits_of(v[k], limit, left - 32 * EIGHT * k) << EIGHT * k;
	before = scan_block(scan_warp(place, bits), &all);
	shift = before_tile(said, t, all);
	if (t == n_tiles - 1 && threadIdx.x == 0)
		*n_kept = (unsigned long long)(shift + all);
	kept += shift / EIGHT * EIGHT;
	shift %= EIGHT;
#pragma unroll
	for (int k = 0; k < VECTORS; k++)
		gather(gathered + shift + before + place[k], v[k], bits >> EIGHT * k);
	__syncthreads();
	store(kept, gathered, shift, shift + all);
}
