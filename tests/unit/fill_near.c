/* SPDX-License-Identifier: MIT
 *
 * Hostile data that differ little: neighbours that agree in all but their lowest bits,
 * in no order, for every type; rows that agree with another but for one element, or one
 * byte; and what a contract may expect of them.
 */
#include <math.h>
#include <string.h>

#include "base/dtype.h"
#include "device/fill.h"
#include "device/fill_structured.h"
#include "tap.h"

#define ROWS 40
#define COLS 96
#define N    INT64_C(3840) /* of ROWS * COLS */
#define KEYS 100

static uint64_t data[N];

static struct aisp_spec spec_of(enum aisp_dtype t, enum aisp_fill fill, int rank)
{
	return (struct aisp_spec){
		.name = "a",
		.dtype = t,
		.rank = rank,
		.shape = { rank == 1 ? N : ROWS, COLS },
		.fill = fill,
		.limit = fill == AISP_FILL_INDEX ? 1000 : 0,
	};
}

/* The bits of element i, in the order of the numbers where both have one sign. */
static uint64_t bits_at(const struct aisp_spec *spec, int64_t i)
{
	size_t size = aisp_dtype_bytes(spec->dtype);
	uint64_t bits = 0;

	memcpy(&bits, (const char *)data + (size_t)i * size, size);
	return bits;
}

struct seen {
	int n_up, n_down; /* neighbours that differ in their lowest n bits only */
};

static struct seen look_at_neighbours(const struct aisp_spec *spec, int n_low)
{
	struct seen seen = { 0, 0 };

	for (int64_t i = 1; i < N; i++) {
		uint64_t a = bits_at(spec, i - 1), b = bits_at(spec, i);

		if (a >> n_low != b >> n_low)
			continue;
		seen.n_up += a < b;
		seen.n_down += a > b;
	}
	return seen;
}

/* Of all keys, how many give neighbours in no order that agree in all but n_low bits?
 */
static int count_near(const struct aisp_spec *spec, enum aisp_dist dist, int n_low)
{
	int n = 0;

	for (uint64_t key = 0; key < KEYS; key++) {
		struct seen seen;

		aisp_fill(data, N, spec, dist, aisp_random_at(5, key));
		seen = look_at_neighbours(spec, n_low);
		n += seen.n_up > 2 && seen.n_down > 2;
	}
	return n;
}

static void test_near(enum aisp_dtype t, enum aisp_fill fill, int n_low)
{
	const struct aisp_spec rows = spec_of(t, fill, 2), line = spec_of(t, fill, 1);
	const char *name = aisp_dtype_name(t);

	ok(count_near(&rows, AISP_DIST_STRUCTURED, n_low) > KEYS / 3, name);
	ok(count_near(&line, AISP_DIST_STRUCTURED, n_low) > KEYS / 16, name);
	ok(count_near(&rows, AISP_DIST_NORMAL, n_low) < KEYS / 10 ||
		   aisp_type_bits(t) < 32 || fill == AISP_FILL_INDEX,
	   name);
}

static void test_adversarial(enum aisp_dtype t, enum aisp_fill fill, int n_low)
{
	const struct aisp_spec rows = spec_of(t, fill, 2), line = spec_of(t, fill, 1);

	ok(count_near(&rows, AISP_DIST_ADVERSARIAL, n_low) == KEYS &&
		   count_near(&line, AISP_DIST_ADVERSARIAL, n_low) > KEYS * 4 / 5,
	   "all adversarial ones");
}

static int64_t n_unlike(const unsigned char *a, const unsigned char *b, size_t n)
{
	int64_t n_other = 0;

	for (size_t i = 0; i < n; i++)
		n_other += a[i] != b[i];
	return n_other;
}

/* Pairs of rows that differ in one element of size bytes, or in one byte. */
static void count_twins(size_t size, int *n_equal, int *n_elem, int *n_byte)
{
	const unsigned char *x = (const unsigned char *)data;

	for (size_t r = 1; r < ROWS; r++)
		for (size_t q = 0; q < r; q++) {
			const unsigned char *a = x + r * COLS * size,
					    *b = x + q * COLS * size;
			int64_t n = n_unlike(a, b, COLS * size);

			*n_equal += n == 0;
			*n_byte += n == 1;
			*n_elem += n > 0 && n <= (int64_t)size;
		}
}

static void test_twins(enum aisp_dtype t, enum aisp_fill fill)
{
	const struct aisp_spec spec = spec_of(t, fill, 2);
	size_t size = aisp_dtype_bytes(t);
	int n_keys = 0, n_bytes = 0;

	for (uint64_t key = 0; key < KEYS; key++) {
		int n_equal = 0, n_elem = 0, n_byte = 0;

		aisp_fill(data, N, &spec, AISP_DIST_STRUCTURED, key);
		count_twins(size, &n_equal, &n_elem, &n_byte);
		n_keys += n_equal && n_elem;
		n_bytes += n_byte > 0;
	}
	ok(n_keys > KEYS / 8, "rows that differ in one element, and equal ones");
	ok(fill != AISP_FILL_BYTES || n_bytes > KEYS / 8, "bytes: in one byte");
}

static void test_range(enum aisp_dtype t, enum aisp_fill fill, double least,
		       double most)
{
	const struct aisp_spec spec = spec_of(t, fill, 2);
	int n_beyond = 0;

	for (uint64_t key = 0; key < KEYS; key++) {
		aisp_fill(data, N, &spec, AISP_DIST_STRUCTURED, key);
		for (int64_t i = 0; i < N; i++) {
			double x = aisp_load(data, t, i);

			n_beyond += !(x >= least && x <= most);
		}
	}
	ok(!n_beyond, "none beyond its range");
}

/* Every type has some that lie around a middle, evenly, and none that wrap around. */
static void test_levels(void)
{
	int n_far = 0, n_uneven = 0;

	for (uint32_t n_bits = 4; n_bits <= 64; n_bits++)
		for (uint64_t bits = 0; bits < 500; bits++) {
			struct aisp_stretch t = { 7, aisp_random_at(1, bits), 0,
						  0, AISP_STRETCH_NEAR,       n_bits };
			uint64_t least = UINT64_MAX, most = 0, middle;

			for (uint64_t i = 0; i < 200; i++) {
				uint64_t level = aisp_near_level(&t, i);

				least = level < least ? level : least;
				most = level > most ? level : most;
			}
			middle = (least + (most - least) / 2) >> 58;
			n_far += most - least > UINT64_C(1) << 62;
			n_uneven += n_bits >= 8 && (middle < 7 || middle > 56);
		}
	ok(!n_far, "levels of one stretch are near each other");
	ok(!n_uneven, "and around a middle that is not at an end");
}

int main(void)
{
	test_near(AISP_F64, AISP_FILL_REAL, 16);
	test_near(AISP_F32, AISP_FILL_REAL, 8);
	test_near(AISP_F64, AISP_FILL_UNIT, 16);
	test_near(AISP_F32, AISP_FILL_UNIT, 8);
	test_near(AISP_U64, AISP_FILL_BYTES, 24);
	test_near(AISP_I64, AISP_FILL_BYTES, 24);
	test_near(AISP_U32, AISP_FILL_BYTES, 12);
	test_near(AISP_I32, AISP_FILL_BYTES, 12);
	test_near(AISP_U16, AISP_FILL_BYTES, 6);
	test_near(AISP_I32, AISP_FILL_INDEX, 3);
	test_adversarial(AISP_F64, AISP_FILL_REAL, 16);
	test_adversarial(AISP_F32, AISP_FILL_REAL, 8);
	test_adversarial(AISP_U64, AISP_FILL_BYTES, 24);
	test_adversarial(AISP_I32, AISP_FILL_BYTES, 12);
	test_twins(AISP_U8, AISP_FILL_BYTES);
	test_twins(AISP_U64, AISP_FILL_BYTES);
	test_twins(AISP_F32, AISP_FILL_REAL);
	test_twins(AISP_F64, AISP_FILL_REAL);
	test_twins(AISP_I32, AISP_FILL_INDEX);
	test_range(AISP_F64, AISP_FILL_UNIT, 0, 1 - 0x1p-53);
	test_range(AISP_BF16, AISP_FILL_UNIT, 0, 1);
	test_range(AISP_I32, AISP_FILL_INDEX, 0, 999);
	test_range(AISP_I32, AISP_FILL_REAL, -128, 127);
	test_range(AISP_F64, AISP_FILL_REAL, -0x1p21 * 1.01, 0x1p21 * 1.01);
	test_levels();
	return done();
}
