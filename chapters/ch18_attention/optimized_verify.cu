/* SPDX-License-Identifier: MIT
 *
 * All new tokens of a sequence and all queries of a group are rows of one tile: the
 * context is read once for all of them.  A few bits say which of the new tokens a token
 * sees; they matter only in the last steps.
 * ARCH: sm_90
 */
#include "workload_verify.h"

#include "paged_tile.h"

#define TILE (16 * WARPS) /* rows of a block */

/* Scores of tokens from `context` on, unless the row's bit says that it sees them. */
struct unseen {
	int context;
	uint32_t seen[2];

	__device__ void operator()(float (&s)[STEP / 2], int token) const
	{
		int first = token + (int)threadIdx.x % 4 * 2 - context;

		if (token + STEP <= context)
			return;
#pragma unroll
		for (int i = 0; i < STEP / 2; i++) {
			int at = first + i / 4 * 8 + i % 2;

			if (at >= 0 && (at > 31 || !(seen[i % 4 / 2] >> at & 1)))
				s[i] = -INFINITY;
		}
	}
};

static __device__ uint32_t seen_of(const int *parent, const queries &x, int row)
{
	return row < x.n ? seen_by(parent, row / x.group) : 0;
}

/* A warp's rows, from i on. */
static __device__ void store_rows(uint16_t *o, const float (&sums)[HEAD_DIM / 2],
				  rows &r, const queries &x, int i)
{
	int lane = threadIdx.x % 32;

	finish(r);
#pragma unroll
	for (int h = 0; h < 2; h++) {
		int row = i + lane / 4 + h * 8;

		if (row >= x.n)
			continue;
		uint16_t *to = o + row_at(x, row) * HEAD_DIM + lane % 4 * 2;

#pragma unroll
		for (int c = 0; c < HEAD_DIM / 8; c++)
			*(uint32_t *)(to + c * 8) =
				pack(sums[c * 4 + h * 2] * r.sum[h],
				     sums[c * 4 + h * 2 + 1] * r.sum[h]);
	}
}

static __global__ void __launch_bounds__(THREADS + 32, 2)
	verify(uint16_t *restrict o, const uint16_t *restrict q,
	       const __grid_constant__ CUtensorMap k,
	       const __grid_constant__ CUtensorMap v, const int *restrict table,
	       const int *restrict length, const int *restrict parent, int n_new,
	       const shape p)
{
	extern __shared__ __align__(1024) uint8_t shared[];
	__shared__ uint64_t full[STEPS], empty[STEPS];
	int sequence = (int)blockIdx.x / p.heads, head = (int)blockIdx.x % p.heads;
	int n = length[sequence], stride = p.heads * p.group;
	int row = (int)blockIdx.y * TILE + (int)threadIdx.x / 32 * 16;
	queries x = { (int64_t)sequence * n_new * stride + head * p.group,
		      n_new * p.group, p.group, stride };
	steps t = { (slab(*)[STEP_SLABS])shared,
		    full,
		    empty,
		    &k,
		    &v,
		    { table + (int64_t)sequence * p.pages, head, 0, n },
		    0,
		    0 };
	int mine = row + (int)threadIdx.x % 32 / 4;
	unseen hide = { n - n_new };
	uint32_t own[HEAD_DIM / 4];
	float sums[HEAD_DIM / 2] = { 0 };
	rows r = no_rows();

	parent += sequence * n_new;
	hide.seen[0] = seen_of(parent, x, mine);
	hide.seen[1] = seen_of(parent, x, mine + 8);
	load_queries(own, q, x, row);
	if (attend_steps<true>(sums, r, own, row >= x.n, t, p, hide))
		store_rows(o, sums, r, x, row);
}

#define BYTES (STEPS * STEP_SLABS * sizeof(slab))

static int setup(const struct aisp_io *io, void **state)
{
	encode_fn *encode = (encode_fn *)calloc(1, sizeof(*encode));

	(void)io;
	*state = encode;
	if (!encode)
		return -ENOMEM;
	AISP_TRY(cudaFuncSetAttribute(
		verify, cudaFuncAttributeMaxDynamicSharedMemorySize, BYTES));
	return find_encode(encode);
}

static int run(const struct aisp_io *io, void *state)
{
	encode_fn encode = *(const encode_fn *)state;
	shape p = shape_of(io->param);
	int n_new = (int)io->param[QUERIES];
	dim3 grid((unsigned)(p.batch * p.heads),
		  (unsigned)aisp_ceil_div(n_new * p.group, TILE));
	CUtensorMap k, v;

	if (map_rows(encode, &k, &io->in[IN_K], SLAB) ||
	    map_rows(encode, &v, &io->in[IN_V], SLAB))
		return -EINVAL;
	verify<<<grid, THREADS + 32, BYTES, aisp_stream(io)>>>(
		(uint16_t *)io->out[0].data, (const uint16_t *)io->in[IN_Q].data, k, v,
		(const int *)io->in[IN_TABLE].data, (const int *)io->in[IN_LENGTH].data,
		(const int *)io->in[IN_PARENT].data, n_new, p);
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "all new tokens and queries of a group as one tile",
	.setup = setup,
	.run = run,
	.teardown = teardown,
};
