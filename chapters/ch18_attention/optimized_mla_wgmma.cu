/* SPDX-License-Identifier: MIT
 *
 * The same tiles, multiplied by two warpgroups straight from shared memory: each has
 * the scores of half a slab, then the sums of half the columns.
 * ARCH: sm_90a
 */
#include "workload_mla.h"

#include "mla_tile.h"
#include "wgmma.h"

#define COLUMNS (LATENT / 2) /* of a warpgroup's sums, of all heads */
#define BLOCK   (64 * 64)    /* elements of 64 columns of queries, rows or weights */

static_assert(BLOCK_HEADS == 64 && SLAB == 64, "as BLOCK has it");

/* As products leave them. */
typedef float sums[COLUMNS / 2];

/* Products read shared memory by a way of their own. */
static __device__ void publish(void)
{
	fence_async();
}

/* Of all heads and the warpgroup's half of the slab. */
static __device__ void score_slab(float (&s)[HALF / 2], const memory &m, int stage)
{
	const uint16_t *k = m.rows[stage] + threadIdx.x / 128 * HALF * 64;

	aisp_wgmma_begin();
#pragma unroll
	for (int i = 0; i < ROW_DIM / 16; i++)
		aisp_wgmma<AISP_WGMMA_BF16, 32>(
			s, aisp_descriptor(m.q + i / 4 * BLOCK) + i % 4 * 2,
			aisp_descriptor(k + i / 4 * BLOCK) + i % 4 * 2, i > 0);
	aisp_wgmma_end();
	aisp_wgmma_wait<0>();
	hold(s);
}

/* A thread's sums are of the heads that its scores were of.  Once the maxima have
 * settled, hardly a slab changes them. */
static __device__ void weigh_slab(sums &o, const memory &m, int stage,
				  const float (&by)[2])
{
	const uint16_t *v = m.rows[stage] + threadIdx.x / 128 * (COLUMNS / 64) * BLOCK;

	if (!__all_sync(~0u, by[0] == 1 && by[1] == 1))
#pragma unroll
		for (int i = 0; i < COLUMNS / 2; i++)
			o[i] *= by[i % 4 / 2];
	hold(o);
	aisp_wgmma_begin();
#pragma unroll
	for (int i = 0; i < SLAB / 16; i++)
		multiply_across(o, aisp_descriptor(m.w) + i * 2,
				descriptor_across(v, BLOCK * 2) + i * 128, 1);
	aisp_wgmma_end();
	aisp_wgmma_wait<0>();
	hold(o);
}

static __device__ void store(uint16_t *o, part *parts, const sums &x, const memory &m,
			     int n)
{
	int lane = threadIdx.x % 32,
	    column = threadIdx.x / 128 * COLUMNS + lane % 4 * 2;
	int first = threadIdx.x % 128 / 32 * 16 + lane / 4;

#pragma unroll
	for (int i = 0; i < COLUMNS / 2; i += 2) {
		int head = first + i % 4 / 2 * 8;

		if (head < n)
			store_two(o, parts, m, head, column + i / 4 * 8, x[i],
				  x[i + 1]);
	}
}

#include "mla_decode.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "the same by warpgroups, operands straight from shared memory",
	.setup = setup,
	.run = run,
	.teardown = teardown,
};
