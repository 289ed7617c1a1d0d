/* SPDX-License-Identifier: MIT
 *
 * All ranks show all their blocks; after the last has, each copies those for it.
 */
#include "workload_alltoall.h"

#include "strips.h"

static int run(const struct aisp_io *io, void *state)
{
	const struct aisp_ranks *r = io->ranks;
	int64_t elems = io->param[ELEMS];

	(void)state;
	show_all(io);
	for (int rank = 0; rank < r->n; rank++)
		memcpy(aisp_out_f32(io, 0) + rank * elems,
		       (const float *)r->window[rank] + r->rank * elems,
		       (size_t)elems * sizeof(float));
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "publish all, wait for all ranks, read a block of each",
	.run = run,
};
