/* SPDX-License-Identifier: MIT
 *
 * dtype.h - element types: sizes, rounding units, conversion.
 */
#ifndef AISP_DTYPE_H
#define AISP_DTYPE_H

#include <aisp/formats.h>

#define AISP_N_DTYPES (AISP_U4 + 1)

/* Bytes of a single element; for n elements, see aisp_type_bytes(). */
size_t aisp_dtype_bytes(enum aisp_dtype t);
const char *aisp_dtype_name(enum aisp_dtype t); /* "f32" */

/* Unit roundoff (half the distance from 1 to the next number); 0 for integers. */
double aisp_dtype_roundoff(enum aisp_dtype t);

/* Unit roundoff of the next lower precision: TF32 for f32, E4M3 for bf16, one bit less
 * for formats; 0 if there is none. */
double aisp_dtype_lower_roundoff(enum aisp_dtype t);

/* The smallest positive subnormal; 0 for integers. */
double aisp_dtype_tiny(enum aisp_dtype t);

/* Element i of data as a double.  An I64 or U64 beyond 2^53 is rounded. */
double aisp_load(const void *data, enum aisp_dtype t, int64_t i);

/*
 * Rounds x to nearest even and stores it as element i.  Integers saturate, formats of
 * few bits follow aisp/formats.h.  A packed neighbour stays.
 */
void aisp_store(void *data, enum aisp_dtype t, int64_t i, double x);

/* Copies an element of one array to another, whatever its bits mean. */
void aisp_copy_elem(void *to, const void *from, enum aisp_dtype t, int64_t i);

/* x as an element of that type. */
double aisp_rounded(enum aisp_dtype t, double x);

/* binary16 from and to binary32, to nearest even; NaN stays NaN. */
float aisp_half_to_float(uint16_t h);
uint16_t aisp_half_from_float(float x);

#endif
