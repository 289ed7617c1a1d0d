/* SPDX-License-Identifier: MIT
 *
 * tile.h - what the steps with one tile a block share: its shape, its stages in
 * shared memory, and how its sums get to memory.
 */
#ifndef TILE_H
#define TILE_H

#include <aisp/hopper.h>
#include <aisp/tma.h>
#include <cuda_bf16.h>
#include <stdlib.h>

#ifndef PAIR
#define PAIR   1 /* blocks that share a tile of B, of which each fetches its part */
#define STAGES 4
#endif
#define WORKERS     2 /* warpgroups that multiply */
#define TILE_M      (64 * WORKERS)
#define TILE_N      256
#define SUMS        (TILE_N / 2)         /* of a thread */
#define STEP        (AISP_ROW_BYTES / 2) /* elements of k */
#define A_BYTES     (TILE_M * AISP_ROW_BYTES)
#define B_ROWS      (TILE_N / PAIR)
#define B_BYTES     (B_ROWS * AISP_ROW_BYTES)
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
	aisp_barrier_expect(full, STAGE_BYTES);
	aisp_fetch(stage, &maps.a, i * STEP, row, full);
	aisp_fetch(stage + A_BYTES, &maps.b, i * STEP, col, full);
}

/* One thread calls it; it waits until a stage is free. */
static __device__ void fetch_all(uint8_t *stages, uint64_t *full, uint64_t *empty,
				 const struct maps &maps, int row, int col, int n_k)
{
	for (int i = 0; i < n_k; i++) {
		int at = i % STAGES;

		/* In the first round all stages are free. */
		aisp_barrier_wait(&empty[at], (i / STAGES & 1) ^ 1);
		fetch_stage(stages + at * STAGE_BYTES, maps, row, col, i, &full[at]);
	}
}

/* All of two tiles' k, without waiting. */
static __device__ void multiply(float d[SUMS], uint64_t a, uint64_t b, int is_sum)
{
	aisp_wgmma_begin();
#pragma unroll
	for (int k = 0; k < AISP_ROW_BYTES / 16; k += AISP_STEP_BYTES / 16)
		aisp_wgmma<AISP_WGMMA_BF16, TILE_N>(d, a + k, b + k, k || is_sum);
	aisp_wgmma_end();
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
	aisp_encode encode;
};

static int tile_setup(const void *kernel, void **state)
{
	struct state *s = (struct state *)calloc(1, sizeof(*s));

	*state = s;
	if (!s)
		return -ENOMEM;
	AISP_TRY(cudaFuncSetAttribute(
		kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, ALL_BYTES));
	return aisp_find_encode(&s->encode);
}

static int tile_maps(const struct state *s, const struct aisp_io *io, struct maps *maps)
{
	int rc = aisp_describe(s->encode, &io->in[0], 2, TILE_M, STEP, &maps->a);

	return rc ? rc
		  : aisp_describe(s->encode, &io->in[1], 2, B_ROWS, STEP, &maps->b);
}

static dim3 tile_grid(const struct aisp_io *io)
{
	return dim3(aisp_ceil_div(io->out[0].shape[1], TILE_N),
		    PAIR * aisp_ceil_div(io->out[0].shape[0], PAIR * TILE_M));
}

#endif
