/* SPDX-License-Identifier: MIT
 *
 * moe_plain.h - rows packed, exchanged and brought into order, a launch for each step,
 * as with a library's all-to-all: counts first, then blocks of as many rows as there
 * are.
 *
 * A window begins with how many choices of the rank are each expert's; rows are behind.
 * In the workspace, behind the rows: the counts of all ranks, [rank][expert], and for
 * each expert where rows of each group's choices begin, in the order of experts.
 */
#ifndef MOE_PLAIN_H
#define MOE_PLAIN_H

#include "moe_gpu.h"

#include <aisp/peer_plain.h>
#include <aisp/warp.h>

#define PLAIN_ROW_BLOCKS 1056 /* eight for each of 132 SMs */

struct plain {
	struct moe m;
	const int32_t *id;
	int32_t *count, *start;
	int64_t head; /* elements of a window before its rows */
};

static inline struct plain plain_of(const struct aisp_io *io, int64_t rows)
{
	int32_t *room = (int32_t *)io->workspace + rows * io->param[WIDTH];

	return { moe_of(io), (const int32_t *)io->in[ID].data, room,
		 room + io->ranks->n * all_experts(io->param), head_elems(io->param) };
}

static __device__ inline int32_t *head_of(const struct aisp_ranks &r, int rank)
{
	return (int32_t *)r.window[rank];
}

static __device__ inline float *rows_of(const struct aisp_ranks &r,
					const struct plain &p, int rank)
{
	return (float *)r.window[rank] + p.head;
}

/* A block for each group. */
static __global__ void count_groups(const __grid_constant__ struct plain p, int experts)
{
	const int64_t first = group_first(p.m, blockIdx.x) * p.m.chosen;
	const int n = (int)(group_size(p.m, blockIdx.x) * p.m.chosen);

	for (int e = threadIdx.x; e < experts; e += blockDim.x)
		p.start[e * p.m.n_groups + blockIdx.x] = count_of(p.id + first, n, e);
}

/* A warp turns counts into the sums of those before, plus `at`.  Returns the sum of
 * all, in all lanes. */
static __device__ inline int sums_before(int32_t *count, int n, int at)
{
	const int begin = at;

	for (int i = 0; i < n; i += 32) {
		int lane = i + threadIdx.x % 32, k = lane < n ? count[lane] : 0;
		int end = aisp_warp_scan(k);

		if (lane < n)
			count[lane] = at + end - k;
		at += __shfl_sync(~0u, end, 31);
	}
	return at - begin;
}

/* One block turns counts of groups into starts among the expert's rows, and shows in
 * the window how many rows each expert has. */
static __global__ void start_groups(const __grid_constant__ struct aisp_ranks r,
				    const __grid_constant__ struct plain p, int experts)
{
	for (int e = threadIdx.x / 32; e < experts; e += blockDim.x / 32) {
		int n = sums_before(p.start + e * p.m.n_groups, (int)p.m.n_groups, 0);

		if (threadIdx.x % 32 == 0)
			head_of(r, r.rank)[e] = n;
	}
}

/* One block waits for all ranks, and copies their counts. */
static __global__ void take_counts(const __grid_constant__ struct aisp_ranks r,
				   const __grid_constant__ struct plain p, int experts)
{
	aisp_gpu_rank_barrier(&r, 1);
	for (int i = threadIdx.x; i < r.n * experts; i += blockDim.x)
		p.count[i] = head_of(r, i / experts)[i % experts];
}

/* Places of a group's choices in the order of experts; begin has room for all. */
static __device__ inline void packed_places(const struct plain &p, const int32_t *own,
					    int experts, int64_t g, int *begin,
					    struct places *places)
{
	if (threadIdx.x < experts) {
		begin[threadIdx.x] = 0;
		for (int e = 0; e < threadIdx.x; e++)
			begin[threadIdx.x] += own[e];
	}
	find_places(places, p.id + group_first(p.m, g) * p.m.chosen,
		    (int)(group_size(p.m, g) * p.m.chosen), 0, experts,
		    [&](int e) { return begin[e] + p.start[e * p.m.n_groups + g]; });
}

/*
 * At most 64 blocks of size(i) rows, one behind the other: where they begin, and to
 * which block a row belongs.
 */
struct row_blocks {
	int begin[MOST_EXPERTS + 1];
	int n;

	template <class SIZE> __device__ void make(int n_blocks, SIZE size)
	{
		if (threadIdx.x <= n_blocks) {
			int at = 0;

			for (int k = 0; k < threadIdx.x; k++)
				at += size(k);
			begin[threadIdx.x] = at;
		}
		if (threadIdx.x == 0)
			n = n_blocks;
		__syncthreads();
	}

	__device__ int64_t all(void) const
	{
		return begin[n];
	}

	/* All lanes of a warp call it. */
	__device__ int of(int64_t row) const
	{
		int lane = threadIdx.x % 32, found = 0;

		for (int k = 0; k < n; k += 32)
			found += __popc(__ballot_sync(
				~0u, k + lane < n && begin[k + lane] <= row));
		return found - 1;
	}
};

/* Rows that a warp of the grid moves. */
#define FOR_ROWS(i, n)                                                                 \
	for (int64_t i = (blockIdx.x * blockDim.x + threadIdx.x) / 32; i < (n);        \
	     i += gridDim.x * blockDim.x / 32)

/* Copies this rank's rows from each window, from first[] on, in the order of ranks. */
static __device__ inline void take_rows(const struct aisp_ranks &r,
					const struct plain &p,
					const struct row_blocks &got, const int *first,
					float *to)
{
	FOR_ROWS(i, got.all())
	{
		int rank = got.of(i);

		copy_row(row_at(to, p.m, i),
			 row_at((const float *)rows_of(r, p, rank), p.m,
				first[rank] + i - got.begin[rank]));
	}
}

/* Launches the kernels that count, whose results the others need. */
static inline int launch_counts(const struct aisp_io *io, const struct plain &p)
{
	const int experts = (int)all_experts(io->param);

	if (p.m.group * p.m.chosen > MOST_IN_GROUP)
		return -ENOTSUP;
	count_groups<<<(unsigned)p.m.n_groups, 64, 0, aisp_stream(io)>>>(p, experts);
	start_groups<<<1, 1024, 0, aisp_stream(io)>>>(*io->ranks, p, experts);
	return aisp_launched();
}

#endif
