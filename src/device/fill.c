/* SPDX-License-Identifier: MIT */
#include <stdbool.h>
#include <string.h>

#include "base/dtype_many.h"
#include "base/near.h"
#include "fill.h"
#include "fill_draw.h"

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

/* Elements of a tensor, and where they come from. */
struct source {
	const struct aisp_spec *spec;
	enum aisp_dist dist; /* of AISP_FILL_REAL without structure */
	uint64_t key;
	bool is_structured;
	struct aisp_structure structure;
	struct aisp_shape shape;
};

/* Elements [first, first + n) of data, at most AISP_DRAWN_ELEMS. */
typedef void put_fn(void *data, int64_t first, int64_t n, const struct source *s);

static void put_wide(double *x, int64_t first, int64_t n, const struct source *s)
{
	if (s->is_structured)
		aisp_draw_structured_wide(x, (uint64_t)first, n, &s->structure);
	else
		aisp_draw_wide(x, (uint64_t)first, n, s->dist, s->key);
}

/* fp32 elements are drawn in place. */
static void put_reals(void *data, int64_t first, int64_t n, const struct source *s)
{
	bool is_f32 = s->spec->dtype == AISP_F32;
	float block[AISP_DRAWN_ELEMS], *x = is_f32 ? (float *)data + first : block;

	if (s->spec->dtype == AISP_F64) {
		put_wide((double *)data + first, first, n, s);
		return;
	}
	if (s->is_structured)
		aisp_draw_structured(x, (uint64_t)first, n, &s->structure);
	else
		aisp_draw_reals(x, (uint64_t)first, n, s->dist, s->key);
	if (is_f32)
		return;
	aisp_bound_reals(x, n, s->spec->dtype);
	aisp_store_floats(data, s->spec->dtype, first, n, x);
}

static void put_wide_units(double *x, int64_t first, int64_t n,
			   const struct aisp_structure *s)
{
	for (int64_t k = 0; k < n; k++) {
		struct aisp_stretch t = aisp_stretch_at(s, (uint64_t)(first + k));

		x[k] = aisp_structured_unit(&t, (uint64_t)(first + k));
	}
}

static void put_units(void *data, int64_t first, int64_t n, const struct source *s)
{
	uint32_t level[AISP_DRAWN_ELEMS];
	float x[AISP_DRAWN_ELEMS];

	if (s->is_structured && s->spec->dtype == AISP_F64) {
		put_wide_units((double *)data + first, first, n, &s->structure);
		return;
	}
	if (s->is_structured) {
		aisp_draw_levels(level, (uint64_t)first, n, &s->structure);
		for (int64_t k = 0; k < n; k++)
			x[k] = aisp_unit_of_level(level[k]);
	} else {
		aisp_draw_reals(x, (uint64_t)first, n, AISP_DIST_UNIFORM, s->key);
	}
	aisp_store_floats(data, s->spec->dtype, first, n, x);
}

static void put_integers(void *data, int64_t first, int64_t n, const struct source *s)
{
	uint32_t level[AISP_DRAWN_ELEMS];
	int64_t x[AISP_DRAWN_ELEMS];

	if (s->is_structured) {
		aisp_draw_levels(level, (uint64_t)first, n, &s->structure);
		for (int64_t k = 0; k < n; k++)
			x[k] = aisp_integer_of_level(level[k]);
	} else {
		aisp_draw_integers(x, (uint64_t)first, n, s->key);
	}
	aisp_bound_integers(x, n, s->spec->dtype);
	aisp_store_integers(data, s->spec->dtype, first, n, x);
}

/* Fills indices and buckets. */
static void put_numbers(void *data, int64_t first, int64_t n, const struct source *s)
{
	uint64_t limit = (uint64_t)s->spec->limit;
	uint32_t level[AISP_DRAWN_ELEMS];
	int64_t x[AISP_DRAWN_ELEMS];

	if (s->is_structured && s->structure.chain.length) {
		for (int64_t k = 0; k < n; k++)
			x[k] = (int64_t)aisp_chain_at(&s->structure.chain,
						      (uint64_t)(first + k), limit);
	} else if (s->is_structured) {
		aisp_draw_levels(level, (uint64_t)first, n, &s->structure);
		for (int64_t k = 0; k < n; k++)
			x[k] = (int64_t)(aisp_index_of_level(level[k], limit) +
					 (s->spec->fill == AISP_FILL_LENGTHS));
	} else if (aisp_has_buckets(s->spec)) {
		aisp_draw_zipf(x, (uint64_t)first, n, &s->shape);
	} else {
		aisp_draw_below(x, (uint64_t)first, n, limit, s->key);
	}
	aisp_store_integers(data, s->spec->dtype, first, n, x);
}

static void put_permutation(void *data, int64_t first, int64_t n,
			    const struct source *s)
{
	int64_t x[AISP_DRAWN_ELEMS];

	aisp_draw_permutation(x, (uint64_t)first, n, &s->shape);
	aisp_store_integers(data, s->spec->dtype, first, n, x);
}

static void put_bits(void *data, int64_t first, int64_t n, const struct source *s)
{
	int64_t bits[AISP_DRAWN_ELEMS];

	aisp_draw_bits(bits, (uint64_t)first, n, s->spec->dtype, &s->structure);
	aisp_store_bits(data, s->spec->dtype, first, n, bits);
}

/* Bytes [first, end); first is a multiple of 8. */
static void fill_bytes(void *data, size_t first, size_t end, uint64_t key)
{
	uint64_t last = aisp_random_at(key, end / 8);

	if (first == end)
		return; /* a workspace of 0 bytes has no address */
	aisp_draw_words(data, first / 8, end / 8, key);
	memcpy((char *)data + end / 8 * 8, &last, end % 8);
}

static put_fn *put_of(const struct aisp_spec *spec)
{
	switch (spec->fill) {
	case AISP_FILL_REAL:
		return aisp_is_integer(spec->dtype) ? put_integers : put_reals;
	case AISP_FILL_UNIT:
		return put_units;
	case AISP_FILL_PERMUTATION:
		return put_permutation;
	case AISP_FILL_BYTES:
		return put_bits; /* with structure */
	default:
		return put_numbers;
	}
}

/* A tensor that cannot have structure is adversarial instead. */
static struct source source_of(const struct aisp_spec *spec, int64_t n,
			       enum aisp_dist dist, uint64_t key)
{
	struct source s = { .spec = spec, .dist = dist, .key = key };

	s.structure = aisp_structure_of(spec, (uint64_t)n, dist, key);
	s.is_structured = aisp_is_structured(spec, &s.structure, dist);
	if (spec->fill == AISP_FILL_PERMUTATION || aisp_has_buckets(spec))
		s.shape = aisp_shape_of(spec, dist == AISP_DIST_STRUCTURED, key);
	return s;
}

void aisp_fill_part(void *data, int64_t first, int64_t end, int64_t n,
		    const struct aisp_spec *spec, enum aisp_dist dist, uint64_t key)
{
	const struct source s = source_of(spec, n, dist, key);
	put_fn *put = put_of(spec);

	if (spec->fill == AISP_FILL_BYTES && !s.is_structured) {
		fill_bytes(data, aisp_type_bytes(spec->dtype, first),
			   aisp_type_bytes(spec->dtype, end), key);
		return;
	}
	for (int64_t i = first, k; i < end; i += k) {
		k = end - i < AISP_DRAWN_ELEMS ? end - i : AISP_DRAWN_ELEMS;
		put(data, i, k, &s);
	}
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

static int64_t changed_bytes(const unsigned char *p, size_t first, size_t end,
			     uint64_t key)
{
	int64_t n = 0;

	for (size_t i = first; i < end; i++)
		n += p[i] != (unsigned char)(poison_word(key, i / 4) >> 8 * (i % 4));
	return n;
}

/* Compares whole words first: they are nearly always unchanged. */
int64_t aisp_poison_changed(const void *data, size_t first_byte, size_t n_bytes,
			    uint64_t key)
{
	const unsigned char *p = data;
	size_t end = first_byte + n_bytes, at = (first_byte + 7) / 8 * 8;
	int64_t n;

	if (at > end)
		return changed_bytes(p, first_byte, end, key);
	n = changed_bytes(p, first_byte, at, key);
	for (; at + 8 <= end; at += 8) {
		uint64_t w;

		memcpy(&w, p + at, sizeof(w));
		if (w != aisp_random_at(key, at / 8))
			n += changed_bytes(p, at, at + 8, key);
	}
	return n + changed_bytes(p, at, end, key);
}
