/* SPDX-License-Identifier: MIT
 *
 * attention_bwd_kernel.h - a tile of attention_bwd_tile.h, for each level of the
 * instruction set (aisp/each_level.h).
 */
#include "attention_bwd_product.h"

#define find_tile AISP_AT(find_tile)
#define product   AISP_AT(product)

static void find_tile(const int64_t *p, const struct tile_at *at, int64_t padded,
		      struct tiles *t)
{
	product(t->p[0], SIDE, t->q[0], MAX_DIM, 1, t->k_across[0], SIDE, SIDE, p[DIM],
		0);
	product(t->ds[0], SIDE, t->of[0], MAX_DIM, 1, t->v_across[0], SIDE, SIDE,
		p[DIM], 0);
	find_weights(p, at, t);
	product(t->dv[0], MAX_DIM, t->p[0], 1, SIDE, t->of[0], MAX_DIM, padded, SIDE,
		1);
	product(t->dk[0], MAX_DIM, t->ds[0], 1, SIDE, t->q[0], MAX_DIM, padded, SIDE,
		1);
	product(t->dq[0], MAX_DIM, t->ds[0], SIDE, 1, t->k[0], MAX_DIM, padded, SIDE,
		0);
}
