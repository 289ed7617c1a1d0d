/* SPDX-License-Identifier: MIT
 *
 * fill_draw.h - elements in a row, before they are rounded to their type: bit for bit
 * those of fill_bits.h, fill_structured.h and fill_shape.h one by one, in loops that
 * compilers vectorise.
 */
#ifndef AISP_FILL_DRAW_H
#define AISP_FILL_DRAW_H

#include <aisp/clones.h>

#include "fill.h"
#include "fill_shape.h"
#include "fill_structured.h"

#define AISP_DRAWN_ELEMS                                                               \
	512 /* at most, at a time: all of it stays in the first cache */

/* At -O2 compilers hardly vectorise; loops that draw profit from it. */
#define FAST AISP_CLONES __attribute__((optimize("O3")))

/* Words of 8 bytes [first, end) of data. */
void aisp_draw_words(uint64_t *data, size_t first, size_t end, uint64_t key);

/* Elements [first, first + n) of any distribution but AISP_DIST_STRUCTURED. */
void aisp_draw_reals(float *x, uint64_t first, int64_t n, enum aisp_dist dist,
		     uint64_t key);
void aisp_draw_structured(float *x, uint64_t first, int64_t n,
			  const struct aisp_structure *s);

/* The same for fp64. */
void aisp_draw_wide(double *wide, uint64_t first, int64_t n, enum aisp_dist dist,
		    uint64_t key);
void aisp_draw_structured_wide(double *wide, uint64_t first, int64_t n,
			       const struct aisp_structure *s);

/* Draws elements of AISP_FILL_BYTES, of integers. */
void aisp_draw_bits(int64_t *bits, uint64_t first, int64_t n, enum aisp_dtype of,
		    const struct aisp_structure *s);

/* Makes such reals, or such integers, fit type t. */
void aisp_bound_reals(float *x, int64_t n, enum aisp_dtype t);
void aisp_bound_integers(int64_t *x, int64_t n, enum aisp_dtype t);

/* Draws numbers in [0, limit); draws the integers of AISP_FILL_REAL. */
void aisp_draw_below(int64_t *x, uint64_t first, int64_t n, uint64_t limit,
		     uint64_t key);
void aisp_draw_integers(int64_t *x, uint64_t first, int64_t n, uint64_t key);

void aisp_draw_levels(uint32_t *level, uint64_t first, int64_t n,
		      const struct aisp_structure *s);

/* Draws bucket numbers. */
void aisp_draw_zipf(int64_t *x, uint64_t first, int64_t n, const struct aisp_shape *s);
void aisp_draw_permutation(int64_t *x, uint64_t first, int64_t n,
			   const struct aisp_shape *s);

#endif
