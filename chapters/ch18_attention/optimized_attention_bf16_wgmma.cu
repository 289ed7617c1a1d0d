/* SPDX-License-Identifier: MIT
 *
 * Warpgroups with roles (J. Shah et al., FlashAttention-3, arXiv:2407.08608): one
 * thread orders tensor copies of keys and values; two warpgroups of 64 queries each
 * multiply and take powers.  The scores of the next tile are under way while the
 * powers of this one are taken, and the warpgroups take turns: one's products run
 * while the other's special units work.  Weights never leave the registers.
 * ARCH: sm_90a
 */
#include "workload_attention_bf16.h"

#include "attention_maps.h"
#include "softmax_rows.h"
#include "wgmma.h"

#define GROUP   128 /* threads of a warpgroup */
#define QUERIES 128 /* of a tile: two warpgroups of 64 */
#define KEYS    128 /* of a tile */
#define STAGES  2
#define THREADS (3 * GROUP)

/* A section's keys and values stay in L2 while its tiles are worked on. */
#define SECTION_BYTES (24 << 20)

struct shape {
	int heads, seq, is_causal;
	int q_tiles; /* of a head */
	int section; /* heads in a section */
	power power;
};

template <int DIM> struct tiles {
	uint16_t q[DIM / CHUNK][QUERIES][CHUNK];
	uint16_t k[STAGES][DIM / CHUNK][KEYS][CHUNK];
	uint16_t v[STAGES][DIM / CHUNK][KEYS][CHUNK];
	uint16_t o[2][DIM / CHUNK][QUERIES / 2][CHUNK];
	uint64_t q_full, q_empty, k_full[STAGES], k_empty[STAGES], v_full[STAGES],
		v_empty[STAGES];
	int tile; /* what q holds; -1: no more */
};

/* Tiles taken so far, and blocks that found none left; back at 0 at the end. */
static __device__ unsigned n_taken, n_ended;

struct place {
	int head, q; /* q: tile of queries */
};

/* Section by section, long rows of a causal mask first. */
static __device__ place place_of(const shape &s, int tile)
{
	int in_section = s.section * s.q_tiles, first = tile / in_section * s.section;
	int width = min(s.section, s.heads - first), r = tile % in_section;

	return { first + r % width, s.q_tiles - 1 - r / width };
}

static __device__ int key_tiles(const shape &s, int q)
{
	int n = s.is_causal ? min((q + 1) * QUERIES, s.seq) : s.seq;

	return (n + KEYS - 1) / KEYS;
}

template <int DIM>
static __device__ void load_tile(uint16_t (*to)[KEYS][CHUNK], const CUtensorMap *map,
				 const place &at, int row, uint64_t *full)
{
	barrier_expect(full, DIM * KEYS * 2);
	for (int c = 0; c < DIM / CHUNK; c++)
		load_box(to[c], map, c * CHUNK, row, at.head, full);
}

template <int DIM>
static __device__ void produce(tiles<DIM> &t, const CUtensorMap *q,
			       const CUtensorMap *k, const CUtensorMap *v,
			       const shape &s)
{
	int n_tiles = s.heads * s.q_tiles;
	unsigned q_parity = 0;
	ring r = { 0, 0 };

	for (;;) {
		int tile = (int)atomicAdd(&n_taken, 1);
		place at;

		barrier_wait(&t.q_empty, q_parity ^ 1);
		q_parity ^= 1;
		t.tile = tile < n_tiles ? tile : -1;
		if (tile >= n_tiles)
			break;
		at = place_of(s, tile);
		load_tile<DIM>(t.q, q, at, at.q * QUERIES, &t.q_full);
		for (int j = key_tiles(s, at.q) - 1; j >= 0; j--) {
			barrier_wait(&t.k_empty[r.stage], r.parity ^ 1);
			load_tile<DIM>(t.k[r.stage], k, at, j * KEYS,
				       &t.k_full[r.stage]);
			barrier_wait(&t.v_empty[r.stage], r.parity ^ 1);
			load_tile<DIM>(t.v[r.stage], v, at, j * KEYS,
				       &t.v_full[r.stage]);
			ring_next<STAGES>(r);
		}
	}
	barrier_arrive(&t.q_full);
	if (atomicAdd(&n_ended, 1) == gridDim.x - 1)
		n_taken = n_ended = 0;
}

/* Scores of 64 queries with a tile of keys. */
template <int DIM>
static __device__ void score(float (&s)[KEYS / 2], const tiles<DIM> &t, int group,
			     int stage)
{
#pragma unroll
	for (int i = 0; i < DIM / 16; i++)
		multiply(s, descriptor(t.q[i / 4][group * 64]) + i % 4 * 2,
			 descriptor(t.k[stage][i / 4]) + i % 4 * 2, i > 0);
	products_commit();
}

/* The weights' sums of values, added to o if is_more. */
template <int DIM>
static __device__ void weigh(float (&o)[DIM / 2], const uint32_t (&w)[KEYS / 4],
			     const tiles<DIM> &t, int stage, int is_more)
{
#pragma unroll
	for (int i = 0; i < KEYS / 16; i++)
		multiply(o, &w[4 * i],
			 descriptor_across(t.v[stage][0], KEYS * CHUNK * 2) + i * 128,
			 is_more || i > 0);
	products_commit();
}

/* o / sum to shared memory, and from there to the tensor, whose end clips it. */
template <int DIM>
static __device__ void store_rows(float (&o)[DIM / 2], rows &r, tiles<DIM> &t,
				  const CUtensorMap *map, int group, const place &at)
{
	int lane = threadIdx.x % 32, row = threadIdx.x % GROUP / 32 * 16 + lane % 16;

	finish(r);
	if (threadIdx.x % GROUP == 0)
		stores_read();
	named_sync(3 + group, GROUP);
#pragma unroll
	for (int i = 0; i < DIM / 2; i += 8) {
		int chunk = i / 4 + lane / 16; /* of 16 bytes */

		store_matrices(&t.o[group][chunk / 8][row][(chunk % 8 ^ row % 8) * 8],
			       pack(o[i] * r.sum[0], o[i + 1] * r.sum[0]),
			       pack(o[i + 2] * r.sum[1], o[i + 3] * r.sum[1]),
			       pack(o[i + 4] * r.sum[0], o[i + 5] * r.sum[0]),
			       pack(o[i + 6] * r.sum[1], o[i + 7] * r.sum[1]));
	}
	fence_async();
	named_sync(3 + group, GROUP);
	if (threadIdx.x % GROUP == 0)
		for (int c = 0; c < DIM / CHUNK; c++)
			store_box(map, t.o[group][c], c * CHUNK,
				  at.q * QUERIES + group * 64, at.head);
}

/* By one thread of each warp: its own part of the products is done. */
static __device__ void release(uint64_t *empty)
{
	if (threadIdx.x % 32 == 0)
		barrier_arrive(empty);
}

/* Once the maxima have settled, hardly a tile changes them. */
template <int DIM>
static __device__ void rescale(float (&o)[DIM / 2], const float (&by)[2])
{
	if (__all_sync(~0u, by[0] == 1 && by[1] == 1))
		return;
#pragma unroll
	for (int i = 0; i < DIM / 2; i++)
		o[i] *= by[i % 4 / 2];
}

/* A tile of queries: all its tiles of keys, the last, which is masked, first. */
template <int DIM>
static __device__ void attend(float (&o)[DIM / 2], rows &sm, tiles<DIM> &t, ring &r,
			      const shape &p, int group, const place &at)
{
	int n = key_tiles(p, at.q);
	int row = at.q * QUERIES + group * 64 + threadIdx.x % GROUP / 32 * 16;
	float s[KEYS / 2], by[2];
	uint32_t w[KEYS / 4];

	barrier_wait(&t.k_full[r.stage], r.parity);
	products_begin();
	score<DIM>(s, t, group, r.stage);
	products_wait<0>();
	hold(s);
	release(&t.k_empty[r.stage]);
	mask(s, row, (n - 1) * KEYS, p.seq, p.is_causal);
	sm = no_rows();
	take_powers(s, sm, by, p.power);
	pack_weights(w, s);
	for (int j = 1; j < n; j++) {
		unsigned stage = r.stage, parity = r.parity;

		ring_next<STAGES>(r);
		barrier_wait(&t.k_full[r.stage], r.parity);
		named_sync(1 + group, 2 * GROUP);
		products_begin();
		score<DIM>(s, t, group, r.stage);
		barrier_wait(&t.v_full[stage], parity);
		products_begin();
		weigh<DIM>(o, w, t, stage, j > 1);
		named_arrive(2 - group, 2 * GROUP);
		products_wait<1>();
		hold(s);
		release(&t.k_empty[r.stage]);
		take_powers(s, sm, by, p.power);
		hold(s);
		stay(sm.sum[0] + sm.sum[1]);
		products_wait<0>();
		hold(o);
		hold(w);
		release(&t.v_empty[stage]);
		rescale<DIM>(o, by);
		pack_weights(w, s);
	}
	release(&t.q_empty);
	barrier_wait(&t.v_full[r.stage], r.parity);
	products_begin();
	weigh<DIM>(o, w, t, r.stage, n > 1);
	products_wait<0>();
	hold(o);
	release(&t.v_empty[r.stage]);
	ring_next<STAGES>(r);
}

template <int DIM>
static __device__ void consume(tiles<DIM> &t, const CUtensorMap *map, const shape &p,
			       int group)
{
	unsigned q_parity = 0;
	ring r = { 0, 0 };
	float o[DIM / 2];
	rows sm;

	/* The first group begins. */
	if (group == 1)
		named_arrive(1, 2 * GROUP);
	for (;;) {
		place at;
		int tile = 0;

		barrier_wait(&t.q_full, q_parity);
		q_parity ^= 1;
		if (threadIdx.x % 32 == 0) /* as only this lane says that it has */
			tile = t.tile;
		tile = __shfl_sync(~0u, tile, 0);
		if (tile < 0)
			break;
		at = place_of(p, tile);
		attend<DIM>(o, sm, t, r, p, group, at);
		store_rows<DIM>(o, sm, t, map, group, at);
	}
	if (group == 0)
		named_sync(1, 2 * GROUP);
	if (threadIdx.x % GROUP == 0)
		stores_done();
}

template <int DIM>
static __global__ void __launch_bounds__(THREADS, 1)
	attention(const __grid_constant__ CUtensorMap q,
		  const __grid_constant__ CUtensorMap k,
		  const __grid_constant__ CUtensorMap v,
		  const __grid_constant__ CUtensorMap o, const shape p)
{
	extern __shared__ __align__(1024) uint8_t shared[];
	tiles<DIM> &t = *(tiles<DIM> *)shared;

	if (threadIdx.x == 0) {
		barrier_init(&t.q_full, 1);
		barrier_init(&t.q_empty, 8);
		for (int i = 0; i < STAGES; i++) {
			barrier_init(&t.k_full[i], 1);
			barrier_init(&t.v_full[i], 1);
			barrier_init(&t.k_empty[i], 8);
			barrier_init(&t.v_empty[i], 8);
		}
		barriers_ready();
	}
	__syncthreads();
	if (threadIdx.x < GROUP) {
		registers_down<24>();
		if (threadIdx.x == 0)
			produce<DIM>(t, &q, &k, &v, p);
	} else {
		registers_up<240>();
		consume<DIM>(t, &o, p, (int)threadIdx.x / GROUP - 1);
	}
}

struct state {
	encode_fn encode;
	int n_blocks;
};

template <int DIM> static int launch(const struct aisp_io *io, const struct state *s)
{
	int64_t seq = io->param[SEQ], head_bytes = 4 * seq * DIM;
	CUtensorMap q, k, v, o;
	shape p = { (int)io->param[HEADS], (int)seq, (int)io->param[CAUSAL] };

	p.q_tiles = (int)aisp_ceil_div(seq, QUERIES);
	p.section =
		(int)max((int64_t)1, min((int64_t)p.heads, SECTION_BYTES / head_bytes));
	p.power = power_of_scores(DIM);
	if (map_heads(s->encode, &q, &io->in[0], QUERIES) ||
	    map_heads(s->encode, &k, &io->in[1], KEYS) ||
	    map_heads(s->encode, &v, &io->in[2], KEYS) ||
	    map_heads(s->encode, &o, &io->out[0], QUERIES / 2))
		return -EINVAL;
	attention<DIM><<<min(s->n_blocks, p.heads * p.q_tiles), THREADS,
			 sizeof(tiles<DIM>), aisp_stream(io)>>>(q, k, v, o, p);
	return aisp_launched();
}

static int setup(const struct aisp_io *io, void **state)
{
	struct state *s = (struct state *)calloc(1, sizeof(*s));

	(void)io;
	*state = s;
	if (!s)
		return -ENOMEM;
	s->n_blocks = aisp_gpu(cudaDevAttrMultiProcessorCount);
	AISP_TRY(cudaFuncSetAttribute(attention<64>,
				      cudaFuncAttributeMaxDynamicSharedMemorySize,
				      sizeof(tiles<64>)));
	AISP_TRY(cudaFuncSetAttribute(attention<128>,
				      cudaFuncAttributeMaxDynamicSharedMemorySize,
				      sizeof(tiles<128>)));
	return find_encode(&s->encode);
}

static int run(const struct aisp_io *io, void *state)
{
	const struct state *s = (const struct state *)state;

	return io->param[DIM] == 64 ? launch<64>(io, s) : launch<128>(io, s);
}

static void teardown(void *state)
{
	free(state);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "warpgroups with roles, powers taken while products run",
	.setup = setup,
	.run = run,
	.teardown = teardown,
};
