/* SPDX-License-Identifier: MIT
 *
 * pixels_preprocess.h - columns by vectors of a pixel each: its colours lie side by
 * side and are loaded at once, wherever the pixel is; four results then change places,
 * a vector to a colour.
 */
#ifndef PIXELS_PREPROCESS_H
#define PIXELS_PREPROCESS_H

#include "square_preprocess.h"

typedef float four __attribute__((vector_size(16)));
typedef float four_loose __attribute__((vector_size(16), aligned(4)));
typedef int32_t four_places __attribute__((vector_size(16)));
typedef uint32_t four_words __attribute__((vector_size(16)));
typedef uint16_t four_halves __attribute__((vector_size(8)));

/* Three colours, and a number that is not used. */
static inline __attribute__((always_inline)) four pixel_at(const float *line,
							   const struct tap *t)
{
	four a = *(const four_loose *)(line + COLOURS * t->at);
	four b = *(const four_loose *)(line + COLOURS * t->next);

	return a + (b - a) * t->share;
}

static inline __attribute__((always_inline)) void put_four(uint16_t *x, four v,
							   float mean, float inverse)
{
	union {
		four f;
		four_words bits;
	} y = { v * inverse - mean * inverse };
	four_halves h;

	y.bits = (y.bits + 0x7fff + (y.bits >> 16 & 1)) >> 16;
	h = __builtin_convertvector(y.bits, four_halves);
	__builtin_memcpy(x, &h, sizeof(h));
}

AISP_CLONES static void pixel_columns(const struct square *s, const struct room *r,
				      uint16_t *x)
{
	int64_t plane = s->out * s->out, o = 0;

	for (; o + 4 <= s->out; o += 4) {
		const struct tap *t = r->tap + o;
		four p0 = pixel_at(r->line, t), p1 = pixel_at(r->line, t + 1);
		four p2 = pixel_at(r->line, t + 2), p3 = pixel_at(r->line, t + 3);
		four low0 = __builtin_shuffle(p0, p1, (four_places){ 0, 4, 1, 5 });
		four low2 = __builtin_shuffle(p2, p3, (four_places){ 0, 4, 1, 5 });
		four high0 = __builtin_shuffle(p0, p1, (four_places){ 2, 6, 3, 7 });
		four high2 = __builtin_shuffle(p2, p3, (four_places){ 2, 6, 3, 7 });
		four colour[] = {
			__builtin_shuffle(low0, low2, (four_places){ 0, 1, 4, 5 }),
			__builtin_shuffle(low0, low2, (four_places){ 2, 3, 6, 7 }),
			__builtin_shuffle(high0, high2, (four_places){ 0, 1, 4, 5 }),
		};

		for (int c = 0; c < COLOURS; c++)
			put_four(x + c * plane + o, colour[c], mean_of[c],
				 1 / deviation_of[c]);
	}
	for (; o < s->out; o++) {
		four p = pixel_at(r->line, r->tap + o);

		for (int c = 0; c < COLOURS; c++)
			x[c * plane + o] =
				to_bf16((p[c] - mean_of[c]) * (1 / deviation_of[c]));
	}
}

static inline void pixels_part(const struct aisp_io *io, int64_t part, int64_t n_parts)
{
	int64_t n = io->param[IMAGES];
	struct room r = room_of(io, part);

	for (int64_t i = n * part / n_parts; i < n * (part + 1) / n_parts; i++)
		make_square(io, i, &r, pixel_columns);
}

#endif
