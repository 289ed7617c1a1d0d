/* SPDX-License-Identifier: MIT
 *
 * Inputs and poison: moments of the distributions, the contents of the adversarial one,
 * limits of indices, and that every element depends on key and index only.
 */
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "base/dtype.h"
#include "device/fill.h"
#include "tap.h"

#define N 200000

static float x[N], y[N];

static void fill(float *data, int64_t n, enum aisp_dist dist, uint64_t key)
{
	const struct aisp_spec spec = { "a", AISP_F32, 1, { n }, AISP_FILL_REAL, 0, 0 };

	aisp_fill(data, n, &spec, dist, key);
}

/* Are elements the same if they are made in parts, 64 and 1000 at a time? */
static bool is_alike_in_parts(const struct aisp_spec *spec, enum aisp_dist dist)
{
	static uint64_t whole[1003], parts[1003];
	int64_t n = spec->shape[0];

	memset(whole, 1, sizeof(whole));
	memset(parts, 1, sizeof(parts));
	aisp_fill(whole, n, spec, dist, 3);
	aisp_fill_part(parts, 960, n, n, spec, dist, 3);
	aisp_fill_part(parts, 0, 64, n, spec, dist, 3);
	aisp_fill_part(parts, 64, 960, n, spec, dist, 3);
	return !memcmp(whole, parts, sizeof(whole));
}

static void test_parts(void)
{
	int n_unlike = 0;

	for (int dist = 0; dist < AISP_N_DISTS; dist++)
		for (int type = 0; type < AISP_N_DTYPES; type++)
			for (int how = 0; how < 2; how++) {
				const struct aisp_spec spec = {
					.name = "a",
					.dtype = (enum aisp_dtype)type,
					.rank = 1,
					.shape = { 1003 },
					.fill = how ? AISP_FILL_BYTES : AISP_FILL_REAL
				};

				n_unlike +=
					!is_alike_in_parts(&spec, (enum aisp_dist)dist);
			}
	ok(n_unlike == 0, "parts are what the whole is");
}

/* The mean of (x - about)^power. */
static double moment(double about, int power)
{
	double sum = 0;

	for (int i = 0; i < N; i++)
		sum += pow((double)x[i] - about, power);
	return sum / N;
}

/* Counts elements within `radius` of a multiple of the coins' step. */
static int count_exact(double radius)
{
	int n = 0;

	for (int i = 0; i < N; i++) {
		double coins = (double)x[i] / 0.351726229;

		n += fabs(coins - rint(coins)) < radius;
	}
	return n;
}

/* Bounds are five standard deviations of each estimate. */
static void test_moments(void)
{
	fill(x, N, AISP_DIST_NORMAL, 42);
	ok(fabs(moment(0, 1)) < 0.0112 && fabs(moment(0, 2) - 1) < 0.016,
	   "normal: 0 and 1");
	ok(fabs(moment(0, 3)) < 0.044 && fabs(moment(0, 4) - 3) < 0.15,
	   "normal: symmetric, and no heavier tails than its 32 coins");
	ok(count_exact(0.25) > 0.48 * N && count_exact(0.25) < 0.52 * N,
	   "normal: evenly between the counts of coins");
	fill(x, N, AISP_DIST_UNIFORM, 42);
	ok(fabs(moment(0, 1) - 0.5) < 0.0033 &&
		   fabs(moment(0.5, 2) - 1.0 / 12) < 0.00084,
	   "uniform: mean 1/2, variance 1/12");
	for (int i = 0; i < N; i++)
		x[i] = x[i] >= 0 && x[i] < 1;
	ok(moment(0, 1) == 1, "uniform: in [0, 1)");
}

static void test_determinism(void)
{
	for (int d = 0; d < AISP_N_DISTS; d++) {
		fill(x, N, (enum aisp_dist)d, 7);
		fill(y, 1000, (enum aisp_dist)d, 7);
		ok(d == AISP_DIST_STRUCTURED || memcmp(x, y, 1000 * sizeof(*x)) == 0,
		   "the length does not matter, but for stretches");
		fill(y, N, (enum aisp_dist)d, 7);
		ok(memcmp(x, y, sizeof(x)) == 0, "the same key, the same bits");
		fill(y, N, (enum aisp_dist)d, 8);
		ok(memcmp(x, y, sizeof(x)) != 0, "another key, other bits");
	}
}

static void test_adversarial(void)
{
	int n_zero = 0, n_subnormal = 0, n_cancelling = 0, n_negative = 0,
	    n_outside = 0;
	int n_large = 0, n_small = 0;

	fill(x, N, AISP_DIST_ADVERSARIAL, 3);
	for (int i = 0; i < N; i++) {
		float a = fabsf(x[i]);

		n_zero += a == 0;
		n_subnormal += fpclassify(a) == FP_SUBNORMAL;
		n_negative += x[i] < 0;
		n_large += a >= 0x1p19f;
		n_small += a >= 0x1p-20f && a < 0x1p-19f;
		n_outside += !isfinite(a) || (a != 0 && fpclassify(a) != FP_SUBNORMAL &&
					      (a < 0x1p-20f || a > 0x1p21f * 1.01f));
		n_cancelling += i && a > 0 && fabsf(x[i] + x[i - 1]) < a * 0x1p-10f;
	}
	ok(n_zero > N / 64 && n_subnormal > N / 64,
	   "adversarial: zeros and subnormals");
	ok(n_negative > N / 3 && n_negative < 2 * (N / 3), "both signs");
	ok(n_large > N / 100 && n_small > N / 100, "magnitudes from 2^-20 to 2^20");
	ok(n_cancelling > N / 16, "neighbours that cancel");
	ok(n_outside == 0, "all finite, none beyond");
}

static void test_types(void)
{
	double d[100];
	uint16_t h[100];
	int32_t k[4000];
	const struct aisp_spec f64 = {
		"a", AISP_F64, 1, { 100 }, AISP_FILL_REAL, 0, 0
	};
	const struct aisp_spec f16 = {
		"a", AISP_F16, 1, { 100 }, AISP_FILL_REAL, 0, 0
	};
	const struct aisp_spec i32 = {
		"a", AISP_I32, 1, { 4000 }, AISP_FILL_REAL, 0, 0
	};
	int n_same = 0, n_wide = 0, n_near = 0, lo = 0, hi = 0;

	fill(x, 100, AISP_DIST_NORMAL, 5);
	aisp_fill(d, 100, &f64, AISP_DIST_NORMAL, 5);
	aisp_fill(h, 100, &f16, AISP_DIST_NORMAL, 5);
	for (int i = 0; i < 100; i++)
		n_same += h[i] == aisp_half_from_float(x[i]);
	ok(n_same == 100, "other types hold the same numbers, rounded");
	for (int i = 0; i < 100; i++) {
		double more = fabs(d[i]) - fabs((double)x[i]);

		n_wide += more > 0 || x[i] == 0;
		n_near += more < 0x1p-23 * fabs((double)x[i]) || d[i] == 0;
	}
	ok(n_wide == 100 && n_near == 100, "f64 has bits behind those of f32");
	aisp_fill(k, 4000, &i32, AISP_DIST_NORMAL, 5);
	for (int i = 0; i < 4000; i++) {
		lo = k[i] < lo ? k[i] : lo;
		hi = k[i] > hi ? k[i] : hi;
	}
	ok(lo == -128 && hi == 127, "integers are small");
}

/* Every type, by every distribution: numbers, and all those that its 4 bits can be. */
static void test_all_types(void)
{
	static uint64_t data[4096];
	int n_bad = 0, n_codes = 0, n_e8m0 = 0;

	for (int t = 0; t < AISP_N_DTYPES; t++)
		for (int d = 0; d < AISP_N_DISTS; d++) {
			const struct aisp_spec spec = {
				"a", (enum aisp_dtype)t, 2, { 64, 64 }
			};
			bool is_seen[16] = { 0 };

			if (t == AISP_F16 && d != AISP_DIST_NORMAL)
				continue; /* some are infinite there */
			aisp_fill(data, 4096, &spec, (enum aisp_dist)d, 13);
			for (int i = 0; i < 4096; i++)
				n_bad += !isfinite(aisp_load(data, spec.dtype, i));
			for (int i = 0; i < 4096 && aisp_type_bits(spec.dtype) == 4;
			     i++)
				is_seen[aisp_code_at(data, spec.dtype, i)] = true;
			for (int k = 0; k < 16 && d == AISP_DIST_ADVERSARIAL; k++)
				n_codes += is_seen[k];
			for (int i = 0; i < 4096 && t == AISP_E8M0; i++)
				n_e8m0 += aisp_load(data, spec.dtype, i) > 0;
		}
	ok(!n_bad, "numbers, of every type and distribution");
	ok(n_codes == 3 * 16, "of 4 bits, all that there are");
	ok(n_e8m0 == 4096 * AISP_N_DISTS, "scales are positive");
}

static void test_index(void)
{
	int32_t k[6000];
	int n[7] = { 0 }, is_all = 1;
	const struct aisp_spec spec = { "i", AISP_I32, 1, { 6000 }, AISP_FILL_INDEX,
					6,   0 };

	aisp_fill(k, 6000, &spec, AISP_DIST_NORMAL, 11);
	for (int i = 0; i < 6000; i++)
		n[k[i] >= 0 && k[i] < 6 ? k[i] : 6]++;
	for (int i = 0; i < 6; i++)
		is_all &= n[i] > 800;
	ok(n[6] == 0 && is_all, "indices: all of [0, limit), nothing else");
}

/* Shares of [0, 1) are the same under every distribution. */
static void test_unit(void)
{
	const struct aisp_spec spec = {
		"u", AISP_F32, 2, { 1000, 200 }, AISP_FILL_UNIT
	};
	int n_ends = 0, n_outside = 0;

	aisp_fill(x, N, &spec, AISP_DIST_ADVERSARIAL, 42);
	ok(fabs(moment(0, 1) - 0.5) < 0.0033 &&
		   fabs(moment(0.5, 2) - 1.0 / 12) < 0.00084,
	   "unit: uniform");
	for (uint64_t key = 0; key < 20; key++) {
		aisp_fill(x, N, &spec, AISP_DIST_STRUCTURED, key);
		for (int i = 0; i < N; i++) {
			n_outside += !(x[i] >= 0 && x[i] < 1);
			n_ends += x[i] == 0 || x[i] == 1 - 0x1p-24f;
		}
	}
	ok(!n_outside && n_ends > N / 10, "hostile units: both ends, nothing beyond");
}

/* The share of number k, and how many are at or above the limit. */
static double share_of(int k, double exponent, int64_t limit, int *n_beyond)
{
	static int32_t at[N];
	const struct aisp_spec spec = { .name = "z",
					.dtype = AISP_I32,
					.rank = 1,
					.shape = { N },
					.fill = AISP_FILL_ZIPF,
					.limit = limit,
					.exponent = exponent };
	int n = 0;

	aisp_fill(at, N, &spec, AISP_DIST_NORMAL, 17);
	for (int i = 0; i < N; i++) {
		n += at[i] == k;
		*n_beyond += at[i] < 0 || at[i] >= limit;
	}
	return (double)n / N;
}

/* Harmonic numbers: of 7 words 2.593, of 1000 7.485; bounds are five deviations. */
static void test_zipf(void)
{
	int n_beyond = 0;

	ok(fabs(share_of(0, 1, 7, &n_beyond) - 1 / 2.5929) < 0.0055 &&
		   fabs(share_of(3, 1, 7, &n_beyond) - 0.25 / 2.5929) < 0.0033,
	   "Zipf: numbers by themselves");
	ok(fabs(share_of(0, 1, 1000, &n_beyond) - 1 / 7.4855) < 0.005 &&
		   fabs(share_of(1, 1, 1000, &n_beyond) - 0.5 / 7.4855) < 0.004,
	   "Zipf: the law's sum over many");
	ok(fabs(share_of(9, 1, 1000, &n_beyond) - 0.1 / 7.4855) < 0.0025,
	   "Zipf: within a bucket");
	ok(fabs(share_of(77, 0, 100, &n_beyond) - 0.01) < 0.0012,
	   "Zipf: of exponent 0 uniform");
	ok(!n_beyond && share_of(0, 2, 1, &n_beyond) == 1, "Zipf: below the limit");
}

/* The share of lengths in [first, last], of those up to the limit. */
static double share_long(int first, int last, int64_t limit, double exponent,
			 enum aisp_dist dist, int *n_beyond)
{
	static int32_t at[N];
	const struct aisp_spec spec = { .name = "l",
					.dtype = AISP_I32,
					.rank = 1,
					.shape = { N },
					.fill = AISP_FILL_LENGTHS,
					.limit = limit,
					.exponent = exponent };
	int n = 0;

	aisp_fill(at, N, &spec, dist, 23);
	for (int i = 0; i < N; i++) {
		n += at[i] >= first && at[i] <= last;
		*n_beyond += at[i] < 1 || at[i] > limit;
	}
	return (double)n / N;
}

/* The limit is two deviations above the middle: 0.97725 of the law lie below it. */
static void test_lengths(void)
{
	int n_beyond = 0, n_hostile = 0;
	const enum aisp_dist usual = AISP_DIST_NORMAL;

	ok(fabs(share_long(1, 512, 2048, log(4) / 2, usual, &n_beyond) -
		0.5 / 0.97725) < 0.008,
	   "lengths: half below the middle");
	ok(fabs(share_long(1025, 2048, 2048, log(4) / 2, usual, &n_beyond) -
		0.1359 / 0.97725) < 0.006,
	   "lengths: the tail of the law");
	ok(share_long(1, 1, 1, 3, usual, &n_beyond) == 1 &&
		   share_long(7, 7, 7, 0.01, usual, &n_beyond) > 0.99 && !n_beyond,
	   "lengths: from 1 to the limit");
	ok(share_long(1, 9, 9, 1, AISP_DIST_STRUCTURED, &n_hostile) == 1 && !n_hostile,
	   "hostile lengths: not beyond either");
}

/* Is each row of n numbers below limit without repetition?  Ascending ones count. */
static bool is_distinct(const int32_t *at, int64_t n, int64_t limit, int *n_sorted)
{
	static char is_seen[10000];
	bool is_sorted = n > 2;

	memset(is_seen, 0, sizeof(is_seen));
	for (int64_t i = 0; i < n; i++) {
		if (at[i] < 0 || at[i] >= limit || is_seen[at[i]]++)
			return false;
		is_sorted &= at[i] == i;
	}
	*n_sorted += is_sorted;
	return true;
}

static void test_permutation(enum aisp_dist dist, const char *name, int least_sorted,
			     int most_sorted)
{
	static const int64_t shapes[][2] = { { 1, 1 },   { 2, 2 },      { 97, 97 },
					     { 64, 64 }, { 100, 1000 }, { 255, 9999 } };
	static int32_t at[30 * 255];
	int n_wrong = 0, n_sorted = 0;

	for (int k = 0; k < 6; k++) {
		const struct aisp_spec spec = { "p",
						AISP_I32,
						2,
						{ 30, shapes[k][0] },
						AISP_FILL_PERMUTATION,
						shapes[k][1] };

		aisp_fill(at, 30 * shapes[k][0], &spec, dist, 5);
		for (int r = 0; r < 30; r++)
			n_wrong += !is_distinct(at + r * shapes[k][0], shapes[k][0],
						shapes[k][1], &n_sorted);
	}
	ok(!n_wrong && n_sorted >= least_sorted && n_sorted <= most_sorted, name);
}

/* Bytes that changed, alone and beside each other, from anywhere on. */
static void test_changed_parts(char *page, size_t size)
{
	static char before[4096];
	int n_other = 0;

	aisp_poison(page, size, 9);
	memcpy(before, page, size);
	for (size_t i = 3; i < size; i += i % 5 ? 1 + i % 4 : 17)
		page[i] ^= (char)(1 + i % 100);
	for (size_t first = 0; first < 17; first++)
		for (size_t n = 0; n < 200; n++) {
			int64_t want = 0;

			for (size_t i = first; i < first + n; i++)
				want += page[i] != before[i];
			n_other += aisp_poison_changed(page, first, n, 9) != want;
		}
	ok(!n_other, "changed bytes of each part");
}

static void test_poison(void)
{
	static char page[4096];

	aisp_poison(page, sizeof(page), 9);
	ok(aisp_poison_left(page, 0, sizeof(page), 9) == 64, "64 lines of poison");
	ok(aisp_poison_left(page, 0, sizeof(page), 10) == 0, "none of another key");
	page[64]++;
	ok(aisp_poison_left(page, 0, sizeof(page), 9) == 63, "a line that was written");
	page[130]++;
	ok(aisp_poison_left(page, 0, sizeof(page), 9) == 62 &&
		   aisp_poison_left(page, 0, 128, 9) == 1 &&
		   aisp_poison_left(page, 192, 256, 9) == 4,
	   "lines of a part");
	ok(aisp_poison_changed(page, 0, sizeof(page), 9) == 2 &&
		   aisp_poison_changed(page, 65, 65, 9) == 0 &&
		   aisp_poison_changed(page, 65, 66, 9) == 1,
	   "bytes that changed, to the byte");
	page[8] = page[12] = 0;
	aisp_poison(page, 13, 9);
	ok(aisp_poison_changed(page, 0, 13, 9) == 0, "lengths that are no whole words");
	test_changed_parts(page, sizeof(page));
}

static void test_names(void)
{
	enum aisp_dist d = AISP_DIST_NORMAL;
	struct aisp_err err;

	ok(!aisp_dist_parse(&d, "adversarial", &err) && d == AISP_DIST_ADVERSARIAL &&
		   strcmp(aisp_dist_name(d), "adversarial") == 0,
	   "names");
	ok(aisp_dist_parse(&d, "cauchy", &err) && strstr(err.msg, "'cauchy'") &&
		   strstr(err.msg, "uniform"),
	   "an unknown one");
}

int main(void)
{
	test_moments();
	test_parts();
	test_determinism();
	test_adversarial();
	test_types();
	test_all_types();
	test_index();
	test_unit();
	test_zipf();
	test_lengths();
	test_permutation(AISP_DIST_NORMAL, "permutations: of each row", 0, 0);
	test_permutation(AISP_DIST_STRUCTURED, "hostile ones: some in order", 8, 60);
	test_poison();
	test_names();
	return done();
}
