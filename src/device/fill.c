/* SPDX-License-Identifier: MIT */
#include <string.h>

#include <aisp/clones.h>

#include "base/dtype.h"
#include "base/rng.h"
#include "fill.h"

/* The build's -O2 hardly vectorises; these loops gain by it. */
#define FAST AISP_CLONES __attribute__((optimize("O3")))

static const char *const names[AISP_N_DISTS] = { "normal", "uniform", "adversarial" };

const char *aisp_dist_name(enum aisp_dist d)
{
	return names[d];
}

int aisp_dist_parse(enum aisp_dist *d, const char *name, struct aisp_err *err)
{
	for (int i = 0; i < AISP_N_DISTS; i++)
		if (!strcmp(names[i], name)) {
			*d = (enum aisp_dist)i;
			return 0;
		}
	return aisp_err_set(
		err, "distribution '%s': want normal, uniform or adversarial", name);
}

/*
 * 64 coins have deviation 4; the dither, uniform in [-1/2, 1/2), fills the
 * gaps between the counts and adds 1/12 to the variance.
 */
static inline float normal_at(uint64_t key, uint64_t i)
{
	uint64_t coins = aisp_random_at(key, 2 * i);
	int32_t dither = (int32_t)(aisp_random_at(key, 2 * i + 1) >> 32);
	float x = (float)(__builtin_popcountll(coins) - 32) + (float)dither * 0x1p-32f;

	return x * 0.249351412f; /* 1 / sqrt(16 + 1/12) */
}

static inline float uniform_at(uint64_t key, uint64_t i)
{
	return (float)(aisp_random_at(key, i) >> 40) * 0x1p-24f;
}

static float from_bits(uint32_t bits)
{
	float x;

	memcpy(&x, &bits, sizeof(x));
	return x;
}

static float adversarial_at(uint64_t key, uint64_t i)
{
	uint64_t r = aisp_random_at(key, i);
	uint32_t sign = (uint32_t)(r >> 63) << 31, mantissa = (uint32_t)r & 0x7fffff;
	uint32_t exponent = 107 + (uint32_t)(((r >> 32 & 0xffff) * 41) >> 16);

	switch (r >> 24 & 31) {
	case 0:
		return 0;
	case 1:
		return from_bits(sign | mantissa); /* subnormal */
	case 2 ... 9:
		if (i % 2)
			return -adversarial_at(key, i - 1) * (1 + 0x1p-12f);
		/* fall through */
	default:
		return from_bits(sign | exponent << 23 | mantissa);
	}
}

FAST static void fill_normal(float *x, int64_t n, uint64_t key)
{
	for (int64_t i = 0; i < n; i++)
		x[i] = normal_at(key, (uint64_t)i);
}

FAST static void fill_uniform(float *x, int64_t n, uint64_t key)
{
	for (int64_t i = 0; i < n; i++)
		x[i] = uniform_at(key, (uint64_t)i);
}

static void fill_f32(float *x, int64_t n, enum aisp_dist dist, uint64_t key)
{
	if (dist == AISP_DIST_NORMAL) {
		fill_normal(x, n, key);
		return;
	}
	if (dist == AISP_DIST_UNIFORM) {
		fill_uniform(x, n, key);
		return;
	}
	for (int64_t i = 0; i < n; i++)
		x[i] = adversarial_at(key, (uint64_t)i);
}

static double real_at(enum aisp_dist dist, uint64_t key, uint64_t i)
{
	if (dist == AISP_DIST_NORMAL)
		return (double)normal_at(key, i);
	if (dist == AISP_DIST_UNIFORM)
		return (double)uniform_at(key, i);
	return (double)adversarial_at(key, i);
}

/* Integers of AISP_FILL_REAL: small enough that sums of 2^20 stay exact in I32. */
static double integer_at(uint64_t key, uint64_t i)
{
	return (double)aisp_random_below(key, i, 256) - 128;
}

static void fill_real(void *data, int64_t n, enum aisp_dtype t, enum aisp_dist dist,
		      uint64_t key)
{
	if (t == AISP_F32) {
		fill_f32(data, n, dist, key);
		return;
	}
	for (int64_t i = 0; i < n; i++)
		aisp_store(data, t, i,
			   aisp_dtype_roundoff(t) > 0 ? real_at(dist, key, (uint64_t)i)
						      : integer_at(key, (uint64_t)i));
}

void aisp_fill(void *data, int64_t n, const struct aisp_spec *spec, enum aisp_dist dist,
	       uint64_t key)
{
	switch (spec->fill) {
	case AISP_FILL_REAL:
		fill_real(data, n, spec->dtype, dist, key);
		break;
	case AISP_FILL_INDEX:
		for (int64_t i = 0; i < n; i++)
			aisp_store(data, spec->dtype, i,
				   (double)aisp_random_below(key, (uint64_t)i,
							     (uint64_t)spec->limit));
		break;
	case AISP_FILL_BYTES:
		aisp_poison(data, (size_t)n * aisp_dtype_bytes(spec->dtype), key);
		break;
	}
}

FAST static void fill_words(uint64_t *w, size_t n, uint64_t key)
{
	for (size_t i = 0; i < n; i++)
		w[i] = aisp_random_at(key, i);
}

void aisp_poison(void *data, size_t n_bytes, uint64_t key)
{
	size_t n = n_bytes / 8;
	uint64_t last = aisp_random_at(key, n);

	fill_words(data, n, key);
	memcpy((char *)data + 8 * n, &last, n_bytes % 8);
}

static uint32_t poison_word(uint64_t key, size_t i)
{
	return (uint32_t)(aisp_random_at(key, i / 2) >> (i % 2 ? 32 : 0));
}

int64_t aisp_poison_left(const void *data, size_t first_byte, size_t n_bytes,
			 uint64_t key)
{
	int64_t n = 0;

	for (size_t at = first_byte; at + 8 <= first_byte + n_bytes; at += 64) {
		uint64_t w;

		memcpy(&w, (const char *)data + at, 8);
		n += w == aisp_random_at(key, at / 8);
	}
	return n;
}

int64_t aisp_poison_changed(const void *data, size_t first_byte, size_t n_bytes,
			    uint64_t key)
{
	const unsigned char *p = data;
	int64_t n = 0;

	for (size_t i = first_byte; i < first_byte + n_bytes; i++)
		n += p[i] != (unsigned char)(poison_word(key, i / 4) >> 8 * (i % 4));
	return n;
}
