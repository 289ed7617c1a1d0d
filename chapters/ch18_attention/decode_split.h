/* SPDX-License-Identifier: MIT
 *
 * decode_split.h - a block's equal piece of all slabs of all sequences, wherever these
 * end; the last block to finish a head adds its parts up.  After MOST_GROUPS.
 */
#ifndef DECODE_SPLIT_H
#define DECODE_SPLIT_H

#include "decode_warps.h"
#include <limits.h>

#include "decode_row.h"

/* The fewest slabs of a piece: the result of 128 tokens is a tenth of their bytes. */
#ifndef LEAST
#define LEAST (128 / SLAB)
#endif

/* Blocks that have left their part of a head; back at 0 at the end. */
static __device__ unsigned n_left[MOST_GROUPS];

/* Stores the block's part of a head, beside the n - 1 others at parts[]; the last block
 * to come merges them. */
template <int N>
static __device__ void leave(uint16_t *o, part *parts, const part (*warps)[N], int n,
			     int group, unsigned *n_here, part *mine)
{
	__shared__ bool is_last;

	for (int i = threadIdx.x / 32; i < group; i += WARPS) {
		lane_part p = merge(&warps[0][i], WARPS, N);

		if (n == 1) {
			store_part(o + i * HEAD_DIM, p);
			continue;
		}
		*(float4 *)&mine[i].o[threadIdx.x % 32 * 4] = p.o;
		mine[i].offset = p.offset;
		mine[i].sum = p.sum;
	}
	if (n == 1)
		return;
	__threadfence();
	__syncthreads();
	if (threadIdx.x == 0)
		is_last = atomicInc(n_here, (unsigned)n - 1) == (unsigned)n - 1;
	__syncthreads();
	if (!is_last)
		return;
	__threadfence();
	for (int i = threadIdx.x / 32; i < group; i += WARPS)
		store_part(o + i * HEAD_DIM, merge(parts + i, n, group));
}

/*
 * In take(row, range) a warp attends to a range for the queries from `row` on; it
 * leaves its part in its warps[], which may overlap the block's slabs.
 */
template <class F>
static __device__ void take_piece(uint16_t *o, part *parts, const part (*warps)[ROWS],
				  const int *table, const int *length, const shape &p,
				  F take)
{
	int total = find(INT_MAX, length, p.batch, p.heads, NULL);
	int piece = max(LEAST, (total + (int)gridDim.x - 1) / (int)gridDim.x);
	int begin = (int)blockIdx.x * piece, end = min(begin + piece, total), n;
	place x;

	if (begin < end)
		find(begin, length, p.batch, p.heads, &x);
	for (; begin < end; begin += n) {
		int start = begin - x.slab, group = x.sequence * p.heads + x.head;
		int first = start / piece, last = (start + x.slabs - 1) / piece;
		int64_t row = (int64_t)group * p.group;

		n = min(x.slabs - x.slab, end - begin);
		take(row, range{ table + (int64_t)x.sequence * p.pages, x.head,
				 x.slab * SLAB, min((x.slab + n) * SLAB, x.tokens) });
		__syncthreads();
		/* Each step in the row is to the next block, the next head, or both. */
		leave(o + row * HEAD_DIM, parts + (int64_t)(group + first) * p.group,
		      warps, last - first + 1, p.group, &n_left[group],
		      parts + ((int64_t)group + blockIdx.x) * p.group);
		fence_async();
		__syncthreads(); /* copies may write where the parts were */
		x.slab = 0;
		if (++x.head == p.heads && begin + n < end)
			find(begin + n, length, p.batch, p.heads, &x);
	}
}

/* As many blocks as the GPU holds, at most MOST_BLOCKS. */
template <class K> static int blocks_of(K kernel, size_t shared_bytes, int *n)
{
	int per_sm;

	AISP_TRY(cudaFuncSetAttribute(kernel,
				      cudaFuncAttributeMaxDynamicSharedMemorySize,
				      (int)shared_bytes));
	AISP_TRY(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_sm, kernel, THREADS,
							       shared_bytes));
	*n = min(MOST_BLOCKS, per_sm * aisp_gpu(cudaDevAttrMultiProcessorCount));
	return 0;
}

#endif
