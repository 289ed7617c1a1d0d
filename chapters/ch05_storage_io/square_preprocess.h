/* SPDX-License-Identifier: MIT
 *
 * square_preprocess.h - where the square of a picture lies, and what is used to make
 * it: a line of the square, between two of its rows, and a place for each column.
 */
#ifndef SQUARE_PREPROCESS_H
#define SQUARE_PREPROCESS_H

#include <aisp/clones.h>

struct square {
	const uint8_t *image; /* its first pixel */
	int64_t stride;       /* bytes from row to row */
	int is_mirrored;
	int64_t crop, out;
	uint16_t *x; /* the results of its first colour */
};

static inline struct square square_of(const struct aisp_io *io, int64_t i)
{
	const int64_t *p = io->param;
	int64_t top = ((const int32_t *)io->in[TOP].data)[i];
	int64_t left = ((const int32_t *)io->in[LEFT].data)[i];

	return (struct square){
		.image = (const uint8_t *)io->in[IMAGE].data +
			 ((i * p[HEIGHT] + top) * p[WIDTH] + left) * COLOURS,
		.stride = p[WIDTH] * COLOURS,
		.is_mirrored = ((const int32_t *)io->in[IS_MIRRORED].data)[i],
		.crop = p[CROP],
		.out = p[OUT],
		.x = (uint16_t *)io->out[0].data + i * COLOURS * p[OUT] * p[OUT],
	};
}

/* A part's own. */
struct room {
	struct tap *tap; /* of each column */
	float *line;     /* of pixels, and a number more */
};

static inline struct room room_of(const struct aisp_io *io, int64_t part)
{
	float *line = (float *)((char *)io->workspace + part * room_bytes(io->param));

	return (struct room){ (struct tap *)(line + COLOURS * io->param[CROP] + 1),
			      line };
}

/* In the order of the result. */
static inline void put_taps(const struct aisp_io *io, const struct square *s,
			    struct tap *tap)
{
	for (int64_t o = 0; o < s->out; o++)
		tap[o] = tap_of(io->param, s->is_mirrored ? s->out - 1 - o : o);
}

/* n numbers between those of two rows. */
AISP_CLONES static void between_rows(float *restrict line, const uint8_t *restrict a,
				     const uint8_t *restrict b, float share, int64_t n)
{
	for (int64_t j = 0; j < n; j++)
		line[j] = (float)a[j] + (float)(b[j] - a[j]) * share;
}

/* columns() makes a row of all colours from a line. */
static inline void
make_square(const struct aisp_io *io, int64_t i, const struct room *r,
	    void (*columns)(const struct square *s, const struct room *r, uint16_t *x))
{
	struct square s = square_of(io, i);

	put_taps(io, &s, r->tap);
	for (int64_t o = 0; o < s.out; o++) {
		struct tap y = tap_of(io->param, o);

		between_rows(r->line, s.image + y.at * s.stride,
			     s.image + y.next * s.stride, y.share, COLOURS * s.crop);
		columns(&s, r, s.x + o * s.out);
	}
}

#endif
