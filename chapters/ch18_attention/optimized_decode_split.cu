/* SPDX-License-Identifier: MIT
 *
 * All slabs of all sequences are one row of work, and each block takes an equal piece
 * of it, wherever sequences end: as many blocks as the GPU holds, at any batch and any
 * lengths.  The last block to finish a sequence adds its parts up.
 * ARCH: sm_90
 */
#include "workload_decode.h"
#include <limits.h>

#include "decode_grouped.h"
#include "decode_row.h"

#define LEAST 8 /* slabs of a piece: below, its result is a tenth of what it reads */

/* Blocks that have left their part of a head; back at 0 at the end. */
static __device__ unsigned n_left[MOST_GROUPS];

/* The block's part of a head goes to mine[], beside the n - 1 others at parts[]; the
 * last block to come makes them one. */
static __device__ void leave(uint16_t *o, part *parts, memory &m, int n, int group,
			     unsigned *n_here, part *mine)
{
	__shared__ bool is_last;

	for (int i = threadIdx.x / 32; i < group; i += WARPS) {
		lane_part p = merge(&m.parts[0][i], WARPS, ROWS);

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

static __global__ void __launch_bounds__(THREADS)
	decode(uint16_t *restrict o, part *parts, const uint16_t *restrict q,
	       const __grid_constant__ CUtensorMap k,
	       const __grid_constant__ CUtensorMap v, const int *restrict table,
	       const int *restrict length, const shape p)
{
	extern __shared__ __align__(1024) uint8_t shared[];
	memory &m = *(memory *)shared;
	__shared__ uint64_t full[WARPS][STAGES];
	int warp = threadIdx.x / 32,
	    total = find(INT_MAX, length, p.batch, p.heads, NULL);
	int piece = max(LEAST, (total + (int)gridDim.x - 1) / (int)gridDim.x);
	int begin = (int)blockIdx.x * piece, end = min(begin + piece, total), n;
	ring at = { 0, 0 };
	place x;

	ring_init(full[warp]);
	if (begin < end)
		find(begin, length, p.batch, p.heads, &x);
	for (; begin < end; begin += n) {
		int start = begin - x.slab, group = x.sequence * p.heads + x.head;
		int first = start / piece, last = (start + x.slabs - 1) / piece;
		int64_t row = (int64_t)group * p.group;
		uint32_t queries[HEAD_DIM / 4];
		float sums[HEAD_DIM / 2] = { 0 };
		rows r = no_rows();

		n = min(x.slabs - x.slab, end - begin);
		load_rows<HEAD_DIM>(queries, q + row * HEAD_DIM, p.group);
		attend_all(sums, r, queries, m.ring[warp], full[warp], at, &k, &v,
			   { table + (int64_t)x.sequence * p.pages, x.head,
			     x.slab * SLAB, min((x.slab + n) * SLAB, x.tokens) },
			   p);
		__syncthreads(); /* all slabs are read */
		keep_part(m.parts[warp], sums, r);
		__syncthreads();
		/* Each step in the row is to the next block, the next head, or both. */
		leave(o + row * HEAD_DIM, parts + (int64_t)(group + first) * p.group, m,
		      last - first + 1, p.group, &n_left[group],
		      parts + ((int64_t)group + blockIdx.x) * p.group);
		fence_async();
		__syncthreads(); /* copies may write where the parts were */
		x.slab = 0;
		if (++x.head == p.heads && begin + n < end)
			find(begin + n, length, p.batch, p.heads, &x);
	}
}

struct state {
	encode_fn encode;
	int n_blocks;
};

static int setup(const struct aisp_io *io, void **state)
{
	struct state *s = (struct state *)calloc(1, sizeof(*s));
	int per_sm;

	(void)io;
	*state = s;
	if (!s)
		return -ENOMEM;
	AISP_TRY(cudaFuncSetAttribute(
		decode, cudaFuncAttributeMaxDynamicSharedMemorySize, sizeof(memory)));
	AISP_TRY(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_sm, decode, THREADS,
							       sizeof(memory)));
	s->n_blocks =
		min(MOST_BLOCKS, per_sm * aisp_gpu(cudaDevAttrMultiProcessorCount));
	return find_encode(&s->encode);
}

static int run(const struct aisp_io *io, void *state)
{
	const struct state *s = (const struct state *)state;
	shape p = shape_of(io->param);
	CUtensorMap k, v;

	if (map_rows(s->encode, &k, &io->in[IN_K], SLAB) ||
	    map_rows(s->encode, &v, &io->in[IN_V], SLAB))
		return -EINVAL;
	decode<<<s->n_blocks, THREADS, sizeof(memory), aisp_stream(io)>>>(
		(uint16_t *)io->out[0].data, (part *)io->workspace,
		(const uint16_t *)io->in[IN_Q].data, k, v,
		(const int *)io->in[IN_TABLE].data, (const int *)io->in[IN_LENGTH].data,
		p);
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "an equal piece of all sequences for each block",
	.setup = setup,
	.run = run,
	.teardown = teardown,
};
