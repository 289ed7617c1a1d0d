/* SPDX-License-Identifier: MIT
 *
 * median_run.h - the launch of a variant's filter(): blocks of 32 x BLOCK_ROWS threads,
 * of which each has EACH_ROWS x EACH_COLS pixels.
 */
#ifndef MEDIAN_RUN_H
#define MEDIAN_RUN_H

#include "median_gpu.h"

static __global__ void filter(const __grid_constant__ struct image m);

static int run(const struct aisp_io *io, void *state)
{
	struct image m = image_of(io);
	dim3 size(32, BLOCK_ROWS);
	dim3 blocks((unsigned)aisp_ceil_div(m.cols, 32 * EACH_COLS),
		    (unsigned)aisp_ceil_div(m.rows, BLOCK_ROWS * EACH_ROWS));

	(void)state;
	filter<<<blocks, size, 0, aisp_stream(io)>>>(m);
	return aisp_launched();
}

#endif
