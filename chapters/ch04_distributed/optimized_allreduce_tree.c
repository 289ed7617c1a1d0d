/* SPDX-License-Identifier: MIT
 *
 * A binomial tree: sums go up to rank 0 in as many rounds as the number of ranks has
 * binary digits, and down again.  The rank at the top reads in every round.
 */
#include "workload_allreduce.h"

#include "allreduce.h"
#include "rounds.h"

enum { UP = 1, DOWN };

/* A rank's children differ from it by one bit below its own lowest set bit. */
static void climb(const struct aisp_io *io, struct range all)
{
	const struct aisp_ranks *r = io->ranks;
	const float *sum = aisp_in_f32(io, 0);
	float *window = r->window[r->rank];

	for (int bit = 1; !(r->rank & bit) && r->rank + bit < r->n; bit *= 2) {
		await_round(r, r->rank + bit, UP);
		add_range(window, sum, r->window[r->rank + bit], all);
		sum = window;
	}
	if (sum != window)
		copy_range(window, sum, all);
	finish_round(r, r->rank ? UP : DOWN);
}

static void descend(const struct aisp_io *io, struct range all)
{
	const struct aisp_ranks *r = io->ranks;
	int parent = r->rank & (r->rank - 1);
	bool has_children = !(r->rank & 1) && r->rank + 1 < r->n;
	float *y = aisp_out_f32(io, 0);

	if (r->rank)
		await_round(r, parent, DOWN);
	copy_range(y, r->window[parent], all);
	if (r->rank && has_children) {
		copy_range(r->window[r->rank], y, all);
		finish_round(r, DOWN);
	}
}

static int run(const struct aisp_io *io, void *state)
{
	const struct range all = { 0, io->in[0].shape[1] };

	(void)state;
	climb(io, all);
	descend(io, all);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "a tree: reduce to the root, then broadcast",
	.run = run,
};
