/* SPDX-License-Identifier: MIT
 *
 * fp8_sums.h - sums as Hopper's tensor cores make them, held against the reference of
 * the workload that is included before.
 */
#ifndef TESTS_FP8_SUMS_H
#define TESTS_FP8_SUMS_H

#include <stdlib.h>

#include "device/fill.h"
#include "tap.h"

enum { ROWS = 64, COLUMNS = 64, DEPTH = 400, N_KEYS = 20 };

/* All of an instruction's terms and the sum so far are cut at the same place; slabs of
 * k are added up without loss. */
static double sum_of(const float *value, const uint8_t *a, const uint8_t *b, int bits,
		     int slab)
{
	double sum = 0, slabs = 0;

	for (int p = 0; p < DEPTH; p += INSTRUCTION) {
		double most, unit, next;

		if (p % slab == 0) {
			slabs += sum;
			sum = 0;
		}
		most = fabs(sum);
		for (int i = p; i < p + INSTRUCTION && i < DEPTH; i++)
			most = fmax(most, fabs(value[a[i]] * value[b[i]]));
		unit = ldexp(1, ilogb(fmax(most, DBL_MIN)) - bits);
		next = trunc(sum / unit) * unit;
		for (int i = p; i < p + INSTRUCTION && i < DEPTH; i++)
			next += trunc(value[a[i]] * value[b[i]] / unit) * unit;
		sum = next;
	}
	return slabs + sum;
}

static int64_t n_beyond(enum aisp_dist dist, int bits, int slab)
{
	static uint8_t a[ROWS * DEPTH], b[COLUMNS * DEPTH];
	static double ref[ROWS * COLUMNS], mag[ROWS * COLUMNS];
	struct aisp_tensor in[] = { { .data = a }, { .data = b } };
	const int64_t param[] = { ROWS, COLUMNS, DEPTH };
	struct aisp_io io = { .in = in, .param = param };
	struct aisp_spec row = { "a", AISP_F8E4M3, 2, { ROWS, DEPTH } },
			 column = { "b", AISP_F8E4M3, 2, { COLUMNS, DEPTH } };
	float value[256];
	int64_t n = 0;

	fp8_values(value);
	for (uint64_t key = 0; key < N_KEYS; key++) {
		aisp_fill(a, ROWS * DEPTH, &row, dist, 2 * key);
		aisp_fill(b, COLUMNS * DEPTH, &column, dist, 2 * key + 1);
		reference(&io, 0, 0, ROWS * COLUMNS, ref, mag);
		for (size_t e = 0; e < ROWS * COLUMNS; e++)
			n += fabs(sum_of(value, a + e / COLUMNS * DEPTH,
					 b + e % COLUMNS * DEPTH, bits, slab) -
				  ref[e]) > AISP_BF16_ONCE * 0x1p-8 * mag[e];
	}
	return n;
}

#endif
