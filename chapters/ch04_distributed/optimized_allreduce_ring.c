/* SPDX-License-Identifier: MIT
 *
 * A ring: each rank reads only from the rank before it.  Partial sums travel round the
 * ring once while they grow, and again when they are complete (P. Patarasuk, X. Yuan,
 * Bandwidth optimal all-reduce algorithms for clusters of workstations, 2009).
 */
#include "workload_allreduce.h"

#include "allreduce.h"
#include "rounds.h"

struct ring {
	const struct aisp_ranks *r;
	int64_t elems;
	int before; /* the rank that this one reads from */
	const float *x;
	float *y, *window;
};

/* The part that `steps` ranks before this one begin with. */
static struct range part_before(const struct ring *g, int steps)
{
	int part = (g->r->rank + g->r->n - steps) % g->r->n;

	return (struct range){ first_of(g->r, part, g->elems),
			       first_of(g->r, part + 1, g->elems) };
}

/* After n - 1 rounds the part with which the next rank began is complete here. */
static void add_up(const struct ring *g)
{
	copy_range(g->window, g->x, part_before(g, 0));
	finish_round(g->r, 1);
	for (int step = 1; step < g->r->n; step++) {
		await_round(g->r, g->before, step);
		add_range(g->window, g->x, g->r->window[g->before],
			  part_before(g, step));
		finish_round(g->r, step + 1);
	}
	copy_range(g->y, g->window, part_before(g, g->r->n - 1));
}

/* A part may be overwritten: its only reader, the next rank, has read the partial sum,
 * or the part would not be complete. */
static void hand_round(const struct ring *g)
{
	int n = g->r->n;

	for (int step = 0; step < n - 1; step++) {
		await_round(g->r, g->before, n + step);
		copy_range(g->y, g->r->window[g->before], part_before(g, step));
		if (step == n - 2)
			break; /* the next rank has computed this part itself */
		copy_range(g->window, g->y, part_before(g, step));
		finish_round(g->r, n + step + 1);
	}
}

static int run(const struct aisp_io *io, void *state)
{
	const struct aisp_ranks *r = io->ranks;
	const struct ring g = { .r = r,
				.elems = io->in[0].shape[1],
				.before = (r->rank + r->n - 1) % r->n,
				.x = aisp_in_f32(io, 0),
				.y = aisp_out_f32(io, 0),
				.window = r->window[r->rank] };

	(void)state;
	add_up(&g);
	hand_round(&g);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "a ring: reduce-scatter, then all-gather",
	.run = run,
};
