/* SPDX-License-Identifier: MIT
 *
 * All slabs of all sequences are one row of work, and each block takes an equal piece
 * of it, wherever sequences end: as many blocks as the GPU holds, at any batch and any
 * lengths (T. Dao et al., Flash-Decoding, 2023; M. Osama et al., Stream-K,
 * arXiv:2301.03598).  The last block to finish a sequence adds its parts up.
 * ARCH: sm_90
 */
#include "workload_decode.h"
#include <limits.h>

#include "decode_grouped.h"

#define LEAST 8 /* slabs of a piece: below, its result is a tenth of what it reads */

/* Blocks that have left their part of a head; back at 0 at the end. */
static __device__ unsigned n_left[MOST_GROUPS];

/* Where a slab of the row lies. */
struct place {
	int sequence, head, slab;
	int slabs, tokens; /* of the sequence */
};

static __device__ int slabs_of(int tokens)
{
	return (tokens + SLAB - 1) / SLAB;
}

/* By a warp: the sequence of slab i, or how many slabs there are if there is none. */
static __device__ int find(int i, const int *length, const shape &p, place *to)
{
	int lane = threadIdx.x % 32, before = 0;

	for (int first = 0; first < p.batch; first += 32) {
		int tokens = first + lane < p.batch ? length[first + lane] : 0;
		int own = slabs_of(tokens) * p.heads, sum = own, last;
		unsigned past;

		for (int d = 1; d < 32; d *= 2) {
			int x = __shfl_up_sync(~0u, sum, d);

			sum += lane >= d ? x : 0;
		}
		past = __ballot_sync(~0u, before + sum > i);
		if (past) {
			last = __ffs(past) - 1;
			tokens = __shfl_sync(~0u, tokens, last);
			i -= before + __shfl_sync(~0u, sum - own, last);
			*to = { first + last, i / slabs_of(tokens),
				i % slabs_of(tokens), slabs_of(tokens), tokens };
			return 0;
		}
		before += __shfl_sync(~0u, sum, 31);
	}
	return before;
}

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
	int warp = threadIdx.x / 32, total = find(INT_MAX, length, p, NULL);
	int piece = max(LEAST, (total + (int)gridDim.x - 1) / (int)gridDim.x);
	int begin = (int)blockIdx.x * piece, end = min(begin + piece, total), n;
	ring at = { 0, 0 };
	place x;

	ring_init(full[warp]);
	if (begin < end)
		find(begin, length, p, &x);
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
			find(begin + n, length, p, &x);
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
