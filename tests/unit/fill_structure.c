/* SPDX-License-Identifier: MIT
 *
 * Data with structure: every kind of stretch occurs, in whole rows and whole tensors;
 * values stay where a contract may expect them; the CPU's fill by stretches equals a
 * GPU's fill of each element.
 */
#include <math.h>
#include <string.h>

#include "base/dtype.h"
#include "device/fill.h"
#include "device/fill_structured.h"
#include "tap.h"

#define ROWS 40
#define COLS 97
#define N    (ROWS * COLS)
#define KEYS 400

static float x[N], y[N];

static struct aisp_spec spec_of(enum aisp_dtype t, enum aisp_fill fill, int64_t limit)
{
	return (struct aisp_spec){ "a", t, 2, { ROWS, COLS }, fill, limit };
}

static void fill(void *data, const struct aisp_spec *spec, uint64_t key)
{
	aisp_fill(data, N, spec, AISP_DIST_STRUCTURED, key);
}

/* What all of a row is. */
enum {
	NEGATIVE,
	POSITIVE,
	EQUAL,
	RISING,
	FALLING,
	TINY,
	HUGE_ONES,
	ZEROS,
	TIES,
	LONE,
	COMB,
	N_SEEN
};

static void look_at_row(const float *row, int *seen)
{
	bool is[N_SEEN];
	int n_zero = 0, n_tied = 0, n_far = 0, n_near = 0, n_above = 0;
	int tooth = -1, gap = 0;

	memset(is, 1, sizeof(is));
	for (int i = 0; i < COLS; i++) {
		int before = i ? i - 1 : i;

		is[NEGATIVE] &= row[i] < 0;
		is[POSITIVE] &= row[i] > 0;
		is[EQUAL] &= row[i] == row[0];
		is[RISING] &= !i || row[i] > row[before];
		is[FALLING] &= !i || row[i] < row[before];
		is[TINY] &= fabsf(row[i]) < 0x1p-7f;
		is[HUGE_ONES] &= fabsf(row[i]) > 1;
		n_zero += row[i] == 0;
		n_tied += row[i] == row[before];
		n_far += fabsf(row[i]) > 8;
		n_near += fabsf(row[i]) < 1;
		n_above += row[i] > 0;
		is[COMB] &= row[i] <= 0 || !gap || i - tooth == gap;
		gap = row[i] > 0 && tooth >= 0 ? i - tooth : gap;
		tooth = row[i] > 0 ? i : tooth;
	}
	is[COMB] &= n_above > 2 && gap >= 8;
	is[ZEROS] = n_zero > COLS / 2 && n_zero < COLS;
	is[LONE] = n_far == 1 && n_near > COLS / 2 && n_near < COLS * 5 / 6 &&
		   n_above > COLS / 4 && n_above < COLS * 3 / 4;
	is[TIES] = n_tied > COLS / 8 && !is[EQUAL] && !is[ZEROS];
	for (int k = 0; k < N_SEEN; k++)
		seen[k] += is[k];
}

static void test_rows(void)
{
	static const char *const names[N_SEEN] = { "negative", "positive", "equal",
						   "rising",   "falling",  "tiny",
						   "large",    "sparse",   "few",
						   "lone",     "a comb" };
	const struct aisp_spec spec = spec_of(AISP_F32, AISP_FILL_REAL, 0);
	int rows[N_SEEN] = { 0 }, all[N_SEEN] = { 0 }, n_mixed = 0;

	for (uint64_t key = 0; key < KEYS; key++) {
		int seen[N_SEEN] = { 0 };

		fill(x, &spec, aisp_random_at(1, key));
		for (int r = 0; r < ROWS; r++)
			look_at_row(x + r * COLS, seen);
		for (int k = 0; k < N_SEEN; k++) {
			rows[k] += seen[k] > 0 && seen[k] < ROWS;
			all[k] += seen[k] == ROWS;
		}
		n_mixed += seen[NEGATIVE] && seen[POSITIVE];
	}
	for (int k = 0; k < N_SEEN; k++)
		ok(rows[k] > KEYS / 20, names[k]);
	ok(all[NEGATIVE] && all[POSITIVE] && all[EQUAL], "and all of a tensor");
	ok(n_mixed > KEYS / 20, "rows of a tensor differ");
}

static void test_range(void)
{
	const struct aisp_spec real = spec_of(AISP_F32, AISP_FILL_REAL, 0);
	const struct aisp_spec whole = spec_of(AISP_I32, AISP_FILL_REAL, 0);
	const struct aisp_spec index = spec_of(AISP_I32, AISP_FILL_INDEX, 77);
	int32_t *k = (int32_t *)y;
	int n_beyond = 0, n_ends = 0;

	for (uint64_t key = 0; key < KEYS; key++) {
		fill(x, &real, key);
		for (int i = 0; i < N; i++)
			n_beyond += !(fabsf(x[i]) <= 0x1p21f * 1.01f);
		fill(k, &whole, key);
		for (int i = 0; i < N; i++)
			n_beyond += k[i] < -128 || k[i] > 127;
		fill(k, &index, key);
		for (int i = 0; i < N; i++) {
			n_beyond += k[i] < 0 || k[i] >= 77;
			n_ends += k[i] == 0 || k[i] == 76;
		}
	}
	ok(!n_beyond, "numbers within those of other distributions, indices in range");
	ok(n_ends > KEYS * N / 20, "the first and the last index");
}

/* Element i as a GPU makes it, by itself. */
static void put_alone(void *data, const struct aisp_spec *spec,
		      const struct aisp_structure *s, uint64_t i)
{
	struct aisp_stretch t = aisp_stretch_at(s, i);
	size_t size = aisp_dtype_bytes(spec->dtype);
	uint64_t bits = aisp_structured_bits(&t, i, spec->dtype);

	if (spec->fill == AISP_FILL_BYTES && aisp_is_packed(spec->dtype))
		aisp_put_code(data, spec->dtype, (int64_t)i, (unsigned)bits);
	else if (spec->fill == AISP_FILL_BYTES)
		memcpy((char *)data + i * size, &bits, size);
	else if (spec->fill == AISP_FILL_INDEX)
		aisp_store(data, spec->dtype, (int64_t)i,
			   (double)aisp_structured_index(s, i, (uint64_t)spec->limit));
	else
		aisp_store(data, spec->dtype, (int64_t)i,
			   aisp_is_integer(spec->dtype)
				   ? aisp_integer_of(spec->dtype,
						     aisp_structured_integer(&t, i))
				   : (double)aisp_real_of(spec->dtype,
							  aisp_structured_real(&t, i)));
}

static void test_alone(void)
{
	const struct aisp_spec specs[] = {
		spec_of(AISP_F32, AISP_FILL_REAL, 0),
		spec_of(AISP_BF16, AISP_FILL_REAL, 0),
		spec_of(AISP_I32, AISP_FILL_REAL, 0),
		spec_of(AISP_I32, AISP_FILL_INDEX, 1000),
		spec_of(AISP_I32, AISP_FILL_BYTES, 0),
		spec_of(AISP_U16, AISP_FILL_BYTES, 0),
		spec_of(AISP_I4, AISP_FILL_BYTES, 0),
		spec_of(AISP_U4, AISP_FILL_REAL, 0),
		spec_of(AISP_U4, AISP_FILL_INDEX, 11),
		spec_of(AISP_F6E2M3, AISP_FILL_REAL, 0),
		spec_of(AISP_E8M0, AISP_FILL_REAL, 0),
	};

	for (size_t k = 0; k < sizeof(specs) / sizeof(*specs); k++) {
		int n_other = 0, n_structured = 0;

		for (uint64_t key = 0; key < KEYS / 4; key++) {
			struct aisp_structure s = aisp_structure_of(
				&specs[k], N, AISP_DIST_STRUCTURED, key);

			if (!aisp_is_structured(&specs[k], &s, AISP_DIST_STRUCTURED))
				continue;
			memset(x, 0, sizeof(x));
			memset(y, 0, sizeof(y));
			fill(x, &specs[k], key);
			for (uint64_t i = 0; i < N; i++)
				put_alone(y, &specs[k], &s, i);
			n_structured++;
			n_other += memcmp(x, y, sizeof(x)) != 0;
		}
		ok(n_structured > KEYS / 8 && !n_other,
		   "by stretches and by elements alike");
	}
}

/*
 * Row r of `to` follows row r of `from`, but for the last one of each chain: then they
 * are alike.  Returns how many follow, or -1 if any other number is there.
 */
static int n_follow(const int32_t *from, const int32_t *to, int64_t cols, int64_t step,
		    int64_t limit)
{
	int n = 0;

	for (int64_t i = 0; i < N; i += cols) {
		if (to[i] != from[i] && to[i] != (from[i] + step) % limit)
			return -1;
		n += to[i] != from[i];
	}
	return n;
}

/* Two tensors of a call make edges. */
static int n_edges(const struct aisp_spec *edges, uint64_t key, uint64_t call,
		   int64_t step)
{
	static int32_t from[N], to[N];

	fill(from, edges, aisp_chain_key(key, call, 0));
	fill(to, edges, aisp_chain_key(~key, call, 1));
	return n_follow(from, to, 1, step, edges->limit);
}

static void test_chains(void)
{
	static int32_t pairs[N];
	const struct aisp_spec edges = {
		"v", AISP_I32, 1, { N }, AISP_FILL_INDEX, 997
	};
	const struct aisp_spec rows = { "e",          AISP_I32,        2,
					{ N / 2, 2 }, AISP_FILL_INDEX, 997 };
	const uint64_t of_64 = 2 << 3, scattered = 2 << 1;
	int most = N * 62 / 64, n_wrong = 0;

	for (uint64_t key = 0; key < KEYS; key++) {
		n_wrong += n_edges(&edges, key << 9, of_64, 1) < most;
		n_wrong += n_edges(&edges, key << 9, of_64 | 2, 996) < most;
		n_wrong += n_edges(&edges, key << 9, of_64 | scattered, 996) < most;
		fill(pairs, &rows, aisp_chain_key(key << 9, of_64, 0));
		n_wrong += n_follow(pairs, pairs + 1, 2, 1, 997) < most / 2;
	}
	ok(!n_wrong, "edges make chains of 64 vertices, either way, in any order");
	ok(n_edges(&edges, 0, of_64 | 1, 1) < 0, "in one call of two");
}

static void test_sums(void)
{
	const struct aisp_spec spec = spec_of(AISP_F32, AISP_FILL_REAL, 0);
	int n_equal = 0, n_inexact = 0;

	for (uint64_t key = 0; key < KEYS; key++) {
		fill(x, &spec, key);
		for (int r = 0; r < ROWS; r++) {
			const float *row = x + r * COLS;
			float sum = 0;

			for (int i = 0; i < COLS; i++)
				sum += row[i] == row[0] ? row[i] : NAN;
			n_equal += !isnan(sum);
			n_inexact += sum < COLS * row[0] || sum > COLS * row[0];
		}
	}
	ok(n_equal > KEYS && !n_inexact, "equal numbers add up exactly");
}

/* The bits are those of today: a seed means the same in every version. */
static void test_stable(void)
{
	const struct aisp_spec spec = spec_of(AISP_F32, AISP_FILL_REAL, 0);
	uint64_t digest = 0;

	for (uint64_t key = 0; key < 50; key++) {
		fill(x, &spec, key);
		for (int i = 0; i < N; i++) {
			uint32_t bits;

			memcpy(&bits, &x[i], sizeof(bits));
			digest = aisp_random_at(digest ^ bits, (uint64_t)i);
		}
	}
	ok(digest == UINT64_C(0x51a7f91d700c2bd2), "the same bits for a seed");
}

int main(void)
{
	test_rows();
	test_range();
	test_alone();
	test_chains();
	test_sums();
	test_stable();
	return done();
}
