/* SPDX-License-Identifier: MIT
 *
 * fill_structure.h - data with structure: stretches that are of one sign, equal,
 * sorted, tiny, huge, nearly all zero, usual but for one number, nearly alike, or large
 * at regular places.  A variant that starts a maximum from 0, sorts poorly what is
 * almost sorted, relies on a spread, or judges a row by a few numbers is right for
 * independent numbers, but not for these.  For compilers of CPUs and of GPUs, like
 * fill_bits.h.
 */
#ifndef AISP_FILL_STRUCTURE_H
#define AISP_FILL_STRUCTURE_H

#include <aisp/workload.h>

#include "fill.h"
#include "fill_chain.h"
#include "fill_precision.h"
#include "fill_stretch.h"

/* Where the stretches of a tensor begin, and what they are. */
struct aisp_structure {
	uint64_t key; /* of the elements */
	uint64_t stretch_key, length, offset;
	uint32_t n_bits; /* that tell elements apart */
	int is_any;      /* all stretches are AISP_STRETCH_ANY */
	int is_close;    /* they are ANY, NEAR or TWIN: bytes that are nearly random */
	struct aisp_chain chain;
};

/* Elements of a row: of the last dimension, or of the last two together. */
static inline uint64_t aisp_structure_row(const struct aisp_spec *spec, uint64_t bits)
{
	uint64_t row = 1;

	for (int a = spec->rank - 1, left = 1 + (int)(bits % 2); a > 0 && left--; a--)
		row *= (uint64_t)spec->shape[a];
	return row;
}

/* Bytes that floats are made of cannot be put in order as numbers. */
static inline int aisp_has_numbers(const struct aisp_spec *spec)
{
	return spec->fill != AISP_FILL_PERMUTATION &&
	       (spec->fill != AISP_FILL_BYTES || aisp_is_integer(spec->dtype));
}

/*
 * Of eight tensors one is ANY, as if without structure, two are one stretch, four have
 * stretches of rows, one has any.  Of rank 1, the four are one stretch or any.  Bytes
 * that were ANY are close, and so are all adversarial ones.
 */
static inline struct aisp_structure aisp_structure_of(const struct aisp_spec *spec,
						      uint64_t n, enum aisp_dist dist,
						      uint64_t key)
{
	uint64_t bits = aisp_random_at(key, UINT64_MAX), how = bits % 8;
	int is_any = how == 0 || dist == AISP_DIST_ADVERSARIAL;
	int is_close = is_any && spec->fill == AISP_FILL_BYTES;
	struct aisp_structure s = {
		key,      aisp_random_at(bits, 0), n,
		0,        aisp_precision_of(spec), is_any && !is_close,
		is_close, aisp_chain_of(spec, key)
	};
	int log2_most = 64 - __builtin_clzll(n | 1);

	if ((is_close || (how >= 3 && how < 7)) && spec->rank > 1)
		s.length = aisp_structure_row(spec, is_close ? 0 : bits >> 3);
	else if (is_close || how >= 6) {
		uint64_t most = n >> aisp_random_below(bits, 1, (uint64_t)log2_most);

		s.length = 1 + aisp_random_below(bits, 2, most);
		s.offset = aisp_random_below(bits, 3, s.length);
	}
	return s;
}

static inline int aisp_is_structured(const struct aisp_spec *spec,
				     const struct aisp_structure *s,
				     enum aisp_dist dist)
{
	int is_wanted = dist == AISP_DIST_STRUCTURED ||
			(dist == AISP_DIST_ADVERSARIAL && s->is_close);

	return is_wanted && (!s->is_any || s->chain.length) && aisp_has_numbers(spec);
}

AISP_HD static inline struct aisp_stretch
aisp_stretch_at(const struct aisp_structure *s, uint64_t i)
{
	uint64_t number = (i + s->offset) / s->length;
	uint64_t bits = aisp_random_at(s->stretch_key, number);
	struct aisp_stretch t = { s->key,
				  bits,
				  number * s->length - s->offset,
				  UINT64_MAX / s->length,
				  AISP_STRETCH_ANY,
				  s->n_bits };
	uint32_t close = (uint32_t)((bits >> 32) * 3 >> 32);

	if (s->is_close && close)
		t.kind = close == 1 ? AISP_STRETCH_NEAR : AISP_STRETCH_TWIN;
	else if (!s->is_any && !s->is_close)
		t.kind = (uint32_t)((bits >> 32) * AISP_N_STRETCHES >> 32);
	return t;
}

#endif
