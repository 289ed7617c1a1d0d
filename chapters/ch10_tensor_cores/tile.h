/* SPDX-License-Identifier: MIT
 *
 * tile.h - what the steps with one tile a block share: its shape, its stages in
 * shared memory, and how its sums get to memory.
 */
#ifndef TILE_H
#define TILE_H

#include "hopper.h"
#include <cuda_bf16.h>
#include <stdlib.h>

#define WORKERS     2 /* warpgroups that multiply */
#define TILE_M      (64 * WORKERS)
#define STEP        (ROW_BYTES / 2) /* elements of k */
#define A_BYTES     (TILE_M * ROW_BYTES)
#define B_BYTES     (TILE_N * ROW_BYTES)
#define STAGES      4
#define STAGE_BYTES (A_BYTES + B_BYTES)
#define ALL_BYTES   (STAGES * STAGE_BYTES + 1024)

struct maps {
	CUtensorMap a, b;
};

/* Swizzled tiles begin at multiples of 1024 bytes. */
static __device__ uint8_t *align(uint8_t *p)
{
	return p + -(uint32_t)__cvta_generic_to_shared(p) % 1024;
}

static __device__ void fetch_stage(uint8_t *stage, const struct maps &maps, int row,
				   int col, int i, uint64_t *full)
{
	barrier_expect(full, STAGE_BYTES);
	fetch(stage, &maps.a, i * STEP, row, full);
	fetch(stage + A_BYTES, &maps.b, i * STEP, col, full);
}

/* A warp's sums: 16 rows, of which a thread has two, and pairs of columns. */
static __device__ void store_sums(__nv_bfloat16 *c, const float d[SUMS], int row,
				  int col, int m, int n)
{
	int lane = threadIdx.x % 32;

	row += lane / 4;
	col += lane % 4 * 2;
#pragma unroll
	for (int i = 0; i < SUMS; i += 2) {
		int r = row + i / 2 % 2 * 8, s = col + i / 4 * 8;

		if (r < m && s < n)
			*(__nv_bfloat162 *)(c + (int64_t)r * n + s) =
				__floats2bfloat162_rn(d[i], d[i + 1]);
	}
}

struct state {
	PFN_cuTensorMapEncodeTiled_v12000 encode;
};

static int tile_setup(const void *kernel, void **state)
{
	struct state *s = (struct state *)calloc(1, sizeof(*s));

	*state = s;
	if (!s)
		return -ENOMEM;
	AISP_TRY(cudaFuncSetAttribute(
		kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, ALL_BYTES));
	return find_encode(&s->encode);
}

static int tile_maps(const struct state *s, const struct aisp_io *io, struct maps *maps)
{
	int rc = describe(s->encode, &io->in[0], 2, TILE_M, &maps->a);

	return rc ? rc : describe(s->encode, &io->in[1], 2, TILE_N, &maps->b);
}

static dim3 tile_grid(const struct aisp_io *io)
{
	return dim3(aisp_ceil_div(io->out[0].shape[1], TILE_N),
		    aisp_ceil_div(io->out[0].shape[0], TILE_M));
}

#endif
