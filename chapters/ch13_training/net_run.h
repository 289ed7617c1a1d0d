/* SPDX-License-Identifier: MIT
 *
 * net_run.h - the forward and backward pass through a net, for some rows of a batch.  A
 * level is one layer's result for these rows.
 */
#ifndef NET_RUN_H
#define NET_RUN_H

#include <string.h>

#include "product_tile.h"
#include "share.h"
#include "turn.h"

struct pass {
	const struct aisp_io *io;
	int64_t first, n, level; /* rows; elements of a level */
	float *room;             /* of the products */
	float *turned;           /* a layer's weights */
	float *g, *next;         /* gradients of this layer and of the one before */
};

/* Lays out buffers for n rows in the workspace; returns the address behind them. */
static inline float *lay_out(struct pass *t, const struct aisp_io *io, int64_t n)
{
	int64_t width = io->param[WIDTH];

	t->io = io;
	t->room = io->workspace;
	t->turned = t->room + ROOM_ELEMS;
	t->g = t->turned + width * width;
	t->next = t->g + n * width;
	return t->next + n * width;
}

static inline void begin_rows(struct pass *t, int64_t first, int64_t n)
{
	t->first = first;
	t->n = n;
	t->level = n * t->io->param[WIDTH];
}

/* Rows of an input, of this pass. */
static inline const float *rows_of(const struct pass *t, int input)
{
	return aisp_in_f32(t->io, input) + t->first * t->io->param[WIDTH];
}

static inline const float *weights_of(const struct pass *t, int64_t layer)
{
	int64_t width = t->io->param[WIDTH];

	return aisp_in_f32(t->io, W) + layer * width * width;
}

/* c = a b, both of the net's width, b a layer's weights. */
static inline void by_weights(const struct pass *t, float *c, const float *a,
			      const float *b)
{
	int64_t width = t->io->param[WIDTH];
	struct product p = { .c = c,
			     .a = a,
			     .b = b,
			     .m = t->n,
			     .n = width,
			     .k = width,
			     .row = width,
			     .depth = 1,
			     .room = t->room };

	multiply(&p);
}

/* The slope of z share(z). */
static inline float slope(float z, float part)
{
	return part * (1 + z * (1 - part));
}

AISP_CLONES static inline void silu(float *restrict h, const float *restrict z,
				    int64_t n)
{
	for (int64_t i = 0; i < n; i++)
		h[i] = z[i] * share(z[i]);
}

/* The same, and z becomes the slopes there. */
AISP_CLONES static inline void silu_once(float *restrict h, float *restrict z,
					 int64_t n)
{
	for (int64_t i = 0; i < n; i++) {
		float part = share(z[i]);

		h[i] = z[i] * part;
		z[i] = slope(z[i], part);
	}
}

AISP_CLONES static inline void to_slopes(float *z, int64_t n)
{
	for (int64_t i = 0; i < n; i++)
		z[i] = slope(z[i], share(z[i]));
}

AISP_CLONES static inline void scale(float *restrict g, const float *restrict by,
				     int64_t n)
{
	for (int64_t i = 0; i < n; i++)
		g[i] *= by[i];
}

/* dw = or += h^T g */
static inline void learn_layer(const struct pass *t, int64_t layer, const float *h)
{
	int64_t width = t->io->param[WIDTH];
	struct product p = { .c = aisp_out_f32(t->io, DW) + layer * width * width,
			     .a = h,
			     .b = t->g,
			     .m = width,
			     .n = width,
			     .k = t->n,
			     .row = 1,
			     .depth = width,
			     .is_added = t->first > 0,
			     .room = t->room };

	multiply(&p);
}

static inline void turn_weights(const struct pass *t, int64_t layer)
{
	int64_t width = t->io->param[WIDTH];

	turn(weights_of(t, layer), width, t->turned, width, width, width);
}

static inline void begin_back(const struct pass *t)
{
	memcpy(t->g, rows_of(t, DY), (size_t)t->level * sizeof(float));
}

/* Back through a layer that took h and made sums with these slopes. */
static inline void go_back(struct pass *t, int64_t layer, const float *h,
			   const float *slopes)
{
	float *g = t->g;

	scale(g, slopes, t->level);
	learn_layer(t, layer, h);
	if (!layer)
		return;
	turn_weights(t, layer);
	by_weights(t, t->next, g, t->turned);
	t->g = t->next;
	t->next = g;
}

#endif
