/* SPDX-License-Identifier: MIT
 *
 * 64 heads are rows of the matrix products of a block, and each row of the cache is
 * read once: all of it is an operand of the scores, its latent part of the sums.  All
 * slabs of all sequences are one row of work, of which each block takes an equal piece;
 * sequences that several pieces share are combined at the end.  The blocks of a piece,
 * which differ in their heads, run side by side, so that L2 serves all but the first.
 * ARCH: sm_90 sm_100 sm_120
 */
#include "workload_mla.h"

#include "mla_tile.h"

#define COLUMNS (LATENT / WARPS) /* of a warp's sums, of all heads */

/* Of head 16 g + lane / 4, or the 8th after it, as products leave them. */
typedef float sums[GROUPS][COLUMNS / 2];

/* These products read shared memory as other loads do. */
static __device__ void publish(void)
{
}

/* Of the warp's group of heads and half of the slab. */
static __device__ void score_slab(float (&s)[HALF / 2], const memory &m, int stage)
{
	int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
	int head = warp % GROUPS * 16 + lane % 16;
	int token = warp / GROUPS * HALF + lane / 16 * 8 + lane % 8;

#pragma unroll
	for (int i = 0; i < HALF / 2; i++)
		s[i] = 0;
#pragma unroll
	for (int d = 0; d < ROW_DIM / 16; d++) {
		uint32_t a[4], b[4];

		aisp_load_matrices(
			a, m.q + chunk_at(head, 2 * d + lane / 16, BLOCK_HEADS));
#pragma unroll
		for (int j = 0; j < HALF / 16; j++) {
			aisp_load_matrices(b, m.rows[stage] +
						      chunk_at(token + j * 16,
							       2 * d + lane / 8 % 2,
							       SLAB));
			multiply(&s[8 * j], a, b[0], b[1]);
			multiply(&s[8 * j + 4], a, b[2], b[3]);
		}
	}
}

/* Once the maxima have settled, hardly a slab changes them. */
static __device__ void rescale(sums &o, const memory &m)
{
	int lane = threadIdx.x % 32;
	float by[GROUPS][2];
	bool is_same = true;

#pragma unroll
	for (int i = 0; i < 2 * GROUPS; i++) {
		by[i / 2][i % 2] = m.by[i * 8 + lane / 4];
		is_same &= by[i / 2][i % 2] == 1;
	}
	if (__all_sync(~0u, is_same))
		return;
#pragma unroll
	for (int g = 0; g < GROUPS; g++)
#pragma unroll
		for (int i = 0; i < COLUMNS / 2; i++)
			o[g][i] *= by[g][i % 4 / 2];
}

/* Of all heads and the warp's columns. */
static __device__ void weigh_slab(sums &o, const memory &m, int stage,
				  const float (&)[2])
{
	int lane = threadIdx.x % 32, block = threadIdx.x / 32 * (COLUMNS / 8);

	rescale(o, m);
#pragma unroll
	for (int j = 0; j < SLAB / 16; j++) {
		uint32_t a[GROUPS][4], b[4];

#pragma unroll
		for (int g = 0; g < GROUPS; g++)
			aisp_load_matrices(a[g], m.w + chunk_at(g * 16 + lane % 16,
								2 * j + lane / 16,
								BLOCK_HEADS));
#pragma unroll
		for (int d = 0; d < COLUMNS / 16; d++) {
			aisp_load_transposed(
				b, m.rows[stage] + chunk_at(j * 16 + lane % 16,
							    block + 2 * d + lane / 16,
							    SLAB));
#pragma unroll
			for (int g = 0; g < GROUPS; g++) {
				multiply(&o[g][8 * d], a[g], b[0], b[1]);
				multiply(&o[g][8 * d + 4], a[g], b[2], b[3]);
			}
		}
	}
}

static __device__ void store(uint16_t *o, part *parts, const sums &x, const memory &m,
			     int n)
{
	int lane = threadIdx.x % 32, column = threadIdx.x / 32 * COLUMNS + lane % 4 * 2;

#pragma unroll
	for (int g = 0; g < GROUPS; g++)
#pragma unroll
		for (int i = 0; i < COLUMNS / 2; i += 2) {
			int head = g * 16 + i % 4 / 2 * 8 + lane / 4;

			if (head < n)
				store_two(o, parts, m, head, column + i / 4 * 8,
					  x[g][i], x[g][i + 1]);
		}
}

#include "mla_decode.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "64 heads per block, a row read once as key and value, mma.sync",
	.setup = setup,
	.run = run,
	.teardown = teardown,
};
