/* SPDX-License-Identifier: MIT
 *
 * A block a multiprocessor orders the rows of its first tokens into its shared memory;
 * while they come, it counts all ids, by which it finds its places without waiting for
 * other blocks.  Threads then write each row to its k places, a vector each; rows that
 * shared memory cannot hold wait in registers.
 * ARCH: sm_90 sm_100 sm_120
 *
 * SUMMARY: rows come while each block counts; a vector a thread
 * LAUNCH: give<<<min(tokens, gpu.sms), 1024, gpu.shared_bytes - 1536>>>(start, row,
 *         back, y, ids, x, tokens, k, experts, min(32, 4096 / experts), width,
 *         gpu.shared_bytes - 1536)
 */
#include "workload_permute.h"

#include "permute_places.h"
#include "permute_rows.h"

#define HALF (THREADS / 2) /* threads for a piece */
#define KEPT 3             /* pieces of which a thread has a vector in registers */

static_assert(HALF * VECTOR == PIECE, "a vector a thread");

/* The thread writes every other piece, from the first such one behind the slots on. */
static __device__ int first_kept(const struct courier &c)
{
	int half = (int)threadIdx.x / HALF;

	return c.n_slots + (c.n_slots + half) % 2;
}

/* Element of the row where the thread's vector of a piece begins. */
static __device__ int64_t column(const struct courier &c, int piece)
{
	return (int64_t)(piece % c.per_row) * PIECE + threadIdx.x % HALF * VECTOR;
}

static __device__ uint4 load(const struct courier &c, const uint16_t *x, int piece)
{
	int64_t token = token_of(c.o, piece / c.per_row), i = column(c, piece);

	if (piece >= c.n_pieces || i >= c.width)
		return {};
	return *(const uint4 *)(x + token * c.width + i);
}

static __device__ void keep(const struct courier &c, const uint16_t *x, uint4 v[KEPT])
{
#pragma unroll
	for (int j = 0; j < KEPT; j++)
		v[j] = load(c, x, first_kept(c) + 2 * j);
}

static __device__ void store(const struct courier &c, uint16_t *y, const int *back,
			     int piece, uint4 v)
{
	int64_t i = column(c, piece);

	if (piece >= c.n_pieces || i >= c.width)
		return;
	for (int j = 0; j < c.o.k; j++) {
		int64_t place = place_of(c.o, back, piece / c.per_row, j);

		*(uint4 *)(y + place * c.width + i) = v;
	}
}

/* By all threads. */
static __device__ void store_rows(const struct courier &c, uint16_t *y, const int *back,
				  const uint16_t *x, const uint4 kept[KEPT])
{
	int half = (int)threadIdx.x / HALF, at = (int)threadIdx.x % HALF;
	int from = first_kept(c);

	for (int i = half; i < min(c.n_slots, c.n_pieces); i += 2) {
		aisp_barrier_wait(c.full + i, 0);
		store(c, y, back, i, ((const uint4 *)(c.slot + i * PIECE))[at]);
	}
#pragma unroll
	for (int j = 0; j < KEPT; j++)
		store(c, y, back, from + 2 * j, kept[j]);
	for (int i = from + 2 * KEPT; i < c.n_pieces; i += 2)
		store(c, y, back, i, load(c, x, i));
}

__global__ void __launch_bounds__(THREADS)
	give(int64_t *start, int *row, int *back, uint16_t *restrict y,
	     const int *restrict ids, const uint16_t *restrict x, int tokens, int k,
	     int experts, int waves, int64_t width, int room)
{
	extern __shared__ __align__(128) unsigned char memory[];
	__shared__ int place[MOST_PLACES];
	__shared__ uint64_t full[MOST_SLOTS];
	int *n = (int *)memory, *first = n + (waves + 1) * experts;
	int run = (tokens - 1) / ((int)gridDim.x * waves) + 1;
	struct order o = { tokens, k, experts, waves, run, n, first, place };
	struct courier c = courier_of(o, memory, full, width, room);
	int4 v[BATCH];
	uint4 kept[KEPT] = {};

	load_ids(v, ids, tokens * k, (int)threadIdx.x);
	if (threadIdx.x % 32 == 0)
		fetch_first(c, x, (int)threadIdx.x / 32);
	for (int i = (int)threadIdx.x; i < (waves + 1) * experts; i += THREADS)
		n[i] = 0;
	__syncthreads();
	count_all(o, v, ids);
	if (width % VECTOR == 0)
		keep(c, x, kept);
	__syncthreads();
	add_up(o);
	__syncthreads();
	find_first(o, start);
	__syncthreads();
	take_places(o, row, back, ids, c.n_tokens * k);
	__syncthreads();
	if (width % VECTOR != 0)
		copy_rows(c, y, back, x);
	else
		store_rows(c, y, back, x, kept);
}
