/* SPDX-License-Identifier: MIT
 *
 * verify_kernel.h - new tokens of verify_cpu.h, for each level of the instruction set
 * (aisp/each_level.h).
 */
#include "decode_tile.h"

/* The context's keys are widened once for all these tokens. */
INLINE void AISP_AT(attend)(const struct drafts *d, int is_lanes)
{
	float k[STEP * HEAD_DIM] = { 0 }, v[STEP * HEAD_DIM];
	struct online x[MOST_QUERIES];

	for (int64_t i = 0; i < d->n; i++)
		begin_lanes(x + i, d->token + i);
	for (int64_t j = 0; j < d->context; j += STEP) {
		int64_t n = d->context - j < STEP ? d->context - j : STEP;
		int64_t group = d->token->p[GROUP];

		load_step(d->token, j, n, k, v, is_lanes);
		for (int64_t i = 0; i < d->n; i++)
			AISP_AT(meet_step)(x + i, group, k, v, n, is_lanes);
	}
	for (int64_t i = 0; i < d->n; i++) {
		meet_drafts(x + i, d, i);
		finish(x + i, d->token + i);
	}
}

static inline void AISP_AT(attend_rows)(const struct drafts *d)
{
	AISP_AT(attend)(d, 0);
}

static inline void AISP_AT(attend_lanes)(const struct drafts *d)
{
	AISP_AT(attend)(d, 1);
}
