/* SPDX-License-Identifier: MIT
 *
 * layers_overlap.h - the gradients of a layer, from the last layer on, into the window.
 */
#include "reduce_behind.h"
#include <aisp/small_product.h>

static inline struct range layer_range(const struct aisp_io *io, int64_t piece)
{
	int64_t n = io->param[WIDTH] * io->param[WIDTH];
	int64_t layer = io->param[LAYERS] - 1 - piece;

	return (struct range){ layer * n, (layer + 1) * n };
}

static inline void make_layer(const struct aisp_io *io, int64_t piece)
{
	const struct aisp_ranks *r = io->ranks;
	int64_t rows = io->param[ROWS], w = io->param[WIDTH];
	int64_t at = (io->param[LAYERS] - 1 - piece) * rows * w;
	const struct aisp_product p = { .c = (float *)r->window[r->rank] +
					     layer_range(io, piece).from,
					.a = aisp_in_f32(io, H) + at,
					.b = aisp_in_f32(io, DZ) + at,
					.m = w,
					.n = w,
					.k = rows,
					.row = 1,
					.depth = w };

	aisp_multiply(&p);
}
