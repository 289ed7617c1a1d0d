/* SPDX-License-Identifier: MIT
 *
 * verify_lanes.h - a part of the heads of all sequences, all new tokens together, keys
 * as lanes.
 */
#include "verify_cpu.h"

static void attend_part(const struct aisp_io *io, int64_t part, int64_t n_parts)
{
	const int64_t *p = io->param;
	int64_t n = p[BATCH] * p[HEADS];

	for (int64_t h = n * part / n_parts; h < n * (part + 1) / n_parts; h++) {
		struct drafts d =
			drafts_of(io, h / p[HEADS], h % p[HEADS], 0, p[QUERIES]);

		AISP_BEST(attend_lanes)(&d);
	}
}
