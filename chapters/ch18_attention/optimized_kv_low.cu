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
#include <stdlib.h>

#define MOST_BLOCKS 1024

#include "attention_maps.h"
#include "decode_split.h"
#include "low_words.h"

#define RING 4 /* slabs of a warp */

struct low_scales {
	const float *k, *v;
};

template <int FORMAT> struct low_slab {
	uint8_t k[SLAB * low_row<FORMAT>::BYTES], v[SLAB * low_row<FORMAT>::BYTES];
};

template <int FORMAT> union low_memory {
	low_slab<FORMAT> ring[WARPS][RING];
	part parts[WARPS][ROWS];
};

/* The slab from row `row` on, which nobody reads again: L2 parts with it first. */
static __device__ void fetch_rows(void *to, const CUtensorMap *map, int row,
				  uint64_t *bar)
{
	asm volatile("{\n\t.reg .b64 policy;\n\t"
		     "createpolicy.fractional.L2::evict_first.b64 policy, 1.0;\n\t"
		     "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier"
		     "::complete_tx::bytes.L2::cache_hint [%0], [%1, {%2, %3}], [%4], "
		     "policy;\n\t}" ::"r"(shared_address(to)),
		     "l"(map), "r"(0), "r"(row), "r"(shared_address(bar))
		     : "memory");
}

static __device__ void copy_word(void *to, const void *from)
{
	asm volatile(
		"cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(shared_address(to)),
		"l"(from)
		: "memory");
}

/* Arrives when all words that the thread copies so are there. */
static __device__ void arrive_behind_words(uint64_t *bar)
{
	asm volatile("cp.async.mbarrier.arrive.noinc.shared::cta.b64 [%0];" ::"r"(
			     shared_address(bar))
		     : "memory");
}

/* A warp's queries, what they have so far, and its ring. */
template <int FORMAT> struct low_group {
	static constexpr int STAGES = RING;
	float (&o)[HEAD_DIM / 2];
	rows &r;
	const uint32_t (&q)[HEAD_DIM / 4];
	low_slab<FORMAT> *stages;
	float (*scale)[2];
	uint64_t *full; /* a phase: bytes, and words */
	const CUtensorMap *k, *v;
	const low_scales &c;
	const shape &p;

	__device__ void fetch(unsigned stage, int head, int token)
	{
		int row = head * p.page + token;

		if (threadIdx.x % 32)
			return;
		aisp_barrier_expect(&full[stage], sizeof(*stages));
		fetch_rows(stages[stage].k, k, row, &full[stage]);
		fetch_rows(stages[stage].v, v, row, &full[stage]);
		copy_word(&scale[stage][0], c.k + head);
		copy_word(&scale[stage][1], c.v + head);
		arrive_behind_words(&full[stage]);
	}

	__device__ void attend(const ring &at, int token, int end)
	{
		const low_slab<FORMAT> &t = stages[at.stage];
		float s[SLAB / 2], by[2];
		uint32_t w[SLAB / 4];

		aisp_barrier_wait(&full[at.stage], at.parity);
		score_low<FORMAT>(s, q, t.k);
#pragma unroll
		for (int i = 0; i < SLAB / 2; i++)
			s[i] *= scale[at.stage][0];
		if (token + SLAB > end)
			mask(s, 0, token, end, 0);
		take_powers(s, r, by, p.power);
#pragma unroll
		for (int i = 0; i < HEAD_DIM / 2; i++)
			o[i] *= by[i % 4 / 2];
#pragma unroll
		for (int i = 0; i < SLAB / 2; i++)
			s[i] *= scale[at.stage][1];
		pack_weights(w, s);
		weigh_low<FORMAT>(o, w, t.v);
	}
};

template <int FORMAT>
static __global__ void __launch_bounds__(THREADS, 3)
	decode(uint16_t *restrict o, part *parts, const uint16_t *restrict q,
	       const __grid_constant__ CUtensorMap k,
	       const __grid_constant__ CUtensorMap v, const low_scales c,
	       const int *restrict table, const int *restrict length, const shape p)
{
	extern __shared__ __align__(1024) uint8_t shared[];
	low_memory<FORMAT> &m = *(low_memory<FORMAT> *)shared;
	__shared__ uint64_t full[WARPS][RING];
	__shared__ float scale[WARPS][RING][2];
	int warp = threadIdx.x / 32;
	ring at = { 0, 0 };

	ring_init<RING>(full[warp], 2);
	take_piece<low_order>(
		o, parts, m.parts, table, length, p,
		[&](float(&sums)[HEAD_DIM / 2], rows &r, int64_t row, const range &x) {
			uint32_t queries[HEAD_DIM / 4];
			low_group<FORMAT> g = { sums,        r,
						queries,     m.ring[warp],
						scale[warp], full[warp],
						&k,          &v,
						c,           p };

			load_low_rows(queries, q + row * HEAD_DIM, p.group);
			attend_range(g, at, x, p);
		});
}

struct state {
	encode_fn encode;
	int n_blocks;
};

template <int FORMAT> static int prepare_low(struct state *s)
{
	int rc = blocks_of(decode<FORMAT>, sizeof(low_memory<FORMAT>), &s->n_blocks);

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
		return prepare_low<INT8>(s);
	case E4M3:
		return prepare_low<E4M3>(s);
	default:
		return prepare_low<INT4>(s);
	}
}

/* Rows of numbers, in boxes of a slab, whose pieces of 16 bytes are spread over banks.
 */
template <int FORMAT>
static int map_low(encode_fn encode, CUtensorMap *map, const struct aisp_tensor *t)
{
	constexpr int BYTES = low_row<FORMAT>::BYTES;
	cuuint64_t size[] = { BYTES, (cuuint64_t)aisp_elems(t) / BYTES };
	cuuint64_t pitch[] = { BYTES };
	cuuint32_t box[] = { BYTES, SLAB }, step[] = { 1, 1 };

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
	decode<FORMAT>
		<<<s->n_blocks, THREADS, sizeof(low_memory<FORMAT>), aisp_stream(io)>>>(
			(uint16_t *)io->out[0].data, (part *)io->workspace,
			(const uint16_t *)io->in[IN_Q].data, k, v, c,
			(const int *)io->in[IN_TABLE].data,
			(const int *)io->in[IN_LENGTH].data, shape_of(io->param));
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
