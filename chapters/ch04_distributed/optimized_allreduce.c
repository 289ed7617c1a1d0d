/* SPDX-License-Identifier: MIT
 *
 * Reduce-scatter, then all-gather: each rank adds up one part for all ranks, and copies
 * the other parts from the ranks that added them up (R. Thakur, R. Rabenseifner, W.
 * Gropp, Optimization of collective communication operations in MPICH, 2005).
 */
#include "workload_allreduce.h"

#include "allreduce.h"

static int run(const struct aisp_io *io, void *state)
{
	const struct aisp_ranks *r = io->ranks;
	int64_t n = io->in[0].shape[1];
	int64_t from = first_of(r, r->rank, n), to = first_of(r, r->rank + 1, n);
	float *y = aisp_out_f32(io, 0);

	(void)state;
	publish(io, n);
	aisp_rank_barrier(r, 1);
	add_windows(r, y, from, to);
	/* No other rank reads this part of this window any more. */
	memcpy((float *)r->window[r->rank] + from, y + from,
	       (size_t)(to - from) * sizeof(float));
	aisp_rank_barrier(r, 2);
	for (int k = 0; k < r->n; k++) {
		int64_t its = first_of(r, k, n), end = first_of(r, k + 1, n);

		if (k != r->rank)
			memcpy(y + its, (const float *)r->window[k] + its,
			       (size_t)(end - its) * sizeof(float));
	}
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "each rank sums one part for all ranks",
	.run = run,
};
