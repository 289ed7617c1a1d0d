/* SPDX-License-Identifier: MIT
 *
 * pairs_weights.h - weights on their way to one block or to a pair, by TMA with a hint
 * for L2.
 */
#ifndef PAIRS_WEIGHTS_H
#define PAIRS_WEIGHTS_H

#include <aisp/hopper.h>
#include <aisp/instructions.h>

/* Half a tile's weights. */
struct box {
	const CUtensorMap *map;
	int row;
};

/* Weights are not read again: L2 should keep x, h and out. */
static __device__ __forceinline__ void fetch_once(void *to, const struct box &b,
						  int col, uint64_t *full)
{
	asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile"
		     ".mbarrier::complete_tx::bytes.L2::cache_hint "
		     "[%0], [%1, {%2, %3}], [%4], %5;" ::"r"(
			     (uint32_t)__cvta_generic_to_shared(to)),
		     "l"(b.map), "r"(col), "r"(b.row),
		     "r"((uint32_t)__cvta_generic_to_shared(full)),
		     "l"(aisp_leaves_l2_first())
		     : "memory");
}

/* Fetches a box into the same place of both blocks. */
static __device__ __forceinline__ void fetch_for_both(void *to, const struct box &b,
						      int col, uint64_t *full)
{
	asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile"
		     ".mbarrier::complete_tx::bytes.multicast::cluster.L2::cache_hint "
		     "[%0], [%1, {%2, %3}], [%4], %5, %6;" ::"r"(
			     (uint32_t)__cvta_generic_to_shared(to)),
		     "l"(b.map), "r"(col), "r"(b.row),
		     "r"((uint32_t)__cvta_generic_to_shared(full)), "h"((uint16_t)3),
		     "l"(aisp_leaves_l2_first())
		     : "memory");
}

#endif
