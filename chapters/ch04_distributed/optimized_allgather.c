/* SPDX-License-Identifier: MIT
 *
 * Strip by strip: a strip is copied while it lies in the cache of the rank that has
 * shown it, and no rank waits for more than one strip.  A rank copies its own block
 * from its inputs.
 */
#include "workload_allgather.h"

#include "strips.h"

static int run(const struct aisp_io *io, void *state)
{
	const struct aisp_ranks *r = io->ranks;
	int64_t elems = io->param[ELEMS];
	float *y = aisp_out_f32(io, 0);
	struct strip s = { 0 };

	(void)state;
	while (next_strip(&s, elems)) {
		copy_strip(r->window[r->rank], aisp_in_f32(io, 0), &s);
		strip_is_shown(r, &s);
		copy_strip(y + r->rank * elems, aisp_in_f32(io, 0), &s);
		for (int far = 1; far < r->n; far++) {
			int peer = peer_behind(r, far);

			copy_strip(y + peer * elems, shown_by(r, peer, 0, &s, elems),
				   &s);
		}
	}
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "in strips, each read as soon as it is published",
	.run = run,
};
