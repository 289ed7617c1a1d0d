/* SPDX-License-Identifier: MIT
 *
 * cascade_kernel.h - a head of cascade_cpu.h, for each level of the instruction set
 * (aisp/each_level.h).
 */
#include "decode_tile.h"

/* All queries of all sequences meet the prefix. */
INLINE void AISP_AT(meet_shared)(struct online *x, const struct aisp_io *io,
				 int64_t head, int is_lanes)
{
	const int64_t *p = io->param;
	float k[STEP * HEAD_DIM], v[STEP * HEAD_DIM];
	struct decode any = decode_of(io, 0, head);

	for (int64_t j = 0; j < p[SHARED]; j += STEP) {
		load_step(&any, j, STEP, k, v, is_lanes);
		for (int64_t i = 0; i < p[BATCH]; i++)
			AISP_AT(meet_step)(x + i, p[GROUP], k, v, STEP, is_lanes);
	}
}

/* x: room for all sequences. */
INLINE void AISP_AT(attend)(struct online *x, const struct aisp_io *io, int64_t head,
			    int is_lanes)
{
	int64_t batch = io->param[BATCH];

	for (int64_t i = 0; i < batch; i++) {
		struct decode d = decode_of(io, i, head);

		begin_lanes(x + i, &d);
	}
	AISP_AT(meet_shared)(x, io, head, is_lanes);
	for (int64_t i = 0; i < batch; i++) {
		struct decode d = decode_of(io, i, head);

		meet_own(x + i, &d);
		finish(x + i, &d);
	}
}

static inline void AISP_AT(attend_rows)(struct online *x, const struct aisp_io *io,
					int64_t head)
{
	AISP_AT(attend)(x, io, head, 0);
}

static inline void AISP_AT(attend_lanes)(struct online *x, const struct aisp_io *io,
					 int64_t head)
{
	AISP_AT(attend)(x, io, head, 1);
}
