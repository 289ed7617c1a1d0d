/* SPDX-License-Identifier: MIT
 *
 * verify_cpu.h - new tokens of a sequence that meet its context together, and then each
 * the new ones that it sees.
 */
#ifndef VERIFY_CPU_H
#define VERIFY_CPU_H

#include "decode_lanes.h"

/* New tokens of a sequence, for a head of keys. */
struct drafts {
	struct decode token[MOST_QUERIES];
	uint32_t sees[MOST_QUERIES];
	int64_t n, context;
};

static inline struct drafts drafts_of(const struct aisp_io *io, int64_t sequence,
				      int64_t head, int64_t first, int64_t n)
{
	const int64_t *p = io->param;
	const int32_t *parent =
		(const int32_t *)io->in[IN_PARENT].data + sequence * p[QUERIES];
	struct drafts x = { .n = n };

	for (int64_t i = 0; i < n; i++) {
		struct decode d = decode_of(io, sequence, head);
		int64_t token = sequence * p[QUERIES] + first + i;
		int64_t at = (token * p[HEADS] + head) * p[GROUP] * HEAD_DIM;

		d.q = (const uint16_t *)io->in[IN_Q].data + at;
		d.o = (uint16_t *)io->out[0].data + at;
		x.token[i] = d;
		x.sees[i] = seen_by(parent, first + i);
		x.context = d.tokens - p[QUERIES];
	}
	return x;
}

/* Token i meets what it sees of the new ones. */
INLINE void meet_drafts(struct online *x, const struct drafts *d, int64_t i)
{
	const int64_t *p = d->token[i].p;
	float k[MOST_QUERIES * HEAD_DIM], v[MOST_QUERIES * HEAD_DIM];
	int64_t n = 0;

	for (int64_t j = 0; j < p[QUERIES]; j++)
		if (d->sees[i] >> j & 1) {
			widen_step(d->token + i, d->context + j, 1, k + n * HEAD_DIM,
				   v + n * HEAD_DIM);
			n++;
		}
	meet(x, p[GROUP], k, v, n);
}

#define AISP_KERNEL "verify_kernel.h"
#include <aisp/each_level.h>

#endif
