/* SPDX-License-Identifier: MIT
 *
 * fills.h - what the judge fills inputs with (aisp/workload.h): the same bits on a CPU
 * and on a GPU.  Some untimed calls get hostile data instead: rows that are equal,
 * sorted, of one sign, of few values, nearly zero, huge, sparse, usual but for one
 * number, alike but for the lowest bits of each number, or alike but for one number.
 * Each fill says what holds for them, too.
 */
#ifndef AISP_FILLS_H
#define AISP_FILLS_H

enum aisp_fill {
	AISP_FILL_REAL,  /* of the distribution that the user chose; integers: 8
			    bits, which the verdict says if the type is wider */
	AISP_FILL_INDEX, /* integers in [0, limit), uniform; hostile: any of them, or
			    those of one tensor follow those of another, or of the next
			    column, so that edges make chains of up to 1024 */
	AISP_FILL_BYTES, /* every bit random; hostile: any bits */
	AISP_FILL_UNIT,  /* numbers in [0, 1), of 24 bits, uniform; hostile: any, in
			    fp64 of 53 bits */
	/*
	 * Integers in [0, limit), k with a frequency of 1 / (k + 1)^exponent.  From 4
	 * on the range between powers of two has four parts, each of equally frequent
	 * numbers.  Hostile: any of them.
	 */
	AISP_FILL_ZIPF,
	/*
	 * Integers in [0, limit), no two of a row (the last axis) alike; limit is at
	 * least the row's length.  Hostile: ascending, descending, rotated, neighbours
	 * exchanged.
	 */
	AISP_FILL_PERMUTATION,
	/*
	 * Integers in [1, limit], like lengths of prompts and documents: log-normal
	 * with median limit / e^(2 exponent) and `exponent` as the standard deviation
	 * of the logarithm, cut off at limit; equally frequent in such parts.  Hostile:
	 * any of them.
	 */
	AISP_FILL_LENGTHS,
};

#endif
