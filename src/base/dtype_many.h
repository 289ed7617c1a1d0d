/* SPDX-License-Identifier: MIT
 *
 * dtype_many.h - elements in a row: bit for bit what dtype.h does with one of them, in
 * loops of which compilers make vectors.
 */
#ifndef AISP_DTYPE_MANY_H
#define AISP_DTYPE_MANY_H

#include <stdint.h>

#include <aisp/formats.h>

/* Elements [first, first + n) of data become these, as aisp_store() rounds them. */
void aisp_store_floats(void *data, enum aisp_dtype t, int64_t first, int64_t n,
		       const float *x);

/* The same of integers.  Those beyond 2^53 are rounded first, as in a double. */
void aisp_store_integers(void *data, enum aisp_dtype t, int64_t first, int64_t n,
			 const int64_t *x);

/* The same of their lowest bits, whatever they mean: of types for integers. */
void aisp_store_bits(void *data, enum aisp_dtype t, int64_t first, int64_t n,
		     const int64_t *bits);

#endif
