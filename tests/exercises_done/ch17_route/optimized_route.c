/* SPDX-License-Identifier: MIT
 *
 * Chooses the replica that has the request done first, if it must compute a prefix that
 * it does not keep.
 */
#include "workload_route.h"

/* The time at which replica r would have done the request. */
static int64_t done_at(const struct fleet *f, int64_t r, const struct job *j)
{
	int64_t start = f->free_at[r] > j->arrival ? f->free_at[r] : j->arrival;
	bool is_kept = fleet_find(f, r, j->prefix) < f->keeps;

	return start + j->own + (is_kept ? 0 : j->prefix_us);
}

static int run(const struct aisp_io *io, void *state)
{
	int64_t step = *(const int64_t *)io->in[STEP].data, best = 0;
	struct fleet f = fleet_at(io->workspace, io->param[REPLICAS], io->param[KEEPS]);
	struct job j = job_of(io, step);

	(void)state;
	if (!step)
		fleet_clear(&f);
	for (int64_t r = 1; r < f.n; r++)
		best = done_at(&f, r, &j) < done_at(&f, best, &j) ? r : best;
	((int32_t *)io->out[REPLICA].data)[step] = (int32_t)best;
	((int64_t *)io->out[DONE].data)[step] = done_at(&f, best, &j);
	fleet_serve(&f, best, &j);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "the replica that finishes first",
	.run = run,
};
