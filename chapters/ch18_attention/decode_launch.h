/* SPDX-License-Identifier: MIT
 *
 * decode_launch.h - the kernel around decode_grouped.h, and the one that makes the
 * parts of a sequence one.
 */
#ifndef DECODE_LAUNCH_H
#define DECODE_LAUNCH_H

#include "decode_grouped.h"

static __global__ void __launch_bounds__(THREADS)
	decode(uint16_t *restrict o, part *restrict parts, const uint16_t *restrict q,
	       const __grid_constant__ CUtensorMap k,
	       const __grid_constant__ CUtensorMap v, const int *restrict table,
	       const int *restrict length, const shape p)
{
	extern __shared__ __align__(1024) uint8_t shared[];
	memory &m = *(memory *)shared;
	__shared__ uint64_t full[WARPS][STAGES];
	int warp = threadIdx.x / 32, first = (int)blockIdx.x * p.part;
	int end = min(first + p.part, length[blockIdx.z]);
	int64_t row = ((int64_t)blockIdx.z * p.heads + blockIdx.y) * p.group;
	uint32_t queries[HEAD_DIM / 4];
	float sums[HEAD_DIM / 2] = { 0 };
	rows r = no_rows();

	if (first >= end)
		return;
	if (threadIdx.x % 32 == 0) {
		for (int i = 0; i < STAGES; i++)
			barrier_init(&full[warp][i], 1);
		barriers_ready();
	}
	__syncwarp();
	load_queries(queries, q + row * HEAD_DIM, p.group);
	attend_all(sums, r, queries, m.ring[warp], full[warp], &k, &v,
		   table + (int64_t)blockIdx.z * p.pages, first + warp * SLAB, end, p);
	__syncthreads(); /* all slabs are read */
	keep_part(m.parts[warp], sums, r);
	__syncthreads();
	for (int i = threadIdx.x; i < p.group * HEAD_DIM; i += THREADS) {
		element e = merge(&m.parts[0][i / HEAD_DIM], WARPS, ROWS, i % HEAD_DIM);
		part *to = parts + (row + i / HEAD_DIM) * p.n_parts + blockIdx.x;

		if (p.n_parts == 1) {
			o[row * HEAD_DIM + i] = (uint16_t)pack(e.x / e.sum, 0);
			continue;
		}
		to->o[i % HEAD_DIM] = e.x;
		if (i % HEAD_DIM == 0) {
			to->offset = e.offset;
			to->sum = e.sum;
		}
	}
}

/* A block for each query. */
static __global__ void combine(uint16_t *restrict o, const part *restrict parts,
			       const int *restrict length, const shape p)
{
	int n = (length[blockIdx.x / (p.heads * p.group)] + p.part - 1) / p.part;
	element e = merge(parts + (int64_t)blockIdx.x * p.n_parts, n, 1, threadIdx.x);

	o[(int64_t)blockIdx.x * HEAD_DIM + threadIdx.x] =
		(uint16_t)pack(e.x / e.sum, 0);
}

/* Keys or values as rows, whose halves are a dimension of their own, so that one copy
 * brings a slab. */
static int map_slabs(encode_fn encode, CUtensorMap *map, const struct aisp_tensor *t)
{
	cuuint64_t size[] = { CHUNK, (cuuint64_t)aisp_elems(t) / HEAD_DIM,
			      HEAD_DIM / CHUNK };
	cuuint64_t pitch[] = { HEAD_DIM * 2, CHUNK * 2 };
	cuuint32_t box[] = { CHUNK, SLAB, HEAD_DIM / CHUNK }, step[] = { 1, 1, 1 };

	return encode(map, CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, 3, t->data, size, pitch,
		      box, step, CU_TENSOR_MAP_INTERLEAVE_NONE,
		      CU_TENSOR_MAP_SWIZZLE_128B, CU_TENSOR_MAP_L2_PROMOTION_L2_256B,
		      CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE) == CUDA_SUCCESS
		       ? 0
		       : -EINVAL;
}

/* Parts of `part` tokens, a multiple of SLAB. */
static int launch(const struct aisp_io *io, encode_fn encode, int part_tokens)
{
	const int64_t *p = io->param;
	int n_parts = (int)aisp_ceil_div(p[TOKENS], part_tokens);
	shape s = { (int)p[HEADS],
		    (int)p[GROUP],
		    (int)p[PAGE],
		    (int)pages_of(p),
		    part_tokens,
		    n_parts,
		    power_of_scores(HEAD_DIM) };
	dim3 grid((unsigned)n_parts, (unsigned)p[HEADS], (unsigned)p[BATCH]);
	const int *length = (const int *)io->in[IN_LENGTH].data;
	uint16_t *o = (uint16_t *)io->out[0].data;
	part *parts = (part *)io->workspace;
	CUtensorMap k, v;

	if (map_slabs(encode, &k, &io->in[IN_K]) ||
	    map_slabs(encode, &v, &io->in[IN_V]))
		return -EINVAL;
	decode<<<grid, THREADS, sizeof(memory), aisp_stream(io)>>>(
		o, parts, (const uint16_t *)io->in[IN_Q].data, k, v,
		(const int *)io->in[IN_TABLE].data, length, s);
	if (n_parts > 1)
		combine<<<(unsigned)(p[BATCH] * p[HEADS] * p[GROUP]), HEAD_DIM, 0,
			  aisp_stream(io)>>>(o, parts, length, s);
	return aisp_launched();
}

static int setup(const struct aisp_io *io, void **state)
{
	encode_fn *encode = (encode_fn *)calloc(1, sizeof(*encode));

	(void)io;
	*state = encode;
	if (!encode)
		return -ENOMEM;
	AISP_TRY(cudaFuncSetAttribute(
		decode, cudaFuncAttributeMaxDynamicSharedMemorySize, sizeof(memory)));
	return find_encode(encode);
}

static void teardown(void *state)
{
	free(state);
}

#endif
