/* SPDX-License-Identifier: MIT
 *
 * vectors_shapes.h - a row of at most `vectors` vectors of LANES, without a loop that
 * depends on its length: whole vectors are loaded, lanes behind the row count as zero,
 * and whole vectors are stored.  What that writes behind the row the next rows write
 * anew, so rows go in order; those at the end of the array have no room for it.
 */
#ifndef VECTORS_SHAPES_H
#define VECTORS_SHAPES_H

#include <string.h>

#define LANES        16 /* a vector: a register, or as many as that takes */
#define MOST_VECTORS ((LONGEST + LANES - 1) / LANES)

#define AISP_KERNEL "vectors_kernel.h"
#include <aisp/each_level.h>

/* A row without room behind it, by way of memory that has room. */
static inline void normalise_last(float *y, const float *x, int n,
				  void (*normalise)(float *, const float *, int))
{
	float in[MOST_VECTORS * LANES] = { 0 }, out[MOST_VECTORS * LANES] = { 0 };

	for (int k = 0; k < n; k++)
		in[k] = x[k];
	normalise(out, in, n);
	for (int k = 0; k < n; k++)
		y[k] = out[k];
}

static inline void normalise_rows(const struct aisp_io *io,
				  void (*normalise)(float *, const float *, int))
{
	const int64_t *start = io->in[START].data;
	int64_t end = io->in[X].shape[0] - (int64_t)MOST_VECTORS * LANES;

	for (int64_t r = 0; r < io->param[ROWS]; r++) {
		float *y = aisp_out_f32(io, 0) + start[r];
		const float *x = aisp_in_f32(io, X) + start[r];
		int n = (int)(start[r + 1] - start[r]);

		if (start[r] <= end)
			normalise(y, x, n);
		else
			normalise_last(y, x, n, normalise);
	}
}

#endif
