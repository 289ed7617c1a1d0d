/* SPDX-License-Identifier: MIT
 *
 * Inputs are made many at a time: each element is the same as made alone and on a GPU,
 * for every type, distribution and kind of contents, wherever a part begins; and the
 * same as when seeds were first written down.
 */
#include <stdbool.h>
#include <string.h>

#include "base/dtype.h"
#include "device/fill.h"
#include "device/fill_shape.h"
#include "device/fill_structured.h"
#include "tap.h"

#define N_KINDS (AISP_FILL_LENGTHS + 1)
#define MOST    1600 /* elements: three blocks, and some */
#define KEYS    12   /* of each distribution */

static uint64_t whole[MOST + 8], alone[MOST + 8];

/* A tensor as it is used: rows that are short, long, or all of it. */
static struct aisp_spec spec_of(int kind, int type, uint64_t key)
{
	static const int64_t shapes[][2] = { { 1, 1 },   { 59, 17 }, { 9, 7 },
					     { 1, 513 }, { 2, 512 }, { 5, 320 } };
	static const int64_t limits[] = { 1, 6, 1000, 50000, INT64_C(1) << 33 };
	const int64_t *shape = shapes[key % 6];

	return (struct aisp_spec){ .name = "a",
				   .dtype = (enum aisp_dtype)type,
				   .rank = 2,
				   .shape = { shape[0], shape[1] },
				   .fill = (enum aisp_fill)kind,
				   .limit = kind == AISP_FILL_PERMUTATION
						    ? shape[1] + (int64_t)(key % 3)
						    : limits[key % 5],
				   .exponent = 1 + (double)(key % 3) / 2 };
}

static bool is_kind_of(int kind, int type)
{
	return kind != AISP_FILL_UNIT || !aisp_is_integer((enum aisp_dtype)type);
}

/* Fills without structure, from a distribution. */
static double plain_at(const struct aisp_spec *spec, const struct aisp_shape *shape,
		       enum aisp_dist dist, uint64_t key, uint64_t i)
{
	float x = dist == AISP_DIST_NORMAL    ? aisp_normal_at(key, i)
		  : dist == AISP_DIST_UNIFORM ? aisp_uniform_at(key, i)
					      : aisp_adversarial_at(key, i);

	if (spec->fill == AISP_FILL_UNIT)
		return (double)aisp_uniform_at(key, i);
	if (spec->fill == AISP_FILL_INDEX)
		return (double)aisp_random_below(key, i, (uint64_t)spec->limit);
	if (spec->fill != AISP_FILL_REAL)
		return (double)(aisp_has_buckets(spec) ? aisp_zipf_at(shape, i)
						       : aisp_permutation_at(shape, i));
	if (aisp_is_integer(spec->dtype))
		return aisp_integer_of(spec->dtype, aisp_integer_at(key, i));
	if (spec->dtype == AISP_F64 && dist >= AISP_DIST_ADVERSARIAL)
		return aisp_adversarial_wide_at(key, i);
	return spec->dtype == AISP_F64 ? aisp_wide_of(key, i, x)
				       : (double)aisp_real_of(spec->dtype, x);
}

static double structured_at(const struct aisp_spec *spec, const struct aisp_stretch *t,
			    uint64_t i)
{
	if (spec->fill == AISP_FILL_UNIT)
		return aisp_structured_unit(t, i);
	if (aisp_is_integer(spec->dtype))
		return aisp_integer_of(spec->dtype, aisp_structured_integer(t, i));
	if (spec->dtype == AISP_F64)
		return aisp_structured_wide(t, i);
	return (double)aisp_real_of(spec->dtype, aisp_structured_real(t, i));
}

static double index_at(const struct aisp_spec *spec, const struct aisp_structure *s,
		       uint64_t i)
{
	return (double)(aisp_structured_index(s, i, (uint64_t)spec->limit) +
			(spec->fill == AISP_FILL_LENGTHS));
}

static void put_bytes(size_t n, uint64_t key)
{
	for (size_t i = 0; i < n; i++)
		((uint8_t *)alone)[i] =
			(uint8_t)(aisp_random_at(key, i / 8) >> 8 * (i % 8));
}

static void put_bits(enum aisp_dtype t, uint64_t i, uint64_t bits)
{
	size_t size = aisp_dtype_bytes(t);

	if (aisp_is_packed(t))
		aisp_put_code(alone, t, (int64_t)i, (unsigned)bits);
	else
		memcpy((char *)alone + i * size, &bits, size);
}

static void put_stretches(const struct aisp_spec *spec, const struct aisp_structure *s,
			  uint64_t n)
{
	for (uint64_t i = 0; i < n; i++) {
		struct aisp_stretch t = aisp_stretch_at(s, i);

		if (spec->fill == AISP_FILL_BYTES)
			put_bits(spec->dtype, i,
				 aisp_structured_bits(&t, i, spec->dtype));
		else if (spec->fill == AISP_FILL_INDEX || aisp_has_buckets(spec))
			aisp_store(alone, spec->dtype, (int64_t)i,
				   index_at(spec, s, i));
		else
			aisp_store(alone, spec->dtype, (int64_t)i,
				   structured_at(spec, &t, i));
	}
}

static void put_alone(const struct aisp_spec *spec, enum aisp_dist dist, uint64_t key,
		      int64_t n)
{
	bool is_hostile = dist == AISP_DIST_STRUCTURED;
	struct aisp_structure s = aisp_structure_of(spec, (uint64_t)n, dist, key);
	struct aisp_shape shape = { 0 };

	if (aisp_is_structured(spec, &s, dist)) {
		put_stretches(spec, &s, (uint64_t)n);
		return;
	}
	if (spec->fill == AISP_FILL_BYTES) {
		put_bytes(aisp_type_bytes(spec->dtype, n), key);
		return;
	}
	if (spec->fill == AISP_FILL_PERMUTATION || aisp_has_buckets(spec))
		shape = aisp_shape_of(spec, is_hostile, key);
	for (int64_t i = 0; i < n; i++)
		aisp_store(alone, spec->dtype, i,
			   plain_at(spec, &shape, dist, key, (uint64_t)i));
}

/* All of a tensor at once, and in parts. */
static bool is_alike(const struct aisp_spec *spec, enum aisp_dist dist, uint64_t key)
{
	int64_t n = spec->shape[0] * spec->shape[1], middle = n / 192 * 64;

	memset(whole, 0x5a, sizeof(whole));
	memset(alone, 0x5a, sizeof(alone));
	aisp_fill(whole, n, spec, dist, key);
	put_alone(spec, dist, key, n);
	if (memcmp(whole, alone, sizeof(whole)) != 0)
		return false;
	memset(alone, 0x5a, sizeof(alone));
	aisp_fill_part(alone, middle, n, n, spec, dist, key);
	aisp_fill_part(alone, 0, middle, n, spec, dist, key);
	return !memcmp(whole, alone, sizeof(whole));
}

static void test_alone(void)
{
	static const char *const kinds[N_KINDS] = { "reals",  "indices", "bytes",
						    "units",  "Zipf's",  "permutations",
						    "lengths" };

	for (int kind = 0; kind < N_KINDS; kind++) {
		int n_other = 0;

		for (int type = 0; type < AISP_N_DTYPES; type++)
			for (int k = 0;
			     k < KEYS * AISP_N_DISTS && is_kind_of(kind, type); k++) {
				uint64_t key = (uint64_t)k * 977;
				struct aisp_spec spec = spec_of(kind, type, key);

				n_other += !is_alike(&spec, (enum aisp_dist)(k / KEYS),
						     key);
			}
		ok(!n_other, kinds[kind]);
	}
}

static uint64_t digest_of(int type)
{
	uint64_t digest = 0;

	for (int kind = 0; kind <= AISP_FILL_UNIT; kind++)
		for (int k = 0; k < KEYS * AISP_N_DISTS && is_kind_of(kind, type);
		     k++) {
			uint64_t key = (uint64_t)k * 977;
			struct aisp_spec spec = spec_of(kind, type, key);

			memset(whole, 0, sizeof(whole));
			aisp_fill(whole, spec.shape[0] * spec.shape[1], &spec,
				  (enum aisp_dist)(k / KEYS), key);
			for (uint64_t i = 0; i < MOST; i++)
				digest = aisp_random_at(digest ^ whole[i], i);
		}
	return digest;
}

/* The bits are those of earlier versions: a seed means the same in all. */
static void test_stable(void)
{
	static const uint64_t want[AISP_N_DTYPES] = {
		[AISP_F32] = UINT64_C(0x8e8ad8c478cacc2d),
		[AISP_F64] = UINT64_C(0xdae09406495d53ee),
		[AISP_F16] = UINT64_C(0xe5a668d754f1aca6),
		[AISP_BF16] = UINT64_C(0x762c1aa461c37b99),
		[AISP_I8] = UINT64_C(0xe59019718ea012c6),
		[AISP_U8] = UINT64_C(0xc3a893d9788b1565),
		[AISP_I32] = UINT64_C(0x40017e0d64f9e974),
		[AISP_I64] = UINT64_C(0x67028da98bac4ec5),
		[AISP_F8E4M3] = UINT64_C(0xbe07b81c0da75bdb),
		[AISP_TF32] = UINT64_C(0x4b3facf01557b371),
		[AISP_U16] = UINT64_C(0x03169b785a97fedd),
		[AISP_U32] = UINT64_C(0xa30933d2d7c2f98a),
		[AISP_U64] = UINT64_C(0xddf6a1e52d88dc2f),
		[AISP_F8E5M2] = UINT64_C(0xa7663b3ebc209ab5),
		[AISP_E8M0] = UINT64_C(0xa52fe4db7a1d38ab),
		[AISP_F6E2M3] = UINT64_C(0x9fbdc98bd9157543),
		[AISP_F6E3M2] = UINT64_C(0x2a6240782a5b6f91),
		[AISP_F4E2M1] = UINT64_C(0x884fe4ebf319e939),
		[AISP_I4] = UINT64_C(0x278adc3c908a1684),
		[AISP_U4] = UINT64_C(0x850f814c849a719a),
	};

	for (int type = 0; type < AISP_N_DTYPES; type++) {
		uint64_t digest = digest_of(type);

		ok(digest == want[type], "the same bits for a seed");
		if (digest != want[type])
			printf("# %s: 0x%016llx\n",
			       aisp_dtype_name((enum aisp_dtype)type),
			       (unsigned long long)digest);
	}
}

int main(void)
{
	test_alone();
	test_stable();
	return done();
}
