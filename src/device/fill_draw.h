/* SPDX-License-Identifier: MIT
 *
 * fill_draw.h - elements in a row, before they are rounded to their type: bit for bit
 * those of fill_bits.h, fill_structure.h and fill_shape.h one by one, in loops of which
 * compilers make vectors.
 */
#ifndef AISP_FILL_DRAW_H
#define AISP_FILL_DRAW_H

#include "fill.h"
#include "fill_shape.h"
#include "fill_structure.h"

#define AISP_DRAWN_ELEMS                                                               \
	512 /* at most, at a time: all of it stays in the first cache */

/* Words of 8 bytes [first, end) of data. */
void aisp_draw_words(uint64_t *data, size_t first, size_t end, uint64_t key);

/* Elements [first, first + n) of any distribution but AISP_DIST_STRUCTURED. */
void aisp_draw_reals(float *x, uint64_t first, int64_t n, enum aisp_dist dist,
		     uint64_t key);
void aisp_draw_structured(float *x, uint64_t first, int64_t n,
			  const struct aisp_structure *s);

/* What elements in fp64 are that were drawn as x. */
void aisp_draw_wide(double *wide, const float *x, uint64_t first, int64_t n,
		    uint64_t key);

/* What elements of type t are of such reals, or of such integers. */
void aisp_bound_reals(float *x, int64_t n, enum aisp_dtype t);
void aisp_bound_integers(int64_t *x, int64_t n, enum aisp_dtype t);

/* In [0, limit), and what integers of AISP_FILL_REAL are made of. */
void aisp_draw_below(int64_t *x, uint64_t first, int64_t n, uint64_t limit,
		     uint64_t key);
void aisp_draw_integers(int64_t *x, uint64_t first, int64_t n, uint64_t key);

void aisp_draw_levels(uint32_t *level, uint64_t first, int64_t n,
		      const struct aisp_structure *s);

/* Of buckets. */
void aisp_draw_zipf(int64_t *x, uint64_t first, int64_t n, const struct aisp_shape *s);
void aisp_draw_permutation(int64_t *x, uint64_t first, int64_t n,
			   const struct aisp_shape *s);

#endif
