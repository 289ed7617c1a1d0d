/* SPDX-License-Identifier: MIT
 *
 * Sums of 14 bits, as Hopper's tensor cores make them, are within what
 * ch19:gemm_fp8_fast allows, whatever the data; sums of 10 bits are not.
 */
#include <stdlib.h>

#include "../../chapters/ch19_quantisation/workload_gemm_fp8_fast.h"

#include "device/fill.h"
#include "tap.h"

enum { ROWS = 64, COLUMNS = 64, DEPTH = 400, N_KEYS = 20 };

/* All of an instruction's terms and the sum so far are cut at the same place. */
static double sum_of(const float *value, const uint8_t *a, const uint8_t *b, int bits)
{
	double sum = 0;

	for (int p = 0; p < DEPTH; p += INSTRUCTION) {
		double most = fabs(sum), unit, next;

		for (int i = p; i < p + INSTRUCTION && i < DEPTH; i++)
			most = fmax(most, fabs(value[a[i]] * value[b[i]]));
		unit = ldexp(1, ilogb(fmax(most, DBL_MIN)) - bits);
		next = trunc(sum / unit) * unit;
		for (int i = p; i < p + INSTRUCTION && i < DEPTH; i++)
			next += trunc(value[a[i]] * value[b[i]] / unit) * unit;
		sum = next;
	}
	return sum;
}

static int64_t n_beyond(enum aisp_dist dist, int bits)
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
					 b + e % COLUMNS * DEPTH, bits) -
				  ref[e]) > ROUNDINGS * 0x1p-8 * mag[e];
	}
	return n;
}

int main(void)
{
	ok(!n_beyond(AISP_DIST_NORMAL, 13), "terms of both signs");
	ok(!n_beyond(AISP_DIST_STRUCTURED, 13), "terms that repeat");
	ok(n_beyond(AISP_DIST_NORMAL, 9) > 0, "sums of 10 bits are wrong");
	return done();
}
