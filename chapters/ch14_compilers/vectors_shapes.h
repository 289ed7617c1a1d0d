/* SPDX-License-Identifier: MIT
 *
 * vectors_shapes.h - a row of at most `vectors` vectors of LANES, without a loop that
 * depends on its length: whole vectors are loaded, lanes behind the row count as zero,
 * and whole vectors are stored.  What that writes behind the row the next rows write
 * anew, so rows go in order; those at the end of the array have no room for it.
 */
#ifndef VECTORS_SHAPES_H
#define VECTORS_SHAPES_H

#include <aisp/clones.h>

#define LANES        16
#define MOST_VECTORS ((LONGEST + LANES - 1) / LANES)

typedef float vec __attribute__((vector_size(4 * LANES)));
typedef int32_t ivec __attribute__((vector_size(4 * LANES)));
/* The same in memory, aligned to a float only. */
typedef float vec_loose __attribute__((vector_size(4 * LANES), aligned(4), may_alias));

static inline __attribute__((always_inline)) void
normalise_vectors(float *y, const float *x, int n, int vectors)
{
	const ivec lane = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15 };
	vec v[MOST_VECTORS], sum = { 0 };
	float all = 0;

	for (int i = 0; i < vectors; i++) {
		ivec whole = (ivec) * (const vec_loose *)(x + i * LANES);

		v[i] = (vec)(whole & (lane < n - i * LANES));
		sum += v[i] * v[i];
	}
	for (int k = 0; k < LANES; k++)
		all += sum[k];
	all = 1 / sqrtf(all / (float)n + EPSILON);
	for (int i = 0; i < vectors; i++)
		*(vec_loose *)(y + i * LANES) = v[i] * all;
}

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
