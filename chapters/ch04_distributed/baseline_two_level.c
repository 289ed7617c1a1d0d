/* SPDX-License-Identifier: MIT
 *
 * A flat ring: each rank sends to the next, by memory or by a stream.  Partial sums
 * travel round the ring once while they grow, and again when they are complete (P.
 * Patarasuk, X. Yuan, Bandwidth optimal all-reduce algorithms for clusters of
 * workstations, 2009).
 */
#include "workload_two_level.h"

#include "allreduce.h"
#include "rounds.h"

struct ring {
	const struct aisp_ranks *r;
	int64_t elems;
	int before, next; /* the ranks beside this one */
	const float *x;
	float *y, *window, *got; /* of this rank; got: what a stream brought */
};

/* The part that `steps` ranks before this one begin with. */
static struct range part_before(const struct ring *g, int steps)
{
	int part = (g->r->rank + 2 * g->r->n - steps) % g->r->n;

	return (struct range){ first_of(g->r, part, g->elems),
			       first_of(g->r, part + 1, g->elems) };
}

static size_t bytes_of(struct range part)
{
	return (size_t)(part.to - part.from) * sizeof(float);
}

/* Sends `out` if a stream leads to the next rank; receives `in` if one leads here. */
static int stream(const struct ring *g, struct range out, struct range in)
{
	int to = g->r->link[g->next], from = g->r->link[g->before];
	const float *data = g->window + out.from;

	if (to >= 0 && from >= 0)
		return aisp_link_swap(to, data, bytes_of(out), from, g->got + in.from,
				      bytes_of(in));
	if (to >= 0)
		return aisp_link_send(to, data, bytes_of(out));
	return from >= 0 ? aisp_link_receive(from, g->got + in.from, bytes_of(in)) : 0;
}

/* Steps 1 to 2 (n - 1): a partial sum arrives, or in later steps a complete one. */
static int step_on(const struct ring *g, int step)
{
	struct range out = part_before(g, step - 1), in = part_before(g, step);
	const float *from = g->got;
	int rc;

	finish_round(g->r, step);
	rc = stream(g, out, in);
	if (rc)
		return rc;
	if (g->r->link[g->before] < 0) {
		await_round(g->r, g->before, step);
		from = (const float *)g->r->window[g->before];
	}
	if (step < g->r->n)
		add_range(g->window, g->x, from, in);
	else
		copy_range(g->window, from, in);
	if (step >= g->r->n - 1)
		copy_range(g->y, g->window, in);
	return 0;
}

static int run(const struct aisp_io *io, void *state)
{
	const struct aisp_ranks *r = io->ranks;
	const struct ring g = { .r = r,
				.elems = io->in[0].shape[1],
				.before = (r->rank + r->n - 1) % r->n,
				.next = (r->rank + 1) % r->n,
				.x = aisp_in_f32(io, 0),
				.y = aisp_out_f32(io, 0),
				.window = (float *)r->window[r->rank],
				.got = (float *)io->workspace };
	int rc = 0;

	(void)state;
	copy_range(r->n > 1 ? g.window : g.y, g.x, part_before(&g, 0));
	for (int step = 1; step < 2 * r->n - 1 && !rc; step++)
		rc = step_on(&g, step);
	return rc;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "one flat ring over all ranks",
	.run = run,
};
