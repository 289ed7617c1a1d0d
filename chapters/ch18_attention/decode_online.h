/* SPDX-License-Identifier: MIT
 *
 * decode_online.h - a page of keys and values at a time, widened once for all queries
 * of a group, with online softmax (M. Milakov and N. Gimelshein, arXiv:1805.02867).
 */
#include "decode_cpu.h"
#include "decode_meet.h"

/* Keys and values of a step become fp32; a workload may have others than bf16. */
#ifndef WIDEN_STEP
#define WIDEN_STEP widen_step
#endif

INLINE void begin(struct online *x, const struct decode *d)
{
	begin_group(x, d->q, d->p[GROUP]);
}

INLINE void finish(const struct online *x, const struct decode *d)
{
	finish_group(x, d->o, d->p[GROUP]);
}

/* All queries of a group; each key and value is read once.  A page is a multiple of
 * STEP. */
AISP_CLONES static __attribute__((unused)) void attend_group(const struct decode *d)
{
	float k[STEP * HEAD_DIM], v[STEP * HEAD_DIM];
	struct online x;

	begin(&x, d);
	for (int64_t j = 0; j < d->tokens; j += STEP) {
		int64_t n = d->tokens - j < STEP ? d->tokens - j : STEP;

		WIDEN_STEP(d, j, n, k, v);
		meet(&x, d->p[GROUP], k, v, n);
	}
	finish(&x, d);
}
