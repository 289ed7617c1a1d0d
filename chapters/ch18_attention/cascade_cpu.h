/* SPDX-License-Identifier: MIT
 *
 * cascade_cpu.h - a head for all sequences: the prefix that they share meets the
 * queries of all of them, then each sequence goes on with its own keys.
 */
#ifndef CASCADE_CPU_H
#define CASCADE_CPU_H

#include "decode_lanes.h"

/* A sequence's queries meet its own keys. */
INLINE void meet_own(struct online *x, const struct decode *d)
{
	float k[STEP * HEAD_DIM], v[STEP * HEAD_DIM];

	for (int64_t j = d->p[SHARED]; j < d->tokens; j += STEP) {
		int64_t n = d->tokens - j < STEP ? d->tokens - j : STEP;

		widen_step(d, j, n, k, v);
		meet(x, d->p[GROUP], k, v, n);
	}
}

#define AISP_KERNEL "cascade_kernel.h"
#include <aisp/each_level.h>

/* ATTEND is one of the two functions above. */
static void attend_part(const struct aisp_io *io, int64_t part, int64_t n_parts)
{
	int64_t n = io->param[HEADS];
	struct online *x = (struct online *)io->workspace + part * io->param[BATCH];

	for (int64_t h = n * part / n_parts; h < n * (part + 1) / n_parts; h++)
		ATTEND(x, io, h);
}

#endif
