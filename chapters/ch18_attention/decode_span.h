/* SPDX-License-Identifier: MIT
 *
 * decode_span.h - the queries of a group meet keys and values that lie one behind the
 * other.
 */
#ifndef DECODE_SPAN_H
#define DECODE_SPAN_H

#include "decode_meet.h"

AISP_CLONES static void attend_span(struct online *x, const uint16_t *q, int64_t group,
				    const uint16_t *k, const uint16_t *v, int64_t n)
{
	float keys[STEP * HEAD_DIM], values[STEP * HEAD_DIM];

	begin_group(x, q, group);
	for (int64_t j = 0; j < n; j += STEP) {
		int64_t some = n - j < STEP ? n - j : STEP;

		widen_rows(keys, k + j * HEAD_DIM, some, 1);
		widen_rows(values, v + j * HEAD_DIM, some, 1);
		meet(x, group, keys, values, some);
	}
}

#endif
