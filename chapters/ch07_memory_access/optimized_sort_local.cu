/* SPDX-License-Identifier: MIT
 *
 * The same, but each tile is sorted in shared memory before it is stored: keys of a
 * digit are then neighbours, and a warp writes to few places.
 * WORKSPACE: 4 * (round_up(n, 64) + 256 * 1025)
 */
#include "workload_sort.h"

#include "radix_chunks.h"

static __device__ void store_tile(struct sorter *s, const struct keys *k, int32_t *to,
				  int n, int pass)
{
	store_in_order(s, k, to, n, pass);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "radix sort, tiles sorted before they are stored",
	.run = run,
};
