/* SPDX-License-Identifier: MIT
 *
 * experts_plan.h - a product of experts' weights with rows of tokens, in tiles, and the
 * ring of stages that a block has for them.
 */
#ifndef EXPERTS_PLAN_H
#define EXPERTS_PLAN_H

#include <aisp/hopper.h>

#include "experts_order.h"

#define TILE_ROWS       256 /* of weights: two boxes */
#define BOX_ROWS        128
#define X_BOX_ROWS      16 /* of tokens, where they lie in order */
#define STEP            64 /* of k */
#define STAGES          4
#define W_BYTES         (TILE_ROWS * AISP_ROW_BYTES)
#define X_BYTES         (PART * AISP_ROW_BYTES)
#define STAGE_BYTES     (W_BYTES + X_BYTES)
#define MULTIPLIERS     2 /* warpgroups; one more fetches */
#define THREADS_OF_TILE ((MULTIPLIERS + 1) * AISP_GROUP)
#define OUT_BYTES       (PART * 32) /* of a warp */
#define ALL_BYTES       (STAGES * STAGE_BYTES + 4 * MULTIPLIERS * OUT_BYTES + 1024)
/* Stages of tokens that may be under way: one less than would wait for themselves, as a
 * stage is free when the next one is being multiplied. */
#define AHEAD (STAGES - 2)

/* A product: out[place][col] for n_cols rows of weights of each expert. */
struct product {
	const uint16_t *x;
	const int *row; /* place -> row of x times k, where rows are gathered */
	uint16_t *out;
	int k, width, n_cols; /* width: of x, what is added up */
	int n_tiles;          /* across n_cols */
	int step;             /* columns of out from tile to tile */
	int second;           /* rows of weights from the first box to the second */
};

struct barriers {
	uint64_t w[STAGES], x[STAGES], empty[STAGES];
};

struct place {
	int stage;
	uint32_t parity;
};

static __device__ void next_stage(struct place *at)
{
	if (++at->stage == STAGES) {
		at->stage = 0;
		at->parity ^= 1;
	}
}

#endif
