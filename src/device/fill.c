/* SPDX-License-Identifier: MIT */
#include <stdbool.h>
#include <string.h>

#include <aisp/clones.h>

#include "base/dtype.h"
#include "base/near.h"
#include "fill.h"
#include "fill_shape.h"
#include "fill_structure.h"

/* The build's -O2 hardly vectorises; these loops gain by it. */
#define FAST AISP_CLONES __attribute__((optimize("O3")))

static const char *const names[AISP_N_DISTS] = { "normal", "uniform", "adversarial",
						 "structured" };

const char *aisp_dist_name(enum aisp_dist d)
{
	return names[d];
}

int aisp_dist_parse(enum aisp_dist *d, const char *name, struct aisp_err *err)
{
	char meant[200];

	for (int i = 0; i < AISP_N_DISTS; i++)
		if (!strcmp(names[i], name)) {
			*d = (enum aisp_dist)i;
			return 0;
		}
	return aisp_err_set(
		err,
		"distribution '%s': want normal, uniform, adversarial or structured%s",
		name, aisp_near_of(name, names, AISP_N_DISTS, meant, sizeof(meant)));
}

FAST static void fill_normal(float *x, int64_t first, int64_t end, uint64_t key)
{
	for (int64_t i = first; i < end; i++)
		x[i] = aisp_normal_at(key, (uint64_t)i);
}

FAST static void fill_uniform(float *x, int64_t first, int64_t end, uint64_t key)
{
	for (int64_t i = first; i < end; i++)
		x[i] = aisp_uniform_at(key, (uint64_t)i);
}

FAST static void fill_adversarial(float *x, int64_t first, int64_t end, uint64_t key)
{
	for (int64_t i = first; i + 1 < end; i += 2) {
		uint64_t a = aisp_random_at(key, (uint64_t)i);
		uint64_t b = aisp_random_at(key, (uint64_t)i + 1);

		x[i] = aisp_adversarial_own(a);
		x[i + 1] = aisp_adversarial_of(a, b);
	}
	if (end % 2)
		x[end - 1] = aisp_adversarial_at(key, (uint64_t)end - 1);
}

static void fill_f32(float *x, int64_t first, int64_t end, enum aisp_dist dist,
		     uint64_t key)
{
	void (*const fill[AISP_N_DISTS])(float *, int64_t, int64_t, uint64_t) = {
		[AISP_DIST_NORMAL] = fill_normal,
		[AISP_DIST_UNIFORM] = fill_uniform,
		[AISP_DIST_ADVERSARIAL] = fill_adversarial,
	};

	fill[dist](x, first, end, key);
}

static float real_at(enum aisp_dist dist, uint64_t key, uint64_t i)
{
	if (dist == AISP_DIST_NORMAL)
		return aisp_normal_at(key, i);
	if (dist == AISP_DIST_UNIFORM)
		return aisp_uniform_at(key, i);
	return aisp_adversarial_at(key, i);
}

static void fill_f64(double *x, int64_t first, int64_t end, enum aisp_dist dist,
		     uint64_t key)
{
	for (int64_t i = first; i < end; i++)
		x[i] = aisp_wide_of(key, (uint64_t)i, real_at(dist, key, (uint64_t)i));
}

static void fill_real(void *data, int64_t first, int64_t end, enum aisp_dtype t,
		      enum aisp_dist dist, uint64_t key)
{
	if (t == AISP_F32) {
		fill_f32(data, first, end, dist, key);
		return;
	}
	if (t == AISP_F64) {
		fill_f64(data, first, end, dist, key);
		return;
	}
	for (int64_t i = first; i < end; i++)
		aisp_store(
			data, t, i,
			aisp_is_integer(t)
				? aisp_integer_of(t, aisp_integer_at(key, (uint64_t)i))
				: (double)aisp_real_of(
					  t, real_at(dist, key, (uint64_t)i)));
}

FAST static void stretch_f32(float *x, const struct aisp_stretch *t, uint64_t first,
			     uint64_t end)
{
	for (uint64_t i = first; i < end; i++)
		x[i] = aisp_structured_real(t, i);
}

static double structured_at(const struct aisp_spec *spec, const struct aisp_stretch *t,
			    uint64_t i)
{
	if (spec->fill == AISP_FILL_UNIT)
		return (double)aisp_structured_unit(t, i);
	if (spec->fill == AISP_FILL_INDEX || aisp_has_buckets(spec))
		return (double)aisp_structured_index(t, i, (uint64_t)spec->limit) +
		       (spec->fill == AISP_FILL_LENGTHS);
	if (aisp_is_integer(spec->dtype))
		return aisp_integer_of(spec->dtype, aisp_structured_integer(t, i));
	return (double)aisp_real_of(spec->dtype, aisp_structured_real(t, i));
}

static void stretch_bytes(void *data, const struct aisp_spec *spec,
			  const struct aisp_stretch *t, uint64_t first, uint64_t end)
{
	size_t size = aisp_dtype_bytes(spec->dtype);

	for (uint64_t i = first; i < end; i++) {
		uint64_t bits = aisp_structured_bits(t, i, spec->dtype);

		if (aisp_is_packed(spec->dtype))
			aisp_put_code(data, spec->dtype, (int64_t)i, (unsigned)bits);
		else
			memcpy((char *)data + i * size, &bits, size);
	}
}

static void fill_stretch(void *data, const struct aisp_spec *spec,
			 const struct aisp_stretch *t, uint64_t first, uint64_t end)
{
	if (spec->fill == AISP_FILL_BYTES)
		stretch_bytes(data, spec, t, first, end);
	else if (spec->dtype == AISP_F32 && spec->fill == AISP_FILL_REAL)
		stretch_f32(data, t, first, end);
	else
		for (uint64_t i = first; i < end; i++)
			aisp_store(data, spec->dtype, (int64_t)i,
				   structured_at(spec, t, i));
}

static void fill_structured(void *data, uint64_t first, uint64_t end,
			    const struct aisp_spec *spec,
			    const struct aisp_structure *s)
{
	for (uint64_t i = first, next; i < end; i = next) {
		struct aisp_stretch t = aisp_stretch_at(s, i);

		next = t.first + s->length < end ? t.first + s->length : end;
		fill_stretch(data, spec, &t, i, next);
	}
}

FAST static void fill_words(uint64_t *w, size_t first, size_t end, uint64_t key)
{
	for (size_t i = first; i < end; i++)
		w[i] = aisp_random_at(key, i);
}

/* Bytes [first, end); first is a multiple of 8. */
static void fill_bytes(void *data, size_t first, size_t end, uint64_t key)
{
	uint64_t last = aisp_random_at(key, end / 8);

	if (first == end)
		return; /* of a workspace that nobody asked for, at no address */
	fill_words(data, first / 8, end / 8, key);
	memcpy((char *)data + end / 8 * 8, &last, end % 8);
}

static void fill_shaped(void *data, int64_t first, int64_t end,
			const struct aisp_spec *spec, bool is_hostile, uint64_t key)
{
	const struct aisp_shape s = aisp_shape_of(spec, is_hostile, key);

	for (int64_t i = first; i < end; i++)
		aisp_store(data, spec->dtype, i,
			   (double)(aisp_has_buckets(spec)
					    ? aisp_zipf_at(&s, (uint64_t)i)
					    : aisp_permutation_at(&s, (uint64_t)i)));
}

static void fill_plain(void *data, int64_t first, int64_t end,
		       const struct aisp_spec *spec, enum aisp_dist dist, uint64_t key)
{
	switch (spec->fill) {
	case AISP_FILL_REAL:
		fill_real(data, first, end, spec->dtype, dist, key);
		break;
	case AISP_FILL_INDEX:
		for (int64_t i = first; i < end; i++)
			aisp_store(data, spec->dtype, i,
				   (double)aisp_random_below(key, (uint64_t)i,
							     (uint64_t)spec->limit));
		break;
	case AISP_FILL_UNIT:
		for (int64_t i = first; i < end; i++)
			aisp_store(data, spec->dtype, i,
				   (double)aisp_uniform_at(key, (uint64_t)i));
		break;
	case AISP_FILL_ZIPF:
	case AISP_FILL_LENGTHS:
	case AISP_FILL_PERMUTATION:
		fill_shaped(data, first, end, spec, dist == AISP_DIST_STRUCTURED, key);
		break;
	case AISP_FILL_BYTES:
		fill_bytes(data, aisp_type_bytes(spec->dtype, first),
			   aisp_type_bytes(spec->dtype, end), key);
		break;
	}
}

void aisp_fill_part(void *data, int64_t first, int64_t end, int64_t n,
		    const struct aisp_spec *spec, enum aisp_dist dist, uint64_t key)
{
	struct aisp_structure s = aisp_structure_of(spec, (uint64_t)n, key);

	if (dist != AISP_DIST_STRUCTURED || spec->fill == AISP_FILL_PERMUTATION)
		fill_plain(data, first, end, spec, dist, key);
	else if (!aisp_is_structured(spec, &s))
		fill_plain(data, first, end, spec, AISP_DIST_ADVERSARIAL, key);
	else
		fill_structured(data, (uint64_t)first, (uint64_t)end, spec, &s);
}

void aisp_fill(void *data, int64_t n, const struct aisp_spec *spec, enum aisp_dist dist,
	       uint64_t key)
{
	aisp_fill_part(data, 0, n, n, spec, dist, key);
}

void aisp_poison(void *data, size_t n_bytes, uint64_t key)
{
	fill_bytes(data, 0, n_bytes, key);
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
