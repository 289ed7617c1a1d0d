/* SPDX-License-Identifier: MIT
 *
 * Strip by strip: a sum stays in the first-level cache until all terms have been added,
 * and no rank shows the block that it keeps for itself.
 */
#include "workload_reducescatter.h"

#include "strips.h"

static void add_strip(float *restrict y, const float *restrict its,
		      const struct strip *s)
{
	for (int64_t i = s->from; i < s->from + s->n; i++)
		y[i] += its[i];
}

static int run(const struct aisp_io *io, void *state)
{
	const struct aisp_ranks *r = io->ranks;
	int64_t elems = io->param[ELEMS];
	float *y = aisp_out_f32(io, 0);
	struct strip s = { 0 };

	(void)state;
	while (next_strip(&s, elems)) {
		show_for_others(io, &s);
		copy_strip(y, aisp_in_f32(io, 0) + r->rank * elems, &s);
		for (int far = 1; far < r->n; far++)
			add_strip(y,
				  shown_by(r, peer_behind(r, far), r->rank, &s, elems),
				  &s);
	}
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "in strips, summed while they are in a cache",
	.run = run,
};
