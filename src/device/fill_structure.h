/* SPDX-License-Identifier: MIT
 *
 * fill_structure.h - data with structure: stretches that are of one sign, equal,
 * sorted, tiny, huge, nearly all zero, or usual but for one number.  A variant that
 * starts a maximum from 0, sorts poorly what is almost sorted, relies on a spread, or
 * judges a row by a few numbers is right for independent numbers, but not for these.
 * For compilers of CPUs and of GPUs, like fill_bits.h.
 */
#ifndef AISP_FILL_STRUCTURE_H
#define AISP_FILL_STRUCTURE_H

#include <aisp/workload.h>

#include "fill_bits.h"
#include "fill_level.h"
#include "fill_stretch.h"

/* Where the stretches of a tensor begin, and what they are. */
struct aisp_structure {
	uint64_t key; /* of the elements */
	uint64_t stretch_key, length, offset;
	int is_any; /* all stretches are AISP_STRETCH_ANY */
};

/* Elements of a row: of the last dimension, or of the last two together. */
static inline uint64_t aisp_structure_row(const struct aisp_spec *spec, uint64_t bits)
{
	uint64_t row = 1;

	for (int a = spec->rank - 1, left = 1 + (int)(bits % 2); a > 0 && left--; a--)
		row *= (uint64_t)spec->shape[a];
	return row;
}

/*
 * Of eight tensors two are ANY, as if without structure, two one stretch, three have
 * stretches of rows, one has any.  Of rank 1, the three are one stretch or any.
 */
static inline struct aisp_structure aisp_structure_of(const struct aisp_spec *spec,
						      uint64_t n, uint64_t key)
{
	uint64_t bits = aisp_random_at(key, UINT64_MAX);
	struct aisp_structure s = { key, aisp_random_at(bits, 0), n, 0, bits % 8 < 2 };
	int log2_most = 64 - __builtin_clzll(n | 1);

	if (bits % 8 >= 4 && bits % 8 < 7 && spec->rank > 1)
		s.length = aisp_structure_row(spec, bits >> 3);
	else if (bits % 8 >= 6) {
		uint64_t most = n >> aisp_random_below(bits, 1, (uint64_t)log2_most);

		s.length = 1 + aisp_random_below(bits, 2, most);
		s.offset = aisp_random_below(bits, 3, s.length);
	}
	return s;
}

/* Bytes that floats are made of cannot be put in order as numbers. */
static inline int aisp_is_structured(const struct aisp_spec *spec,
				     const struct aisp_structure *s)
{
	return !s->is_any &&
	       (spec->fill != AISP_FILL_BYTES || aisp_is_integer(spec->dtype));
}

AISP_HD static inline struct aisp_stretch
aisp_stretch_at(const struct aisp_structure *s, uint64_t i)
{
	uint64_t number = (i + s->offset) / s->length;
	uint64_t bits = aisp_random_at(s->stretch_key, number);
	struct aisp_stretch t = { s->key, bits, number * s->length - s->offset,
				  UINT64_MAX / s->length, AISP_STRETCH_ANY };

	if (!s->is_any)
		t.kind = (uint32_t)((bits >> 32) * AISP_N_STRETCHES >> 32);
	return t;
}

/* The values of EQUAL and FEW; now and then one is the least, the largest, or zero. */
AISP_HD static inline uint32_t aisp_level_one_of(const struct aisp_stretch *t,
						 uint64_t which)
{
	uint64_t r = aisp_random_at(t->bits, which);

	if (r % 8 > 2)
		return (uint32_t)(r >> 32);
	return r % 8 == 0 ? 0 : r % 8 == 1 ? UINT32_MAX : AISP_LEVEL_MIDDLE;
}

/* Where element i lies between the least value (0) and the largest (2^32 - 1). */
AISP_HD static inline uint32_t aisp_level_at(const struct aisp_stretch *t, uint64_t i)
{
	uint64_t random = aisp_random_at(t->key, i);
	uint32_t r = (uint32_t)(random >> 32);
	uint32_t up = (uint32_t)((i - t->first) * t->step >> 32);

	switch (t->kind) {
	case AISP_STRETCH_LOW:
		return r >> 1;
	case AISP_STRETCH_HIGH:
		return r >> 1 | AISP_LEVEL_MIDDLE;
	case AISP_STRETCH_EQUAL:
		return aisp_level_one_of(t, 0);
	case AISP_STRETCH_UP:
		return up;
	case AISP_STRETCH_DOWN:
		return ~up;
	case AISP_STRETCH_SMALL:
		return AISP_LEVEL_MIDDLE - (1u << 24) + (r >> 30 << 24);
	case AISP_STRETCH_LARGE:
		return r & 1 ? UINT32_MAX : 0;
	case AISP_STRETCH_SPARSE:
		return random & 63 ? AISP_LEVEL_MIDDLE : r;
	case AISP_STRETCH_FEW:
		return aisp_level_one_of(t, r & 3);
	case AISP_STRETCH_LONE:
		return aisp_is_lone(t, i) ? aisp_lone_level(t) : r;
	default:
		return r;
	}
}

/* A factor of 2^-29 maps levels to [-4, 4); magnitudes stay within those of ANY. */
AISP_HD static inline float aisp_stretch_scale(const struct aisp_stretch *t)
{
	uint32_t more = (uint32_t)t->bits % 8, exponent = 127 - 29;

	if (t->kind == AISP_STRETCH_SMALL)
		exponent -= 10 + more;
	else if (t->kind == AISP_STRETCH_LARGE || (t->bits >> 3 & 3) == 0)
		exponent += 9 + more;
	return aisp_float_of_bits(exponent << 23);
}

/*
 * Error models take rounding errors for a random walk.  With many equal numbers all
 * errors have one sign: EQUAL and FEW have four bits, whose sums are exact.
 */
AISP_HD static inline float aisp_real_of_level(const struct aisp_stretch *t,
					       uint32_t level)
{
	if (t->kind == AISP_STRETCH_EQUAL || t->kind == AISP_STRETCH_FEW)
		level &= 0xf8000000;
	return (float)(int32_t)(level - AISP_LEVEL_MIDDLE) * aisp_stretch_scale(t);
}

/* The stretch of levels from which the reals of t are made. */
AISP_HD static inline struct aisp_stretch aisp_stretch_of_levels(struct aisp_stretch t)
{
	if (t.kind == AISP_STRETCH_SMALL || t.kind == AISP_STRETCH_LARGE)
		t.kind = AISP_STRETCH_ANY;
	return t;
}

AISP_HD static inline float aisp_structured_real(const struct aisp_stretch *t,
						 uint64_t i)
{
	struct aisp_stretch levels = aisp_stretch_of_levels(*t);

	if (t->kind == AISP_STRETCH_ANY)
		return aisp_adversarial_at(t->key, i);
	if (t->kind == AISP_STRETCH_LONE)
		return aisp_is_lone(t, i) ? aisp_lone_real(t)
					  : aisp_normal_at(t->key, i);
	return aisp_real_of_level(t, aisp_level_at(&levels, i));
}

AISP_HD static inline int32_t aisp_structured_integer(const struct aisp_stretch *t,
						      uint64_t i)
{
	return aisp_integer_of_level(aisp_level_at(t, i));
}

AISP_HD static inline uint64_t aisp_structured_index(const struct aisp_stretch *t,
						     uint64_t i, uint64_t limit)
{
	return aisp_index_of_level(aisp_level_at(t, i), limit);
}

AISP_HD static inline uint64_t aisp_structured_bits(const struct aisp_stretch *t,
						    uint64_t i, enum aisp_dtype of)
{
	return aisp_bits_of_level(aisp_level_at(t, i), of);
}

#endif
