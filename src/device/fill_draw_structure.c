/* SPDX-License-Identifier: MIT
 *
 * Elements of data with structure, a stretch at a time.
 */
#include "fill_draw.h"

/* The compiler knows `kind`, and makes a loop for each. */
static inline __attribute__((always_inline)) void levels_of(uint32_t *level,
							    uint64_t first, int64_t n,
							    struct aisp_stretch t,
							    enum aisp_stretch_kind kind)
{
	t.kind = kind;
	for (int64_t k = 0; k < n; k++)
		level[k] = aisp_level_at(&t, first + (uint64_t)k);
}

FAST static void draw_levels(uint32_t *level, uint64_t first, int64_t n,
			     struct aisp_stretch t)
{
	switch (t.kind) {
	case AISP_STRETCH_LOW:
		levels_of(level, first, n, t, AISP_STRETCH_LOW);
		break;
	case AISP_STRETCH_HIGH:
		levels_of(level, first, n, t, AISP_STRETCH_HIGH);
		break;
	case AISP_STRETCH_EQUAL:
		levels_of(level, first, n, t, AISP_STRETCH_EQUAL);
		break;
	case AISP_STRETCH_UP:
		levels_of(level, first, n, t, AISP_STRETCH_UP);
		break;
	case AISP_STRETCH_DOWN:
		levels_of(level, first, n, t, AISP_STRETCH_DOWN);
		break;
	case AISP_STRETCH_SMALL:
		levels_of(level, first, n, t, AISP_STRETCH_SMALL);
		break;
	case AISP_STRETCH_LARGE:
		levels_of(level, first, n, t, AISP_STRETCH_LARGE);
		break;
	case AISP_STRETCH_SPARSE:
		levels_of(level, first, n, t, AISP_STRETCH_SPARSE);
		break;
	case AISP_STRETCH_FEW:
		levels_of(level, first, n, t, AISP_STRETCH_FEW);
		break;
	case AISP_STRETCH_COMB:
		levels_of(level, first, n, t, AISP_STRETCH_COMB);
		break;
	case AISP_STRETCH_LONE:
		levels_of(level, first, n, t, AISP_STRETCH_LONE);
		break;
	case AISP_STRETCH_NEAR:
		levels_of(level, first, n, t, AISP_STRETCH_NEAR);
		break;
	case AISP_STRETCH_TWIN:
		levels_of(level, first, n, t, AISP_STRETCH_TWIN);
		break;
	default:
		levels_of(level, first, n, t, AISP_STRETCH_ANY);
	}
}

/* *t becomes the stretch of element i; returns how many of [i, end) lie in it. */
static int64_t take_stretch(struct aisp_stretch *t, const struct aisp_structure *s,
			    uint64_t i, uint64_t end)
{
	uint64_t next;

	*t = aisp_stretch_at(s, i);
	next = t->first + s->length;
	return (int64_t)((next < end ? next : end) - i);
}

void aisp_draw_levels(uint32_t *level, uint64_t first, int64_t n,
		      const struct aisp_structure *s)
{
	for (int64_t i = 0, k; i < n; i += k) {
		uint64_t at = first + (uint64_t)i;
		struct aisp_stretch t;

		k = take_stretch(&t, s, at, first + (uint64_t)n);
		draw_levels(level + i, at, k, t);
	}
}

FAST static void reals_of(float *x, const uint32_t *level, int64_t n,
			  struct aisp_stretch t)
{
	for (int64_t k = 0; k < n; k++)
		x[k] = aisp_real_of_level(&t, level[k]);
}

FAST static void put_lone(float *x, uint64_t first, int64_t n, struct aisp_stretch t)
{
	float lone = aisp_lone_real(&t);

	for (int64_t k = 0; k < n; k++)
		x[k] = aisp_is_lone(&t, first + (uint64_t)k) ? lone : x[k];
}

FAST static void close_reals(float *x, uint64_t first, int64_t n, struct aisp_stretch t)
{
	for (int64_t k = 0; k < n; k++)
		x[k] = aisp_structured_real(&t, first + (uint64_t)k);
}

static void stretch_reals(float *x, uint64_t first, int64_t n,
			  const struct aisp_stretch *t)
{
	uint32_t level[AISP_DRAWN_ELEMS];

	if (t->kind == AISP_STRETCH_ANY) {
		aisp_draw_reals(x, first, n, AISP_DIST_ADVERSARIAL, t->key);
		return;
	}
	if (t->kind == AISP_STRETCH_LONE) {
		aisp_draw_reals(x, first, n, AISP_DIST_NORMAL, t->key);
		put_lone(x, first, n, *t);
		return;
	}
	if (t->kind == AISP_STRETCH_NEAR || t->kind == AISP_STRETCH_TWIN) {
		close_reals(x, first, n, *t);
		return;
	}
	draw_levels(level, first, n, aisp_stretch_of_levels(*t));
	reals_of(x, level, n, *t);
}

void aisp_draw_structured(float *x, uint64_t first, int64_t n,
			  const struct aisp_structure *s)
{
	for (int64_t i = 0, k; i < n; i += k) {
		uint64_t at = first + (uint64_t)i;
		struct aisp_stretch t;

		k = take_stretch(&t, s, at, first + (uint64_t)n);
		stretch_reals(x + i, at, k, &t);
	}
}

/* One by one: fp64 elements are few. */
void aisp_draw_structured_wide(double *wide, uint64_t first, int64_t n,
			       const struct aisp_structure *s)
{
	for (int64_t k = 0; k < n; k++) {
		struct aisp_stretch t = aisp_stretch_at(s, first + (uint64_t)k);

		wide[k] = aisp_structured_wide(&t, first + (uint64_t)k);
	}
}

FAST static void stretch_bits(int64_t *bits, uint64_t first, int64_t n,
			      struct aisp_stretch t, enum aisp_dtype of)
{
	for (int64_t k = 0; k < n; k++)
		bits[k] = (int64_t)aisp_structured_bits(&t, first + (uint64_t)k, of);
}

void aisp_draw_bits(int64_t *bits, uint64_t first, int64_t n, enum aisp_dtype of,
		    const struct aisp_structure *s)
{
	for (int64_t i = 0, k; i < n; i += k) {
		uint64_t at = first + (uint64_t)i;
		struct aisp_stretch t;

		k = take_stretch(&t, s, at, first + (uint64_t)n);
		stretch_bits(bits + i, at, k, t, of);
	}
}
