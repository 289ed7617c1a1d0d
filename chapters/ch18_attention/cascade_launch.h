/* SPDX-License-Identifier: MIT
 *
 * cascade_launch.h - the kernels of a cascade and a variant's callbacks around them.
 * After MOST_PAIR: blocks that share what they fetch of the prefix.
 */
#ifndef CASCADE_LAUNCH_H
#define CASCADE_LAUNCH_H

#include <aisp/launch_early.h>

#include "cascade_own.h"
#include "cascade_prefix.h"

#define BLOCK_THREADS (128 * (CONSUMERS + 1))
#define MERGE_WARPS   8
#define MOST_PARTS    16 /* of the prefix */

/* Registers of a thread: together those of three warpgroups of 168. */
#define CONSUMER_REGISTERS 192
#define OTHER_REGISTERS    120

static __host__ __device__ int blocks_of(const prefix &x, int heads)
{
	return x.rows / TILE * heads * x.n_parts;
}

/* All tables begin with the same pages: the first one's are read.  Blocks behind those
 * of the prefix have own tokens only. */
template <int PAIR>
static __global__ void __launch_bounds__(BLOCK_THREADS, 1)
	meet(const prefix x, const uint16_t *restrict q,
	     const __grid_constant__ boxes b, const int *restrict table,
	     const int *restrict length, const shape p)
{
	extern __shared__ __align__(1024) uint8_t shared[];
	tiles &t = *(tiles *)shared;
	bool is_prefix = (int)blockIdx.x < blocks_of(x, p.heads);
	int group = aisp_warpgroup(), warp = (int)threadIdx.x / 32;
	piece at = piece_of(x, (int)blockIdx.x, p.heads);

	cudaTriggerProgrammaticLaunchCompletion();
	start_barriers<PAIR>(t);
	if (group == 0) {
		aisp_leave_registers<OTHER_REGISTERS>();
		if (warp < OWN_WARPS && is_prefix)
			named_sync(OWN_BARRIER, OWN_THREADS);
		if (warp < OWN_WARPS)
			meet_own(t, q, b, table, length, x, warp, p);
		else if (is_prefix)
			produce<PAIR>(t, b, table, x, at, p);
	} else {
		aisp_take_registers<CONSUMER_REGISTERS>();
		if (is_prefix)
			consume<PAIR>(t, q, x, at, group - 1, p);
	}
	leave_cluster<PAIR>(); /* the other block may still say here what it has read */
}

/* A block for each sequence and head, a warp for each row. */
static __global__ void __launch_bounds__(32 * MERGE_WARPS)
	join(uint16_t *restrict o, const prefix x, const shape p)
{
	int sequence = (int)blockIdx.x / p.heads, head = (int)blockIdx.x % p.heads;
	int64_t row = (int64_t)blockIdx.x * p.group;

	cudaGridDependencySynchronize();
	for (int i = (int)threadIdx.x / 32; i < p.group; i += MERGE_WARPS) {
		const part *first =
			part_at(x, 0, head, sequence * p.group + i, p.heads);

		store_part(o + (row + i) * HEAD_DIM,
			   merge(first, x.n_parts + 1, p.heads * x.rows));
	}
}

struct state {
	encode_fn encode;
	int n_sms;
	struct prefix prefix;
};

/* As many parts of the prefix as the GPU holds blocks. */
static void cut_prefix(const struct aisp_io *io, struct prefix *x, int n_sms)
{
	const int64_t *p = io->param;
	int tiles = (int)aisp_ceil_div(p[BATCH] * p[GROUP], TILE), most, steps;

	x->tokens = (int)p[SHARED];
	x->rows = tiles * TILE;
	steps = (int)aisp_ceil_div(x->tokens, KEYS);
	most = n_sms / (tiles * (int)p[HEADS]);
	most = most < 1 ? 1 : most > MOST_PARTS ? MOST_PARTS : most;
	x->part_tokens = (int)aisp_ceil_div(steps, most) * KEYS;
	x->n_parts = steps ? (int)aisp_ceil_div(x->tokens, x->part_tokens) : 0;
}

static int setup(const struct aisp_io *io, void **state)
{
	struct state *s = (struct state *)calloc(1, sizeof(*s));

	*state = s;
	if (!s)
		return -ENOMEM;
	s->n_sms = aisp_gpu(cudaDevAttrMultiProcessorCount);
	cut_prefix(io, &s->prefix, s->n_sms);
	AISP_TRY(cudaFuncSetAttribute(
		meet<1>, cudaFuncAttributeMaxDynamicSharedMemorySize, sizeof(tiles)));
	AISP_TRY(cudaFuncSetAttribute(meet<MOST_PAIR>,
				      cudaFuncAttributeMaxDynamicSharedMemorySize,
				      sizeof(tiles)));
	return find_encode(&s->encode);
}

/* Boxes of a slab, as cascade_tile.h has it. */
static int map_eights(encode_fn encode, CUtensorMap *map, const struct aisp_tensor *t)
{
	cuuint64_t size[] = { CHUNK, 8, 2, (cuuint64_t)aisp_elems(t) / (8 * HEAD_DIM) };
	cuuint64_t pitch[] = { HEAD_DIM * 2, CHUNK * 2, 8 * HEAD_DIM * 2 };
	cuuint32_t box[] = { CHUNK, 8, 2, SLAB / 8 }, step[] = { 1, 1, 1, 1 };

	return encode(map, CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, 4, t->data, size, pitch,
		      box, step, CU_TENSOR_MAP_INTERLEAVE_NONE,
		      CU_TENSOR_MAP_SWIZZLE_128B, CU_TENSOR_MAP_L2_PROMOTION_L2_256B,
		      CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE) == CUDA_SUCCESS
		       ? 0
		       : -EINVAL;
}

static int map_all(encode_fn encode, struct boxes *b, const struct aisp_io *io)
{
	const struct aisp_tensor *k = &io->in[IN_K], *v = &io->in[IN_V];

	return map_eights(encode, &b->k, k) || map_eights(encode, &b->v, v) ||
			       map_rows(encode, &b->own_k, k, SLAB) ||
			       map_rows(encode, &b->own_v, v, SLAB)
		       ? -EINVAL
		       : 0;
}

template <int PAIR>
static int launch_meet(const struct aisp_io *io, const prefix &x, int n_blocks,
		       const boxes &b, const shape &p)
{
	cudaLaunchAttribute cluster = {};
	cudaLaunchConfig_t config = {};

	cluster.id = cudaLaunchAttributeClusterDimension;
	cluster.val.clusterDim.x = PAIR;
	cluster.val.clusterDim.y = cluster.val.clusterDim.z = 1;
	config.gridDim = (unsigned)aisp_ceil_div(n_blocks, PAIR) * PAIR;
	config.blockDim = BLOCK_THREADS;
	config.dynamicSmemBytes = sizeof(tiles);
	config.stream = aisp_stream(io);
	config.attrs = &cluster;
	config.numAttrs = PAIR > 1;
	return aisp_cuda_status(cudaLaunchKernelEx(
		&config, meet<PAIR>, x, (const uint16_t *)io->in[IN_Q].data, b,
		(const int *)io->in[IN_TABLE].data, (const int *)io->in[IN_LENGTH].data,
		p));
}

static int run(const struct aisp_io *io, void *state)
{
	const struct state *s = (const struct state *)state;
	struct prefix x = s->prefix;
	shape p = shape_of(io->param);
	int n = max(blocks_of(x, p.heads), s->n_sms), rc;
	boxes b;

	x.parts = (part *)io->workspace;
	if (map_all(s->encode, &b, io))
		return -EINVAL;
	rc = x.rows / TILE % MOST_PAIR ? launch_meet<1>(io, x, n, b, p)
				       : launch_meet<MOST_PAIR>(io, x, n, b, p);
	if (rc)
		return rc;
	return aisp_launch_early<uint16_t *, prefix, shape>(
		io, join, p.batch * p.heads, 32 * MERGE_WARPS, 0,
		(uint16_t *)io->out[0].data, x, p);
}

#endif
