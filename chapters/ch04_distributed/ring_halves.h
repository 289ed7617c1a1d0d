/* SPDX-License-Identifier: MIT
 *
 * ring_halves.h - halves of the parts of a sequence, computed by their owner or another
 * rank: n ranks have 2 n halves, and rank r computes number r and number 2 n - 1 - r.
 *
 * A window has, behind keys and values of peers, sums of the rank's positions that
 * others have computed, and then queries of the two halves.
 */
#ifndef RING_HALVES_H
#define RING_HALVES_H

#include "ring_parts.h"

/* Signals for the two halves that a rank computes: queries are here; and for the two
 * that it owns: sums are here. */
#define QUERIES_SIGNAL AISP_GPU_BARRIER_SIGNAL
#define SUMS_SIGNAL    (AISP_GPU_BARRIER_SIGNAL + 2)

static __host__ __device__ inline int maker_of(int half, int n_ranks)
{
	return half < n_ranks ? half : 2 * n_ranks - 1 - half;
}

static __host__ __device__ inline int64_t half_rows(int half, int64_t rows)
{
	return half % 2 ? rows - rows / 2 : rows / 2;
}

static __host__ __device__ inline int64_t half_first(int half, int64_t rows)
{
	return half % 2 ? rows / 2 : 0;
}

static __host__ __device__ inline int tiles_of(int64_t rows)
{
	return (int)((rows + RING_TILE - 1) / RING_TILE);
}

/* Sums in the window of a rank, in the order of its positions. */
static __device__ inline float *sums_in(const struct aisp_ranks &r,
					const struct part &own, const struct heads &h,
					int rank)
{
	return (float *)r.window[rank] + 2 * (r.n - 1) * stride_of(own, h);
}

/* Queries of a half, in the window of the rank that computes it: the lower half first.
 */
static __device__ inline float *queries_in(const struct aisp_ranks &r,
					   const struct part &own,
					   const struct heads &h, int half)
{
	const int maker = maker_of(half, r.n);
	const int64_t n = half < r.n ? 0 : half_rows(maker, own.n) * h.heads * h.dim;

	return sums_in(r, own, h, maker) + stride_of(own, h) + ((n + 3) & -4);
}

/* A half that this rank makes: where its queries are, and where its sums go. */
static __device__ inline struct part half_of(const struct aisp_ranks &r,
					     const struct part &own,
					     const struct heads &h, int half)
{
	const int owner = half / 2;
	const int64_t at = half_first(half, own.n), row = h.heads * h.dim;
	struct part q = own;

	q.q = owner == r.rank ? own.q + at * row : queries_in(r, own, h, half);
	q.o = (owner == r.rank ? own.o : sums_in(r, own, h, owner)) + at * row;
	q.first = owner * own.n + at;
	q.n = half_rows(half, own.n);
	return q;
}

/* A block pushes the queries of a half that this rank owns. */
static __device__ inline void push_queries(const struct aisp_ranks &r,
					   const struct part &own,
					   const struct heads &h, int half)
{
	const int64_t row = h.heads * h.dim;

	if (maker_of(half, r.n) == r.rank)
		return;
	push_elems(queries_in(r, own, h, half), own.q + half_first(half, own.n) * row,
		   half_rows(half, own.n) * row);
	__syncthreads();
	if (threadIdx.x == 0)
		aisp_gpu_signal_set(&r, maker_of(half, r.n),
				    QUERIES_SIGNAL + (half >= r.n), 1);
}

static __device__ inline void await_queries(const struct aisp_ranks &r, int half)
{
	if (threadIdx.x == 0 && half / 2 != r.rank)
		aisp_gpu_signal_wait(&r, r.rank, QUERIES_SIGNAL + (half >= r.n), 1);
	__syncthreads();
}

/* Tells the owner that a tile of a head of a half is computed. */
static __device__ inline void tell_sums(const struct aisp_ranks &r, int half)
{
	__syncthreads();
	if (threadIdx.x == 0 && half / 2 != r.rank)
		aisp_gpu_signal_add(&r, half / 2, SUMS_SIGNAL + half % 2, 1);
}

/* Some blocks take the sums of all tiles of a half. */
static __device__ inline void take_sums(const struct aisp_ranks &r,
					const struct part &own, const struct heads &h,
					int half)
{
	const int64_t row = h.heads * h.dim, n = half_rows(half, own.n) * row;
	const int64_t at = half_first(half, own.n) * row;
	const vectors<float> y(own.o + at, n);
	const float *from = sums_in(r, own, h, r.rank) + at;

	if (threadIdx.x == 0)
		aisp_gpu_signal_wait(
			&r, r.rank, SUMS_SIGNAL + half % 2,
			(uint32_t)(tiles_of(half_rows(half, own.n)) * h.heads));
	__syncthreads();
	for (int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x; i < y.count();
	     i += (int64_t)gridDim.x * blockDim.x)
		y.store(i, vectors<const float>(from, n).load(i));
}

#endif
