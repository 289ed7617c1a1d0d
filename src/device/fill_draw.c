/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "fill_draw.h"

FAST static void draw_words(uint64_t *w, size_t first, size_t end, uint64_t key)
{
	uint64_t z = aisp_random_place(key, first);

	for (size_t i = first; i < end; i++, z += AISP_RANDOM_STEP)
		w[i] = aisp_random_of(z);
}

void aisp_draw_words(uint64_t *data, size_t first, size_t end, uint64_t key)
{
	draw_words(data, first, end, key);
}

FAST static void draw_normal(float *x, uint64_t first, int64_t n, uint64_t key)
{
	uint64_t z = aisp_random_place(key, first);

	for (int64_t k = 0; k < n; k++, z += AISP_RANDOM_STEP)
		x[k] = aisp_normal_of(aisp_random_of(z));
}

FAST static void draw_uniform(float *x, uint64_t first, int64_t n, uint64_t key)
{
	uint64_t z = aisp_random_place(key, first);

	for (int64_t k = 0; k < n; k++, z += AISP_RANDOM_STEP)
		x[k] = aisp_uniform_of(aisp_random_of(z));
}

#define NO_PAIR (UINT32_C(31) << 24) /* a kind that cancels nothing */

/* Draws elements from number first - 1 on, and their lower random words.  Those of even
 * elements, the first of a pair, are marked NO_PAIR: they cancel nothing. */
FAST static void draw_own(float *own, uint32_t *low, uint64_t first, int64_t n,
			  uint64_t key)
{
	uint64_t z = aisp_random_place(key, first - 1);

	for (int64_t k = 0; k <= n; k++, z += AISP_RANDOM_STEP) {
		uint64_t i = first - 1 + (uint64_t)k, r = aisp_random_of(z);

		own[k] = aisp_adversarial_own(r);
		low[k] = (uint32_t)r | (i & 1 ? 0 : NO_PAIR);
	}
}

FAST static void pair_own(float *x, const float *own, const uint32_t *low, int64_t n)
{
	for (int64_t k = 0; k < n; k++)
		x[k] = aisp_adversarial_pair(own[k], own[k + 1], low[k + 1]);
}

static void draw_adversarial(float *x, uint64_t first, int64_t n, uint64_t key)
{
	float own[AISP_DRAWN_ELEMS + 1];
	uint32_t low[AISP_DRAWN_ELEMS + 1];

	draw_own(own, low, first, n, key);
	pair_own(x, own, low, n);
}

void aisp_draw_reals(float *x, uint64_t first, int64_t n, enum aisp_dist dist,
		     uint64_t key)
{
	if (dist == AISP_DIST_NORMAL)
		draw_normal(x, first, n, key);
	else if (dist == AISP_DIST_UNIFORM)
		draw_uniform(x, first, n, key);
	else
		draw_adversarial(x, first, n, key);
}

FAST static void draw_wide(double *wide, const float *x, uint64_t first, int64_t n,
			   uint64_t key)
{
	for (int64_t k = 0; k < n; k++)
		wide[k] = aisp_wide_of(key, first + (uint64_t)k, x[k]);
}

FAST static void draw_adversarial_wide(double *wide, uint64_t first, int64_t n,
				       uint64_t key)
{
	for (int64_t k = 0; k < n; k++)
		wide[k] = aisp_adversarial_wide_at(key, first + (uint64_t)k);
}

void aisp_draw_wide(double *wide, uint64_t first, int64_t n, enum aisp_dist dist,
		    uint64_t key)
{
	float x[AISP_DRAWN_ELEMS];

	if (dist != AISP_DIST_NORMAL && dist != AISP_DIST_UNIFORM) {
		draw_adversarial_wide(wide, first, n, key);
		return;
	}
	aisp_draw_reals(x, first, n, dist, key);
	draw_wide(wide, x, first, n, key);
}

/* Like aisp_real_of(), for numbers that are not NaN. */
FAST static void bound(float *x, int64_t n, float least, float most)
{
	for (int64_t k = 0; k < n; k++) {
		float up = x[k] > least ? x[k] : least;

		x[k] = up < most ? up : most;
	}
}

FAST static void drop_signs(float *x, int64_t n)
{
	for (int64_t k = 0; k < n; k++)
		x[k] = fabsf(x[k]);
}

void aisp_bound_reals(float *x, int64_t n, enum aisp_dtype t)
{
	if (t == AISP_F8E5M2)
		bound(x, n, aisp_real_of(t, -INFINITY), aisp_real_of(t, INFINITY));
	else if (t == AISP_E8M0)
		drop_signs(x, n);
}

/* Like aisp_integer_of(), and none below the least that the type holds. */
FAST static void integers_of(int64_t *x, int64_t n, int32_t more, int shift,
			     int64_t least)
{
	for (int64_t k = 0; k < n; k++) {
		int64_t of = (x[k] + more) >> shift;

		x[k] = of < least ? least : of;
	}
}

void aisp_bound_integers(int64_t *x, int64_t n, enum aisp_dtype t)
{
	int32_t zero = aisp_integer_of(t, 0);
	int shift = aisp_type_bits(t) == 4 ? 4 : 0;

	integers_of(x, n, zero * (1 << shift), shift, t == AISP_U8 ? 0 : -128);
}

/* Like aisp_random_below(), for a limit of 32 bits. */
FAST static void draw_below_short(int64_t *x, uint64_t first, int64_t n, uint32_t limit,
				  uint64_t key)
{
	uint64_t z = aisp_random_place(key, first);

	for (int64_t k = 0; k < n; k++, z += AISP_RANDOM_STEP) {
		uint64_t r = aisp_random_of(z);
		uint64_t low = (r & 0xffffffff) * limit >> 32;

		x[k] = (int64_t)(((r >> 32) * limit + low) >> 32);
	}
}

void aisp_draw_below(int64_t *x, uint64_t first, int64_t n, uint64_t limit,
		     uint64_t key)
{
	if (limit <= UINT32_MAX)
		draw_below_short(x, first, n, (uint32_t)limit, key);
	else
		for (int64_t k = 0; k < n; k++)
			x[k] = (int64_t)aisp_random_below(key, first + (uint64_t)k,
							  limit);
}

FAST static void draw_integers(int64_t *x, uint64_t first, int64_t n, uint64_t key)
{
	uint64_t z = aisp_random_place(key, first);

	for (int64_t k = 0; k < n; k++, z += AISP_RANDOM_STEP)
		x[k] = aisp_integer_of_bits(aisp_random_of(z));
}

void aisp_draw_integers(int64_t *x, uint64_t first, int64_t n, uint64_t key)
{
	draw_integers(x, first, n, key);
}

FAST static void draw_zipf(int64_t *x, uint64_t first, int64_t n,
			   const struct aisp_shape *s)
{
	for (int64_t k = 0; k < n; k++)
		x[k] = (int64_t)aisp_zipf_at(s, first + (uint64_t)k);
}

void aisp_draw_zipf(int64_t *x, uint64_t first, int64_t n, const struct aisp_shape *s)
{
	draw_zipf(x, first, n, s);
}

FAST static void mix(uint64_t *x, int64_t n, uint64_t key, int half)
{
	for (int64_t k = 0; k < n; k++)
		x[k] = aisp_mixed(key, x[k], half);
}

/* Like aisp_order_at(): mixes all numbers, then again those that are too large. */
static void order(uint64_t *x, int64_t n, uint64_t key, uint64_t limit)
{
	int half = aisp_order_half(limit);

	mix(x, n, key, half);
	for (int64_t k = 0; k < n; k++)
		while (x[k] >= limit)
			x[k] = aisp_mixed(key, x[k], half);
}

/* n numbers of one row, from number k of the row on. */
static void draw_order(int64_t *x, uint64_t k, int64_t n, uint64_t key,
		       const struct aisp_shape *s)
{
	uint64_t at[AISP_DRAWN_ELEMS];

	for (int64_t i = 0; i < n; i++)
		at[i] = k + (uint64_t)i;
	if (!s->is_hostile)
		order(at, n, key, s->limit);
	else
		for (int64_t i = 0; i < n; i++)
			at[i] = aisp_pattern_at(key, at[i], s->limit);
	memcpy(x, at, (size_t)n * sizeof(*x));
}

void aisp_draw_permutation(int64_t *x, uint64_t first, int64_t n,
			   const struct aisp_shape *s)
{
	for (int64_t i = 0, k; i < n; i += k) {
		uint64_t at = first + (uint64_t)i;
		int64_t left = (int64_t)(s->row - at % s->row);

		k = left < n - i ? left : n - i;
		draw_order(x + i, at % s->row, k, aisp_random_at(s->key, at / s->row),
			   s);
	}
}
