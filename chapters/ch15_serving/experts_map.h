/* SPDX-License-Identifier: MIT
 *
 * experts_map.h - a matrix of rows of bf16 for TMA, in boxes of STEP columns.  After
 * STEP.
 */
#ifndef EXPERTS_MAP_H
#define EXPERTS_MAP_H

#include <aisp/tma.h>

/* Rows of `width` numbers, one below the other. */
static int describe(aisp_encode encode, const void *data, int64_t n_rows, int64_t width,
		    int box_rows, CUtensorMap *map)
{
	struct aisp_tensor flat = {
		(void *)data, NULL, AISP_BF16, 2, { n_rows, width }
	};

	return aisp_describe(encode, &flat, 2, (unsigned)box_rows, STEP, map);
}

#endif
