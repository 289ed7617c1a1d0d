/* SPDX-License-Identifier: MIT
 *
 * zero1_step_cpu.h - gradients in the ranks' windows, and parts that come back.
 */
#include "sharded_step.h"

/* What this rank has, shown to its peers. */
static inline void show_gradients(const struct aisp_io *io)
{
	copy_elems(io->ranks->window[io->ranks->rank], aisp_in_f32(io, G),
		   all_elems(io->param));
}

/* Copies each peer's part of its window to the same place of `to`. */
static inline void take_parts(const struct aisp_io *io, float *to)
{
	const struct aisp_ranks *r = io->ranks;
	int64_t n = io->param[ELEMS];

	for (int far = 1; far < r->n; far++) {
		int64_t peer = (r->rank + far) % r->n;

		copy_elems(to + peer * n, (const float *)r->window[peer] + peer * n, n);
	}
}
