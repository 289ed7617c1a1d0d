/* SPDX-License-Identifier: MIT
 *
 * low_heads.h - a part of the heads of all sequences, each from pages of few bits.
 */
#include "low_cpu.h"

#define WIDEN_STEP widen_low_step
#include "decode_online.h"

static void attend_part(const struct aisp_io *io, int64_t part, int64_t n_parts)
{
	const int64_t *p = io->param;
	int64_t n = p[BATCH] * p[HEADS];

	for (int64_t h = n * part / n_parts; h < n * (part + 1) / n_parts; h++) {
		struct decode d = decode_of(io, h / p[HEADS], h % p[HEADS]);

		attend_group(&d);
	}
}
