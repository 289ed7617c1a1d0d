/* SPDX-License-Identifier: MIT
 *
 * fills.h - what the judge fills inputs with (aisp/workload.h): the same bits on a CPU
 * and on a GPU.  Some untimed calls get hostile data instead: rows of one sign, equal,
 * sorted, tiny or 0, of few values; each fill says what it keeps there.
 */
#ifndef AISP_FILLS_H
#define AISP_FILLS_H

enum aisp_fill {
	AISP_FILL_REAL,  /* of the distribution that the user chose; integers: 8 bits,
			    which a FASTER says of wider ones */
	AISP_FILL_INDEX, /* integers in [0, limit), uniform; hostile: any of them */
	AISP_FILL_BYTES, /* every bit random; hostile: any bits */
	AISP_FILL_UNIT,  /* numbers in [0, 1), of 24 bits, uniform; hostile: any */
	/*
	 * Integers in [0, limit), k as often as 1 / (k + 1)^exponent says: 0 to 3 each,
	 * then quarters of powers of two, within which all are alike.  Hostile: any.
	 */
	AISP_FILL_ZIPF,
	/*
	 * Integers in [0, limit), no two of a row (the last axis) alike; limit is the
	 * row's length at least.  Hostile: ascending, descending, turned, neighbours
	 * exchanged.
	 */
	AISP_FILL_PERMUTATION,
	/*
	 * Integers in [1, limit], as prompts and documents are long: their logarithms
	 * are normal about that of limit / e^(2 exponent), with `exponent` for standard
	 * deviation, cut off beyond the limit; up to 4 each, then quarters of powers of
	 * two, within which all are alike.  Hostile: any.
	 */
	AISP_FILL_LENGTHS,
};

#endif
