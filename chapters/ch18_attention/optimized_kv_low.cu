/* SPDX-License-Identifier: MIT
 *
 * Codes become bf16, exactly, in the registers from which the tensor cores take them;
 * a page's scales meet scores and weights, of which there are fewer than codes.  Equal
 * pieces of all sequences, as in decode_split.
 * ARCH: sm_90
 * WORKSPACE: 528 * (batch * heads + 1024) * group
 */
#include "workload_kv_low.h"

#include <aisp/cuda.h>
#include <aisp/instructions.h>
#include <stdlib.h>

#define MOST_BLOCKS 1024
#define SLAB        32

#include "attention_maps.h"
#include "decode_split.h"
#include "low_ring.h"
#include "softmax_columns.h"

/* Of an SM: nibbles cost the most instructions for a byte, and more warps hide more of
 * what each waits for. */
template <int FORMAT, int TILES>
constexpr int BLOCKS = FORMAT == INT4 &&TILES == 1 ? 4 : 3;

/* Slabs of a warp. */
template <int FORMAT> constexpr int RING = FORMAT == INT4 ? 3 : 2;

template <int FORMAT> struct low_slab {
	uint8_t k[BOXES][BOX * low_row<FORMAT>::BYTES];
	uint8_t v[BOXES][BOX * low_row<FORMAT>::BYTES];
};

template <int FORMAT> union low_memory {
	low_slab<FORMAT> ring[WARPS][RING<FORMAT>];
	part parts[WARPS][ROWS];
};

/* The box from row `row` on. */
static __device__ void fetch_rows(void *to, const CUtensorMap *map, int row,
				  uint64_t *bar, uint64_t policy)
{
	asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier"
		     "::complete_tx::bytes.L2::cache_hint [%0], [%1, {%2, %3}], [%4], "
		     "%5;" ::"r"(shared_address(to)),
		     "l"(map), "r"(0), "r"(row), "r"(shared_address(bar)), "l"(policy)
		     : "memory");
}

/* By all blocks, a line a thread: what first copies would wait for, one after another.
 */
static __device__ void announce(const CUtensorMap *k, const CUtensorMap *v,
				const low_scales &c, const int *table, const shape &p)
{
	int i = (int)(blockIdx.x * THREADS + threadIdx.x) * 32;
	int n_pages = p.batch * p.pages;

	if (threadIdx.x == 0) {
		asm volatile("prefetch.tensormap [%0];" ::"l"(k) : "memory");
		asm volatile("prefetch.tensormap [%0];" ::"l"(v) : "memory");
	}
	if (i < n_pages)
		asm volatile("prefetch.global.L2 [%0];" ::"l"(table + i));
	if (i >= n_pages * p.heads)
		return;
	asm volatile("prefetch.global.L2 [%0];" ::"l"(c.k + i));
	asm volatile("prefetch.global.L2 [%0];" ::"l"(c.v + i));
}

/* A warp's queries, in tiles of 8, what they have so far, and its ring. */
template <int FORMAT, int TILES> struct low_group {
	static constexpr int STAGES = RING<FORMAT>;
	float o[TILES][HEAD_DIM / 4];
	rows r[TILES];
	uint32_t q[TILES][HEAD_DIM / 8];
	low_slab<FORMAT> *stages;
	uint64_t *full;
	const CUtensorMap *k, *v;
	uint64_t policy;
	const power &exponents;

	/* Boxes whose rows lanes from `lane` on have. */
	__device__ void fetch(unsigned stage, int row, int lane)
	{
		low_slab<FORMAT> &to = stages[stage];
		int rows[BOXES];

#pragma unroll
		for (int b = 0; b < BOXES; b++)
			rows[b] = __shfl_sync(~0u, row, lane + b);
		if (threadIdx.x % 32)
			return;
		aisp_barrier_expect(&full[stage], sizeof(to));
#pragma unroll
		for (int b = 0; b < BOXES; b++)
			fetch_rows(to.k[b], k, rows[b], &full[stage], policy);
#pragma unroll
		for (int b = 0; b < BOXES; b++)
			fetch_rows(to.v[b], v, rows[b], &full[stage], policy);
	}

	/* Lane lane + b has box b's scales. */
	__device__ void scale_boxes(float (&s)[TILES][4 * BOXES], float scale, int lane)
	{
#pragma unroll
		for (int b = 0; b < BOXES; b++) {
			float by = __shfl_sync(~0u, scale, lane + b) *
				   low_row<FORMAT>::UNIT;

#pragma unroll
			for (int i = 0; i < 4 * TILES; i++)
				s[i / 4][4 * b + i % 4] *= by;
		}
	}

	__device__ void soften(float (&s)[TILES][4 * BOXES])
	{
#pragma unroll
		for (int t = 0; t < TILES; t++) {
			float by[2];

			take_column_powers(s[t], r[t], by, exponents);
#pragma unroll
			for (int i = 0; i < HEAD_DIM / 4; i++)
				o[t][i] *= by[i % 2];
		}
	}

	/* Of the slab's tokens, the first `left`. */
	__device__ void attend(const ring &at, int left, const low_box &x, int lane)
	{
		const low_slab<FORMAT> &slab = stages[at.stage];
		float s[TILES][4 * BOXES];

		aisp_barrier_wait(&full[at.stage], at.parity);
		score_low<FORMAT>(s, q, slab.k);
		scale_boxes(s, x.k, lane);
#pragma unroll
		for (int t = 0; t < TILES; t++)
			mask_columns(s[t], left);
		soften(s);
		scale_boxes(s, x.v, lane);
#pragma unroll
		for (int b = 0; b < BOXES; b++) {
			uint32_t w[TILES][2];

#pragma unroll
			for (int t = 0; t < TILES; t++)
				pack_columns(w[t], s[t], b);
			weigh_low<FORMAT>(o, w, slab.v[b]);
		}
	}
};

/* TILES of 8 queries are a group. */
template <int FORMAT, int TILES>
static __global__ void __launch_bounds__(THREADS, BLOCKS<FORMAT, TILES>)
	decode(uint16_t *restrict o, part *parts, const uint16_t *restrict q,
	       const __grid_constant__ CUtensorMap k,
	       const __grid_constant__ CUtensorMap v, const low_scales c,
	       const int *restrict table, const int *restrict length, const shape p)
{
	extern __shared__ __align__(1024) uint8_t shared[];
	low_memory<FORMAT> &m = *(low_memory<FORMAT> *)shared;
	__shared__ uint64_t full[WARPS][RING<FORMAT>];
	int warp = threadIdx.x / 32;
	uint64_t policy = aisp_leaves_l2_first();
	ring at = { 0, 0 };

	announce(&k, &v, c, table, p);
	ring_init<RING<FORMAT>>(full[warp]);
	take_piece(o, parts, m.parts, table, length, p,
		   [&](int64_t row, const range &x) {
			   low_group<FORMAT, TILES> g = {
				   {}, {}, {},     m.ring[warp], full[warp],
				   &k, &v, policy, p.power
			   };

			   load_low_rows(g.q, q + row * HEAD_DIM, p.group);
			   for (int t = 0; t < TILES; t++)
				   g.r[t] = no_rows();
			   low_walk w = begin_walk(g, at, x, c, p);

			   attend_walk(g, at, w, c, p);
			   __syncthreads(); /* all slabs are read */
			   for (int t = 0; t < TILES; t++)
				   keep_columns(m.parts[warp] + 8 * t, g.o[t], g.r[t]);
		   });
}

struct state {
	encode_fn encode;
	int n_blocks;
};

template <int FORMAT> static auto kernel_of(int64_t group)
{
	return group > 8 ? decode<FORMAT, 2> : decode<FORMAT, 1>;
}

template <int FORMAT> static int prepare_low(struct state *s, int64_t group)
{
	int rc = blocks_of(kernel_of<FORMAT>(group), sizeof(low_memory<FORMAT>),
			   &s->n_blocks);

	return rc ? rc : find_encode(&s->encode);
}

static int setup(const struct aisp_io *io, void **state)
{
	struct state *s = (struct state *)calloc(1, sizeof(*s));

	*state = s;
	if (!s)
		return -ENOMEM;
	switch (io->param[FORMAT]) {
	case INT8:
		return prepare_low<INT8>(s, io->param[GROUP]);
	case E4M3:
		return prepare_low<E4M3>(s, io->param[GROUP]);
	default:
		return prepare_low<INT4>(s, io->param[GROUP]);
	}
}

/* Rows of numbers, in boxes, whose pieces of 16 bytes are spread over banks.
 */
template <int FORMAT>
static int map_low(encode_fn encode, CUtensorMap *map, const struct aisp_tensor *t)
{
	constexpr int BYTES = low_row<FORMAT>::BYTES;
	cuuint64_t size[] = { BYTES, (cuuint64_t)aisp_elems(t) / BYTES };
	cuuint64_t pitch[] = { BYTES };
	cuuint32_t box[] = { BYTES, BOX }, step[] = { 1, 1 };

	return encode(map, CU_TENSOR_MAP_DATA_TYPE_UINT8, 2, t->data, size, pitch, box,
		      step, CU_TENSOR_MAP_INTERLEAVE_NONE,
		      FORMAT == INT4 ? CU_TENSOR_MAP_SWIZZLE_64B
				     : CU_TENSOR_MAP_SWIZZLE_128B,
		      CU_TENSOR_MAP_L2_PROMOTION_NONE,
		      CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE) == CUDA_SUCCESS
		       ? 0
		       : -EINVAL;
}

template <int FORMAT> static int start(const struct aisp_io *io, const struct state *s)
{
	low_scales c = { aisp_in_f32(io, IN_K_SCALE), aisp_in_f32(io, IN_V_SCALE) };
	CUtensorMap k, v;

	if (map_low<FORMAT>(s->encode, &k, &io->in[IN_K]) ||
	    map_low<FORMAT>(s->encode, &v, &io->in[IN_V]))
		return -EINVAL;
	kernel_of<FORMAT>(
		io->param[GROUP])<<<s->n_blocks, THREADS, sizeof(low_memory<FORMAT>),
				    aisp_stream(io)>>>(
		(uint16_t *)io->out[0].data, (part *)io->workspace,
		(const uint16_t *)io->in[IN_Q].data, k, v, c,
		(const int *)io->in[IN_TABLE].data, (const int *)io->in[IN_LENGTH].data,
		shape_of(io->param));
	return aisp_launched();
}

static int run(const struct aisp_io *io, void *state)
{
	const struct state *s = (const struct state *)state;

	switch (io->param[FORMAT]) {
	case INT8:
		return start<INT8>(io, s);
	case E4M3:
		return start<E4M3>(io, s);
	default:
		return start<INT4>(io, s);
	}
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "codes become operands of tensor cores in registers",
	.setup = setup,
	.run = run,
	.teardown = teardown,
};
