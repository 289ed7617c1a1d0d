/* SPDX-License-Identifier: MIT
 *
 * field_cpu.h - a step of some cells, whose neighbours at either end are there.
 */
#ifndef FIELD_CPU_H
#define FIELD_CPU_H

#include <aisp/clones.h>

AISP_CLONES static void spread(float *restrict next, const float *restrict now,
			       int64_t n)
{
	for (int64_t i = 0; i < n; i++)
		next[i] = 0.25f * now[i - 1] + 0.5f * now[i] + 0.25f * now[i + 1];
}

#endif
