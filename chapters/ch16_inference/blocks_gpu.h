/* SPDX-License-Identifier: MIT
 *
 * blocks_gpu.h - on a GPU: a product of weights in GGUF's blocks with a vector, as
 * kernels get it.
 */
#ifndef BLOCKS_GPU_H
#define BLOCKS_GPU_H

#include <aisp/warp.h>

#define WARPS 4 /* of a block of threads */

struct product {
	float *y;
	const uint8_t *w; /* as they lie in files, or packed */
	const int8_t *xq;
	const float *xs;
	int rows, n_blocks; /* of a row */
};

static inline struct product product_of(const struct aisp_io *io, int in)
{
	const int64_t *p = io->param;

	return { aisp_out_f32(io, 0),
		 (const uint8_t *)io->in[in].data,
		 (const int8_t *)io->in[IN_XQ].data,
		 aisp_in_f32(io, IN_XS),
		 (int)p[ROWS],
		 (int)(cols_of(p) / format_of(p[FORMAT]).weights) };
}

/* A warp for each of n. */
static inline unsigned blocks_for(int64_t n)
{
	return (unsigned)aisp_ceil_div(n, WARPS);
}

#endif
