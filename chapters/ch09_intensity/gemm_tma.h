/* SPDX-License-Identifier: MIT
 *
 * gemm_tma.h - tiles of 8 x 16 sums a thread, which the tensor memory accelerator
 * fetches. Rows that do not start at 16 bytes are left to cp.async, in smaller ones.
 */
#ifndef GEMM_TMA_H
#define GEMM_TMA_H

#include "gemm_async.h"
#include <aisp/hopper.h>
#include <aisp/tma.h>
#include <stdlib.h>

#define K_STEP (AISP_ROW_BYTES / 4)
#define STAGES 4
#define EDGE   8 /* rows of tiles that are multiplied together */

using tile = quads<8, 16>;
using small = quads<8, 8>;

#define A_BYTES     (tile::ROWS * AISP_ROW_BYTES)
#define B_BYTES     (tile::COLS * K_STEP * 4)
#define STAGE_BYTES (A_BYTES + B_BYTES)
#define ALL_BYTES   (STAGES * STAGE_BYTES + 1024)

struct maps {
	CUtensorMap a, b;
};

static __device__ void fetch(uint8_t *stages, const struct maps &maps, int row, int col,
			     int i, uint64_t *full)
{
	uint8_t *to = stages + i % STAGES * STAGE_BYTES;

	aisp_barrier_expect(&full[i % STAGES], STAGE_BYTES);
	aisp_fetch(to, &maps.a, i * K_STEP, row, &full[i % STAGES]);
	aisp_fetch(to + A_BYTES, &maps.b, col, i * K_STEP, &full[i % STAGES]);
}

/* In bands of EDGE rows of tiles, column by column. */
static __device__ int2 place(int rows, int cols)
{
	int band = blockIdx.x / (EDGE * cols), i = blockIdx.x - band * EDGE * cols;
	int n = min(EDGE, rows - band * EDGE);

	return make_int2((band * EDGE + i % n) * tile::ROWS, i / n * tile::COLS);
}

/* Dynamic shared memory for the kernel, and what describes matrices to the accelerator.
 */
static int setup_tma(const void *kernel, void **state)
{
	aisp_encode *encode = (aisp_encode *)calloc(1, sizeof(*encode));
	int rc;

	*state = encode;
	if (!encode)
		return -ENOMEM;
	AISP_TRY(cudaFuncSetAttribute(
		kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, ALL_BYTES));
	rc = async_setup<small, 3>();
	return rc ? rc : aisp_find_encode(encode);
}

#endif
