/* SPDX-License-Identifier: MIT
 *
 * Each rank adds up one part for all ranks, in place.  It shows its peers only the
 * other parts of its terms, and only its own part of the sums.
 */
#include "workload_allreduce_inplace.h"

#include "allreduce.h"

/* Copies elements [from, to) of x into this rank's window or out of another's. */
static void copy_part(float *to_x, const float *from_x, int64_t from, int64_t to)
{
	memcpy(to_x + from, from_x + from, (size_t)(to - from) * sizeof(float));
}

static void add_part(const struct aisp_ranks *r, float *restrict x, int64_t from,
		     int64_t to)
{
	for (int far = 1; far < r->n; far++) {
		const float *restrict w =
			(const float *)r->window[(r->rank + far) % r->n];

		for (int64_t i = from; i < to; i++)
			x[i] += w[i];
	}
}

static int run(const struct aisp_io *io, void *state)
{
	const struct aisp_ranks *r = io->ranks;
	int64_t n = io->out[0].shape[1];
	int64_t from = first_of(r, r->rank, n), to = first_of(r, r->rank + 1, n);
	float *x = aisp_out_f32(io, 0), *shown = (float *)r->window[r->rank];

	(void)state;
	copy_part(shown, x, 0, from);
	copy_part(shown, x, to, n);
	aisp_rank_barrier(r, 1);
	add_part(r, x, from, to);
	copy_part(shown, x, from, to);
	aisp_rank_barrier(r, 2);
	for (int k = 0; k < r->n; k++)
		if (k != r->rank)
			copy_part(x, (const float *)r->window[k], first_of(r, k, n),
				  first_of(r, k + 1, n));
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "each rank sums one part for all ranks, in place",
	.run = run,
};
