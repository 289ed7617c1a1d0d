/* SPDX-License-Identifier: MIT
 *
 * embed_row.h - adds a row of dy to a row of dw.
 */
#include <aisp/clones.h>
#include <string.h>

AISP_CLONES static void add_row(float *restrict to, const float *restrict from,
				int64_t width)
{
	for (int64_t k = 0; k < width; k++)
		to[k] += from[k];
}
