/* SPDX-License-Identifier: MIT
 *
 * cascade_cpu.h - a head for all sequences: the prefix that they share meets the
 * queries of all of them, then each sequence goes on with its own keys.
 */
#ifndef CASCADE_CPU_H
#define CASCADE_CPU_H

#include "decode_lanes.h"

/* All queries of all sequences meet the prefix. */
INLINE void meet_shared(struct online *x, const struct aisp_io *io, int64_t head,
			int is_lanes)
{
	const int64_t *p = io->param;
	float k[STEP * HEAD_DIM], v[STEP * HEAD_DIM];
	struct decode any = decode_of(io, 0, head);

	for (int64_t j = 0; j < p[SHARED]; j += STEP) {
		load_step(&any, j, STEP, k, v, is_lanes);
		for (int64_t i = 0; i < p[BATCH]; i++)
			meet_step(x + i, p[GROUP], k, v, STEP, is_lanes);
	}
}

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

/* x: room for all sequences. */
INLINE void attend(struct online *x, const struct aisp_io *io, int64_t head,
		   int is_lanes)
{
	int64_t batch = io->param[BATCH];

	for (int64_t i = 0; i < batch; i++) {
		struct decode d = decode_of(io, i, head);

		begin_lanes(x + i, &d);
	}
	meet_shared(x, io, head, is_lanes);
	for (int64_t i = 0; i < batch; i++) {
		struct decode d = decode_of(io, i, head);

		meet_own(x + i, &d);
		finish(x + i, &d);
	}
}

AISP_CLONES static __attribute__((unused)) void
attend_rows(struct online *x, const struct aisp_io *io, int64_t head)
{
	attend(x, io, head, 0);
}

AISP_CLONES static __attribute__((unused)) void
attend_lanes(struct online *x, const struct aisp_io *io, int64_t head)
{
	attend(x, io, head, 1);
}

/* ATTEND: either of them. */
static void attend_part(const struct aisp_io *io, int64_t part, int64_t n_parts)
{
	int64_t n = io->param[HEADS];
	struct online *x = (struct online *)io->workspace + part * io->param[BATCH];

	for (int64_t h = n * part / n_parts; h < n * (part + 1) / n_parts; h++)
		ATTEND(x, io, h);
}

#endif
