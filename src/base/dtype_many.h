/* SPDX-License-Identifier: MIT
 *
 * dtype_many.h - convert many elements, bit for bit like dtype.h, in loops that
 * compilers vectorise.
 */
#ifndef AISP_DTYPE_MANY_H
#define AISP_DTYPE_MANY_H

#include <stdint.h>

#include <aisp/formats.h>

/* Stores these as elements [first, first + n) of data, rounded like aisp_store(). */
void aisp_store_floats(void *data, enum aisp_dtype t, int64_t first, int64_t n,
		       const float *x);

/* Likewise for integers.  Those beyond 2^53 are rounded first, as in a double. */
void aisp_store_integers(void *data, enum aisp_dtype t, int64_t first, int64_t n,
			 const int64_t *x);

/* Likewise for the integers' lowest bits, for integer types. */
void aisp_store_bits(void *data, enum aisp_dtype t, int64_t first, int64_t n,
		     const int64_t *bits);

#endif
