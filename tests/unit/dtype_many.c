/* SPDX-License-Identifier: MIT
 *
 * Elements converted in a row get the same values as one by one: of each type, at odd
 * places and in odd numbers, with neighbours unchanged; for every exponent, beside each
 * place where a type rounds, and for NaN and infinities.
 */
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include <aisp/float_bits.h>

#include "base/dtype.h"
#include "base/dtype_many.h"
#include "base/rng.h"
#include "tap.h"

#define MOST 4099

static uint64_t many[MOST + 8], alone[MOST + 8];

/* 64 floats near the middle between two numbers of k bits of fraction. */
static float float_at(uint64_t i)
{
	uint64_t r = aisp_random_at(5, i);
	uint32_t bits = (uint32_t)r, place = UINT32_C(1) << (r >> 59 & 31) % 24;

	if (r >> 40 & 1) /* of few bits, then a tie and what is beside it */
		bits = (bits & ~(2 * place - 1)) | place;
	if (r >> 41 & 1)
		bits += (uint32_t)(r >> 42 & 3) - 1;
	if (r >> 44 & 1) /* of exponents that types of few bits have */
		bits = (bits & 0x807fffff) | (96 + (uint32_t)(r >> 45) % 64) << 23;
	return aisp_float_of_bits(bits);
}

static int64_t integer_at(uint64_t i, int n_bits)
{
	static const int64_t ends[] = { 0,
					1,
					-1,
					127,
					128,
					-128,
					-129,
					255,
					256,
					32767,
					65535,
					65536,
					INT32_MAX,
					INT32_MIN,
					UINT32_MAX,
					INT64_MAX,
					INT64_MIN,
					INT64_C(1) << 53,
					(INT64_C(1) << 53) + 1 };

	if (n_bits == 64 && i % 2)
		return ends[i / 2 % (sizeof(ends) / sizeof(ends[0]))];
	return (int64_t)aisp_random_at(7, i) >> (64 - n_bits);
}

static bool is_alike(void)
{
	return !memcmp(many, alone, sizeof(many));
}

static void poison(void)
{
	memset(many, 0xa5, sizeof(many));
	memset(alone, 0xa5, sizeof(alone));
}

static bool are_floats_alike(enum aisp_dtype t, int64_t first, int64_t n)
{
	static float x[MOST];

	poison();
	for (int64_t i = 0; i < n; i++) {
		x[i] = float_at((uint64_t)(first * 7919 + i));
		aisp_store(alone, t, first + i, (double)x[i]);
	}
	aisp_store_floats(many, t, first, n, x);
	return is_alike();
}

static bool are_integers_alike(enum aisp_dtype t, int64_t first, int64_t n, int n_bits)
{
	static int64_t x[MOST];

	poison();
	for (int64_t i = 0; i < n; i++) {
		x[i] = integer_at((uint64_t)(first * 7919 + i), n_bits);
		aisp_store(alone, t, first + i, (double)x[i]);
	}
	aisp_store_integers(many, t, first, n, x);
	return is_alike();
}

static bool are_bits_alike(enum aisp_dtype t, int64_t first, int64_t n)
{
	static int64_t x[MOST];
	size_t size = aisp_dtype_bytes(t);

	poison();
	for (int64_t i = 0; i < n; i++) {
		x[i] = integer_at((uint64_t)(first * 7919 + i), 64);
		if (aisp_is_packed(t))
			aisp_put_code(alone, t, first + i, (unsigned)x[i]);
		else
			memcpy((char *)alone + (size_t)(first + i) * size, &x[i], size);
	}
	aisp_store_bits(many, t, first, n, x);
	return is_alike();
}

/* Counts differences at all places and lengths within a word or two, and long ones. */
static int count_other(enum aisp_dtype t)
{
	int n_other = 0;

	for (int64_t first = 0; first < 9; first++)
		for (int64_t n = 0; n < 40; n++) {
			n_other += !are_floats_alike(t, first, n);
			n_other += !are_integers_alike(t, first, n, 64);
			n_other += !are_integers_alike(t, first, n, 4);
			n_other += aisp_is_integer(t) && !are_bits_alike(t, first, n);
		}
	for (int64_t first = 0; first < 4; first++)
		n_other += !are_floats_alike(t, first, MOST - 4 - 2 * first);
	for (int n_bits = 1; n_bits <= 64; n_bits++)
		n_other += !are_integers_alike(t, n_bits % 3, 1021, n_bits);
	return n_other;
}

/* All values of the upper half, with lower halves about each tie of rounding. */
static int count_other_halves(enum aisp_dtype t)
{
	static const uint32_t low[] = { 0, 1, 0x7fff, 0x8000, 0x8001, 0xffff };
	static float x[6];
	int n_other = 0;

	for (uint32_t high = 0; high < 0x10000; high++) {
		many[0] = many[1] = many[2] = alone[0] = alone[1] = alone[2] = 0;
		for (int k = 0; k < 6; k++) {
			x[k] = aisp_float_of_bits(high << 16 | low[k]);
			aisp_store(alone, t, k, (double)x[k]);
		}
		aisp_store_floats(many, t, 0, 6, x);
		n_other += memcmp(many, alone, 3 * sizeof(many[0])) != 0;
	}
	return n_other;
}

int main(void)
{
	for (int t = 0; t < AISP_N_DTYPES; t++) {
		ok(!count_other((enum aisp_dtype)t),
		   aisp_dtype_name((enum aisp_dtype)t));
		ok(!count_other_halves((enum aisp_dtype)t), "of all upper halves");
	}
	return done();
}
