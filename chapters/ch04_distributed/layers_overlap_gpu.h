/* SPDX-License-Identifier: MIT
 *
 * layers_overlap_gpu.h - the gradients of a layer, from the last layer on, into the
 * window, and their sums over ranks.
 */
#include "span_sums.h"

/* The piece-th layer from the end. */
static inline struct span layer_span(const struct aisp_io *io, int64_t piece)
{
	int64_t n = io->param[WIDTH] * io->param[WIDTH];
	int64_t layer = io->param[LAYERS] - 1 - piece;
	struct span s = {};

	s.y = aisp_out_f32(io, 0);
	s.from = layer * n;
	s.to = s.from + n;
	s.number = (uint32_t)piece;
	return s;
}

static inline int make_layer(const struct aisp_io *io, int64_t piece)
{
	const struct aisp_ranks *r = io->ranks;
	int64_t rows = io->param[ROWS], w = io->param[WIDTH];
	int64_t at = (io->param[LAYERS] - 1 - piece) * rows * w;
	const struct factors f = { aisp_in_f32(io, H) + at, aisp_in_f32(io, DZ) + at, w,
				   w, rows };
	const struct store_rows dw = {
		(float *)r->window[r->rank] + layer_span(io, piece).from, w
	};

	return launch_product<16, true, true>(f, dw, aisp_stream(io));
}
