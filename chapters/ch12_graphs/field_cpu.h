/* SPDX-License-Identifier: MIT
 *
 * field_cpu.h - a step of some cells of a ring.
 */
#ifndef FIELD_CPU_H
#define FIELD_CPU_H

#include <aisp/clones.h>

/* Their neighbours at either end are there. */
AISP_CLONES static void spread(float *restrict next, const float *restrict now,
			       int64_t n)
{
	for (int64_t i = 0; i < n; i++)
		next[i] = 0.25f * now[i - 1] + 0.5f * now[i] + 0.25f * now[i + 1];
}

/* Cells [first, end) of n; those at the ends of the ring are neighbours. */
static inline void spread_part(float *next, const float *now, int64_t first,
			       int64_t end, int64_t n)
{
	int64_t from = first > 0 ? first : 1, to = end < n ? end : n - 1;

	if (first == end)
		return;
	if (first == 0)
		next[0] =
			0.25f * now[n - 1] + 0.5f * now[0] + 0.25f * now[n > 1 ? 1 : 0];
	if (end == n && n > 1)
		next[n - 1] = 0.25f * now[n - 2] + 0.5f * now[n - 1] + 0.25f * now[0];
	spread(next + from, now + from, to - from);
}

#endif
