/* SPDX-License-Identifier: MIT
 *
 * tcgen05.h - what the steps of Blackwell share: how their instruction is described,
 * and the products of a stage.
 */
#ifndef TCGEN05_H
#define TCGEN05_H

#include <aisp/tcgen05.h>

#include "tile.h"

#define THREADS AISP_LANES

/* "Instruction descriptor": sums in fp32, factors in bf16, both along k. */
static const uint32_t instruction =
	1 << 4 | 1 << 7 | 1 << 10 | (TILE_N / 8) << 17 | (PAIR * TILE_M / 16) << 24;

template <typename GROUP>
static __device__ void multiply_stage(GROUP group, uint32_t sums, const uint8_t *stage,
				      int is_sum)
{
	ptx::tcgen05_fence_after_thread_sync();
	for (int k = 0; k < AISP_ROW_BYTES; k += AISP_STEP_BYTES)
		ptx::tcgen05_mma(ptx::kind_f16, group, sums,
				 aisp_tcgen05_tile(stage + k),
				 aisp_tcgen05_tile(stage + A_BYTES + k), instruction,
				 is_sum || k);
}

template <auto KERNEL> static int tcgen05_setup(const struct aisp_io *io, void **state)
{
	int rc = aisp_tcgen05_is_here();

	(void)io;
	return rc ? rc : tile_setup((const void *)KERNEL, state);
}

#endif
