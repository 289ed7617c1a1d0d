/* SPDX-License-Identifier: MIT
 *
 * fsdp_cpu.h - a rank's rows forward and backward through a layer, with all its
 * weights, which are gathered from the parts that ranks show.  Windows hold these
 * parts, layer by layer, and behind them the gradients of each layer.
 */
#include <aisp/small_product.h>

#include "net_run.h"

struct shard {
	const struct aisp_io *io;
	const struct aisp_ranks *r;
	int64_t rows, width, part, layers; /* part: rows of a layer that a rank has */
	float *full, *turned;              /* a layer's weights, and their transpose */
	float *z, *h;                      /* sums, and what layers take, of each */
	float *g, *next;                   /* gradients of this layer, of the next */
};

static inline struct shard begin_shard(const struct aisp_io *io)
{
	int64_t rows = io->param[ROWS], w = io->param[WIDTH], level = rows * w;
	struct shard s = { .io = io,
			   .r = io->ranks,
			   .rows = rows,
			   .width = w,
			   .part = w / io->ranks->n,
			   .layers = io->param[LAYERS] };

	s.full = io->workspace;
	s.turned = s.full + w * w;
	s.z = s.turned + w * w;
	s.h = s.z + s.layers * level;
	s.g = s.h + s.layers * level;
	s.next = s.g + level;
	memcpy(s.h, aisp_in_f32(io, X), (size_t)level * sizeof(float));
	memcpy(s.g, aisp_in_f32(io, DY), (size_t)level * sizeof(float));
	return s;
}

/* A rank's part of a layer's weights, as it shows them. */
static inline float *shown_part(const struct shard *s, int rank, int64_t layer)
{
	return (float *)s->r->window[rank] + layer * s->part * s->width;
}

/* A rank's gradients of all of a layer's weights. */
static inline float *shown_gradients(const struct shard *s, int rank, int64_t layer)
{
	return shown_part(s, rank, s->layers) + layer * s->width * s->width;
}

static inline void show_part(const struct shard *s, int64_t layer)
{
	memcpy(shown_part(s, s->r->rank, layer),
	       aisp_in_f32(s->io, W) + layer * s->part * s->width,
	       (size_t)(s->part * s->width) * sizeof(float));
}

static inline void gather(const struct shard *s, int64_t layer)
{
	for (int rank = 0; rank < s->r->n; rank++)
		memcpy(s->full + rank * s->part * s->width, shown_part(s, rank, layer),
		       (size_t)(s->part * s->width) * sizeof(float));
}

/* c = a b, rows of the batch by a layer's weights. */
static inline void rows_by(const struct shard *s, float *c, const float *a,
			   const float *b)
{
	const struct aisp_product p = { c,        a,        b, s->rows, s->width,
					s->width, s->width, 1, 0 };

	aisp_multiply(&p);
}

static inline void layer_forward(const struct shard *s, int64_t layer)
{
	int64_t level = s->rows * s->width, at = layer * level;

	rows_by(s, s->z + at, s->h + at, s->full);
	if (layer + 1 < s->layers)
		silu(s->h + at + level, s->z + at, level);
}

/* Shows the gradients of the layer's weights, and computes those of its input. */
static inline void layer_back(struct shard *s, int64_t layer)
{
	int64_t at = layer * s->rows * s->width, w = s->width;
	const struct aisp_product p = { shown_gradients(s, s->r->rank, layer),
					s->h + at,
					s->g,
					w,
					w,
					s->rows,
					1,
					w,
					0 };
	float *g = s->g;

	to_slopes(s->z + at, s->rows * w);
	scale(g, s->z + at, s->rows * w);
	aisp_multiply(&p);
	if (!layer)
		return;
	turn(s->full, w, s->turned, w, w, w);
	rows_by(s, s->next, g, s->turned);
	s->g = s->next;
	s->next = g;
}

/* Sums this rank's part of the gradients over all ranks. */
static inline void sum_part(const struct shard *s, int64_t layer)
{
	int64_t n = s->part * s->width;
	float *restrict dw = aisp_out_f32(s->io, 0) + layer * n;

	for (int rank = 0; rank < s->r->n; rank++) {
		const float *restrict g =
			shown_gradients(s, rank, layer) + s->r->rank * n;

		for (int64_t i = 0; i < n; i++)
			dw[i] = rank ? dw[i] + g[i] : g[i];
	}
}
