/* SPDX-License-Identifier: MIT
 *
 * linear_bias.h - db += sums of columns [first, end) of dy, by vectors along its rows.
 */
#ifndef LINEAR_BIAS_H
#define LINEAR_BIAS_H

#include <aisp/clones.h>

AISP_CLONES static void add_columns(float *restrict db, const float *restrict dy,
				    int64_t rows, int64_t ld, int64_t first,
				    int64_t end)
{
	for (int64_t r = 0; r < rows; r++)
		for (int64_t o = first; o < end; o++)
			db[o] += dy[r * ld + o];
}

#endif
