/* SPDX-License-Identifier: MIT
 *
 * span_sums.h - all-reduce of elements [from, to) of the windows, at the same place of
 * an output: each rank adds up a part for all and shows the sums in its own window, and
 * the others fetch them.  What reduce_behind.h is between processes, this is between
 * GPUs.  A block waits for its counterparts alone.
 */
#ifndef SPAN_SUMS_H
#define SPAN_SUMS_H

#include "rank_product.h"
#include <aisp/ranks_gpu.h>
#include <type_traits>

/* Blocks are small, so that one finds room beside those of a product. */
#define SUM_THREADS       256
#define SUM_EACH          4   /* times 16 bytes that a thread has under way */
#define SUM_PER_SM        4   /* blocks that an SM holds at least */
#define SUM_BLOCKS        264 /* where nothing else is to be done */
#define SUM_BLOCKS_BESIDE 48  /* of 16 KiB under way, beside products */

struct span {
	const float *x; /* what is to be shown; NULL: it lies in the window already */
	float *y;
	int64_t from, to;
	uint32_t number; /* of the spans of a call with these signals, from 0 */
	int first;       /* block whose signals these are */
};

static __device__ inline void add_four(float4 *sum, float4 v)
{
	sum->x += v.x;
	sum->y += v.y;
	sum->z += v.z;
	sum->w += v.w;
}

/* The block's share of a span.  Units are of four elements. */
struct share {
	const struct aisp_ranks &r;
	const struct span &s;
	int block, n_blocks;

	__device__ int64_t part(int rank) const
	{
		return (s.to - s.from + 3) / 4 * rank / r.n;
	}

	/* Is it one access for each unit below end? */
	__device__ bool is_whole(int64_t end) const
	{
		return s.from % 4 == 0 && 4 * end <= s.to - s.from &&
		       ((uintptr_t)s.x | (uintptr_t)s.y) % 16 == 0;
	}

	template <bool IS_WHOLE>
	__device__ float4 load(const float *from, int64_t unit) const
	{
		int64_t i = s.from + 4 * unit;

		if constexpr (IS_WHOLE)
			return __ldcg((const float4 *)(from + i));
		else
			return load_four(from + i, s.to - i);
	}

	template <bool IS_WHOLE>
	__device__ void store(float *to, int64_t unit, float4 v) const
	{
		int64_t i = s.from + 4 * unit;

		if constexpr (IS_WHOLE)
			*(float4 *)(to + i) = v;
		else
			store_four(to + i, s.to - i, v);
	}

	/* work(whole, unit, end): units unit + u SUM_THREADS below end, for each u
	 * below SUM_EACH, of a rank's part; of whole chunks all of them are. */
	template <class Work> __device__ void each(int rank, const Work &work) const
	{
		const int64_t chunk = SUM_EACH * SUM_THREADS, end = part(rank + 1);

		for (int64_t at = part(rank) + block * chunk; at < end;
		     at += n_blocks * chunk)
			if (at + chunk <= end && is_whole(at + chunk))
				work(std::true_type(), at + threadIdx.x, end);
			else
				work(std::false_type(), at + threadIdx.x, end);
	}

	__device__ void copy(float *to, const float *from, int rank) const
	{
		each(rank, [&](auto whole, int64_t unit, int64_t end) {
			constexpr bool is_whole = decltype(whole)::value;
			float4 v[SUM_EACH];

#pragma unroll
			for (int u = 0; u < SUM_EACH; u++)
				if (is_whole || unit + u * SUM_THREADS < end)
					v[u] = load<is_whole>(from,
							      unit + u * SUM_THREADS);
#pragma unroll
			for (int u = 0; u < SUM_EACH; u++)
				if (is_whole || unit + u * SUM_THREADS < end)
					store<is_whole>(to, unit + u * SUM_THREADS,
							v[u]);
		});
	}

	__device__ void show() const
	{
		for (int k = 0; k < r.n; k++)
			copy((float *)r.window[r.rank], s.x, k);
	}

	/* In the order of ranks.  No other rank reads this part of this window now.
	 */
	__device__ void add() const
	{
		float *shown = (float *)r.window[r.rank];

		each(r.rank, [&](auto whole, int64_t unit, int64_t end) {
			constexpr bool is_whole = decltype(whole)::value;
			float4 sum[SUM_EACH] = {};

			for (int k = 0; k < r.n; k++) {
				const float *from = (const float *)r.window[k];

#pragma unroll
				for (int u = 0; u < SUM_EACH; u++)
					if (is_whole || unit + u * SUM_THREADS < end)
						add_four(
							&sum[u],
							load<is_whole>(
								from,
								unit + u * SUM_THREADS));
			}
#pragma unroll
			for (int u = 0; u < SUM_EACH; u++)
				if (is_whole || unit + u * SUM_THREADS < end) {
					store<is_whole>(s.y, unit + u * SUM_THREADS,
							sum[u]);
					store<is_whole>(shown, unit + u * SUM_THREADS,
							sum[u]);
				}
		});
	}

	/* From the others, from the next one on. */
	__device__ void take() const
	{
		for (int far = 1; far < r.n; far++) {
			int peer = (r.rank + far) % r.n;

			copy(s.y, (const float *)r.window[peer], peer);
		}
	}
};

static __global__ void __launch_bounds__(SUM_THREADS, SUM_PER_SM)
	sum_span(const __grid_constant__ struct aisp_ranks r,
		 const __grid_constant__ struct span s)
{
	const struct share own = { r, s, (int)blockIdx.x, (int)gridDim.x };
	const int signals = s.first + (int)blockIdx.x;

	if (s.x)
		own.show();
	aisp_gpu_block_barrier(&r, signals, 2 * s.number + 1);
	own.add();
	aisp_gpu_block_barrier(&r, signals, 2 * s.number + 2);
	own.take();
}

/* All blocks are on the GPU at once, since they wait, and those of a second launch
 * beside it, too. */
static inline int launch_span(const struct aisp_io *io, const struct span &s, int most,
			      cudaStream_t stream)
{
	int64_t part = aisp_ceil_div(aisp_ceil_div(s.to - s.from, 4), io->ranks->n);
	int64_t blocks = aisp_ceil_div(part, SUM_EACH * SUM_THREADS);
	int room = SUM_PER_SM / 2 * aisp_gpu(cudaDevAttrMultiProcessorCount);

	if (!room)
		return -ENOTSUP;
	most = most < room ? most : room;
	sum_span<<<(unsigned)(blocks < most ? blocks : most), SUM_THREADS, 0, stream>>>(
		*io->ranks, s);
	return aisp_launched();
}

#endif
