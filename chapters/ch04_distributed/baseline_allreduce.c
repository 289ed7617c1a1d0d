/* SPDX-License-Identifier: MIT
 *
 * Rank 0 gathers, adds and hands out: the links and the additions of all are its own.
 */
#include "workload_allreduce.h"

#include "allreduce.h"

static int run(const struct aisp_io *io, void *state)
{
	const struct aisp_ranks *r = io->ranks;
	int64_t n = io->in[0].shape[1];
	float *y = aisp_out_f32(io, 0);

	(void)state;
	publish(io, n);
	aisp_rank_barrier(r, 1);
	if (r->rank == 0) {
		add_windows(r, y, 0, n);
		memcpy(r->window[0], y, (size_t)n * sizeof(float));
	}
	aisp_rank_barrier(r, 2);
	if (r->rank)
		memcpy(y, r->window[0], (size_t)n * sizeof(float));
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "to rank 0 and back",
	.run = run,
};
