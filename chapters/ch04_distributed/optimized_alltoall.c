/* SPDX-License-Identifier: MIT
 *
 * Strip by strip, and in a different order at each rank; no rank shows the block that
 * it keeps for itself.
 */
#include "workload_alltoall.h"

#include "strips.h"

static int run(const struct aisp_io *io, void *state)
{
	const struct aisp_ranks *r = io->ranks;
	int64_t elems = io->param[ELEMS], own = r->rank * elems;
	float *y = aisp_out_f32(io, 0);
	struct strip s = { 0 };

	(void)state;
	while (next_strip(&s, elems)) {
		show_for_others(io, &s);
		copy_strip(y + own, aisp_in_f32(io, 0) + own, &s);
		for (int far = 1; far < r->n; far++) {
			int peer = peer_behind(r, far);

			copy_strip(y + peer * elems,
				   shown_by(r, peer, r->rank, &s, elems), &s);
		}
	}
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "in strips; a rank's own block is not published",
	.run = run,
};
