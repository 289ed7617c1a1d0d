/* SPDX-License-Identifier: MIT
 *
 * fill_structured.h - the elements of a stretch of data with structure
 * (fill_structure.h).  For compilers of CPUs and of GPUs, like fill_bits.h.
 */
#ifndef AISP_FILL_STRUCTURED_H
#define AISP_FILL_STRUCTURED_H

#include "fill_bits.h"
#include "fill_level.h"
#include "fill_near.h"
#include "fill_structure.h"

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
	case AISP_STRETCH_COMB:
		return r >> 1 | (aisp_is_tooth(t, i) ? AISP_LEVEL_MIDDLE : 0);
	case AISP_STRETCH_LONE:
		return aisp_is_lone(t, i) ? aisp_lone_level(t) : r;
	case AISP_STRETCH_NEAR:
		return (uint32_t)(aisp_near_level(t, i) >> 32);
	case AISP_STRETCH_TWIN:
		return (uint32_t)(aisp_twin_level(t, i) >> 32);
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

/* Exact in fp32 for types of up to its precision. */
AISP_HD static inline double aisp_near_real(const struct aisp_stretch *t, uint64_t i)
{
	int64_t about_0 = (int64_t)(aisp_near_level(t, i) - (UINT64_C(1) << 63));

	return (double)about_0 * 0x1p-32 * aisp_stretch_scale(t);
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
	if (t->kind == AISP_STRETCH_NEAR)
		return (float)aisp_near_real(t, i);
	if (t->kind == AISP_STRETCH_TWIN)
		return aisp_twin_real(t, i);
	return aisp_real_of_level(t, aisp_level_at(&levels, i));
}

/* The same for fp64, with bits behind those of fp32. */
AISP_HD static inline double aisp_structured_wide(const struct aisp_stretch *t,
						  uint64_t i)
{
	if (t->kind == AISP_STRETCH_ANY)
		return aisp_adversarial_wide_at(t->key, i);
	if (t->kind == AISP_STRETCH_NEAR)
		return aisp_near_real(t, i);
	if (t->kind == AISP_STRETCH_TWIN)
		return aisp_wide_of(~t->key, i - t->first, aisp_twin_real(t, i));
	return (double)aisp_structured_real(t, i);
}

AISP_HD static inline int32_t aisp_structured_integer(const struct aisp_stretch *t,
						      uint64_t i)
{
	return aisp_integer_of_level(aisp_level_at(t, i));
}

AISP_HD static inline uint64_t aisp_structured_index(const struct aisp_structure *s,
						     uint64_t i, uint64_t limit)
{
	struct aisp_stretch t;

	if (s->chain.length)
		return aisp_chain_at(&s->chain, i, limit);
	t = aisp_stretch_at(s, i);
	return aisp_index_of_level(aisp_level_at(&t, i), limit);
}

AISP_HD static inline uint64_t aisp_structured_bits(const struct aisp_stretch *t,
						    uint64_t i, enum aisp_dtype of)
{
	uint64_t sign = (uint64_t)aisp_is_signed(of) << 63;
	int n_more = 64 - aisp_type_bits(of);

	switch (t->kind) {
	case AISP_STRETCH_ANY:
		return aisp_any_level(t, i) >> n_more;
	case AISP_STRETCH_NEAR:
		return (aisp_near_level(t, i) ^ sign) >> n_more;
	case AISP_STRETCH_TWIN:
		return aisp_twin_level(t, i) >> n_more;
	default:
		return aisp_bits_of_level(aisp_level_at(t, i), of);
	}
}

#endif
