/* SPDX-License-Identifier: MIT
 *
 * The prefix as a product of matrices: the queries of all sequences in tiles of 128,
 * blocks for parts of the prefix, and then a block for each sequence and head, which
 * goes on with the sequence's own tokens and merges.
 * ARCH: sm_90
 * WORKSPACE: 528 * heads * round_up(batch * group, 128) * 16
 */
#include "workload_cascade.h"

#include "paged_tile.h"

#define TILE_WARPS 8
#define TILE       (16 * TILE_WARPS) /* rows of a block */
#define MOST_PARTS 16                /* of the prefix */

/* Scores that are there count. */
struct all_seen {
	__device__ void operator()(float (&)[STEP / 2], int) const
	{
	}
};

/* Of the prefix: parts, each for all rows of all heads. */
struct prefix {
	part *parts;
	int n_parts, tokens;
	int part_tokens; /* a multiple of STEP */
	int rows;        /* of a head: whole tiles */
};

static __device__ part *part_at(const prefix &x, int i, int head, int row, int heads)
{
	return x.parts + ((int64_t)i * heads + head) * x.rows + row;
}

/* All tables begin with the same pages: the first one's are read. */
static __global__ void __launch_bounds__(32 * TILE_WARPS + 32, 1)
	meet_prefix(const prefix x, const uint16_t *restrict q,
		    const __grid_constant__ CUtensorMap k,
		    const __grid_constant__ CUtensorMap v, const int *restrict table,
		    const shape p)
{
	extern __shared__ __align__(1024) uint8_t shared[];
	__shared__ uint64_t full[STEPS], empty[STEPS];
	int head = (int)blockIdx.y, i = (int)blockIdx.z;
	int row = (int)blockIdx.x * TILE + (int)threadIdx.x / 32 * 16;
	queries all = { head * p.group, p.batch * p.group, p.group, p.heads * p.group };
	steps t = { (slab(*)[STEP_SLABS])shared,
		    full,
		    empty,
		    &k,
		    &v,
		    { table, head, i * x.part_tokens,
		      min((i + 1) * x.part_tokens, x.tokens) },
		    0,
		    0 };
	uint32_t own[HEAD_DIM / 4];
	float sums[HEAD_DIM / 2] = { 0 };
	rows r = no_rows();

	load_queries(own, q, all, row);
	if (attend_steps<false>(sums, r, own, row >= all.n, t, p, all_seen()))
		keep_part(part_at(x, i, head, row, p.heads), sums, r);
}

/* Two parts of a row as if of one; of a there is a weight at least. */
static __device__ lane_part join(const lane_part &a, const lane_part &b)
{
	float offset = fmaxf(a.offset, b.offset);
	float x = power_of_two(a.offset - offset), y = power_of_two(b.offset - offset);

	return { { a.o.x * x + b.o.x * y, a.o.y * x + b.o.y * y, a.o.z * x + b.o.z * y,
		   a.o.w * x + b.o.w * y },
		 offset,
		 a.sum * x + b.sum * y };
}

static __global__ void __launch_bounds__(THREADS)
	meet_own(uint16_t *restrict o, const prefix before, const uint16_t *restrict q,
		 const __grid_constant__ CUtensorMap k,
		 const __grid_constant__ CUtensorMap v, const int *restrict table,
		 const int *restrict length, const shape p)
{
	extern __shared__ __align__(1024) uint8_t shared[];
	memory &m = *(memory *)shared;
	__shared__ uint64_t full[WARPS][RING];
	int warp = threadIdx.x / 32, sequence = (int)blockIdx.x / p.heads;
	int head = (int)blockIdx.x % p.heads;
	int64_t row = (int64_t)blockIdx.x * p.group;
	range x = { table + (int64_t)sequence * p.pages, head, before.tokens,
		    length[sequence] };
	uint32_t own[HEAD_DIM / 4];
	float sums[HEAD_DIM / 2] = { 0 };
	rows r = no_rows();
	ring at = { 0, 0 };
	grouped g = { sums, r, own, m.ring[warp], full[warp], &k, &v, p };

	ring_init<RING>(full[warp]);
	load_rows<HEAD_DIM>(own, q + row * HEAD_DIM, p.group);
	attend_range(g, at, x, p);
	__syncthreads(); /* all slabs are read */
	keep_part(m.parts[warp], sums, r);
	__syncthreads();
	for (int i = warp; i < p.group; i += WARPS) {
		const part *first =
			part_at(before, 0, head, sequence * p.group + i, p.heads);

		store_part(o + (row + i) * HEAD_DIM,
			   join(merge(&m.parts[0][i], WARPS, ROWS),
				merge(first, before.n_parts, p.heads * before.rows)));
	}
}

#define BYTES (STEPS * STEP_SLABS * sizeof(slab))

struct state {
	encode_fn encode;
	struct prefix prefix;
};

/* As many parts of the prefix as the GPU holds blocks. */
static void cut_prefix(const struct aisp_io *io, struct prefix *x)
{
	const int64_t *p = io->param;
	int tiles = (int)aisp_ceil_div(p[BATCH] * p[GROUP], TILE), most, steps;

	x->tokens = (int)p[SHARED];
	x->rows = tiles * TILE;
	steps = (int)aisp_ceil_div(x->tokens, STEP);
	most = aisp_gpu(cudaDevAttrMultiProcessorCount) / (tiles * (int)p[HEADS]);
	most = most < 1 ? 1 : most > MOST_PARTS ? MOST_PARTS : most;
	x->part_tokens = (int)aisp_ceil_div(steps, most) * STEP;
	x->n_parts = steps ? (int)aisp_ceil_div(x->tokens, x->part_tokens) : 0;
}

static int setup(const struct aisp_io *io, void **state)
{
	struct state *s = (struct state *)calloc(1, sizeof(*s));

	*state = s;
	if (!s)
		return -ENOMEM;
	cut_prefix(io, &s->prefix);
	AISP_TRY(cudaFuncSetAttribute(
		meet_prefix, cudaFuncAttributeMaxDynamicSharedMemorySize, BYTES));
	AISP_TRY(cudaFuncSetAttribute(
		meet_own, cudaFuncAttributeMaxDynamicSharedMemorySize, sizeof(memory)));
	return find_encode(&s->encode);
}

static int run(const struct aisp_io *io, void *state)
{
	const struct state *s = (const struct state *)state;
	const uint16_t *q = (const uint16_t *)io->in[IN_Q].data;
	const int *table = (const int *)io->in[IN_TABLE].data;
	struct prefix x = s->prefix;
	shape p = shape_of(io->param);
	dim3 grid((unsigned)(x.rows / TILE), (unsigned)p.heads, (unsigned)x.n_parts);
	CUtensorMap k, v;

	x.parts = (part *)io->workspace;
	if (map_rows(s->encode, &k, &io->in[IN_K], SLAB) ||
	    map_rows(s->encode, &v, &io->in[IN_V], SLAB))
		return -EINVAL;
	if (x.n_parts)
		meet_prefix<<<grid, 32 * TILE_WARPS + 32, BYTES, aisp_stream(io)>>>(
			x, q, k, v, table, p);
	meet_own<<<(unsigned)(p.batch * p.heads), THREADS, sizeof(memory),
		   aisp_stream(io)>>>((uint16_t *)io->out[0].data, x, q, k, v, table,
				      (const int *)io->in[IN_LENGTH].data, p);
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "the prefix once for 128 queries, by tensor cores",
	.setup = setup,
	.run = run,
	.teardown = teardown,
};
