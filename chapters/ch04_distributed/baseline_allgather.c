/* SPDX-License-Identifier: MIT
 *
 * All ranks show their blocks; after the last has, each copies all blocks.
 */
#include "workload_allgather.h"

#include "strips.h"

static int run(const struct aisp_io *io, void *state)
{
	const struct aisp_ranks *r = io->ranks;
	int64_t elems = io->param[ELEMS];

	(void)state;
	show_all(io);
	for (int rank = 0; rank < r->n; rank++)
		memcpy(aisp_out_f32(io, 0) + rank * elems, r->window[rank],
		       (size_t)elems * sizeof(float));
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "publish all blocks, wait for all ranks, then read all",
	.run = run,
};
