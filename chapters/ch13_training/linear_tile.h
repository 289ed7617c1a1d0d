/* SPDX-License-Identifier: MIT
 *
 * linear_tile.h - both products of a linear layer's backward pass, by tiles.
 */
#include "linear_bias.h"
#include "product_tile.h"

/* Computes one of n_parts parts of the rows of dx, and of the outputs of dw and db. */
static inline void linear_part(const struct aisp_io *io, int64_t part, int64_t n_parts)
{
	int64_t rows = io->param[ROWS], in = io->param[INPUTS];
	int64_t out = io->param[OUTPUTS], r = rows * part / n_parts;
	int64_t r_end = rows * (part + 1) / n_parts, o = out * part / n_parts;
	int64_t o_end = out * (part + 1) / n_parts;
	float *room = (float *)io->workspace + part * room_elems(io->param);
	const float *dy = aisp_in_f32(io, DY);
	struct product dx = { aisp_out_f32(io, DX) + r * in,
			      dy + r * out,
			      aisp_in_f32(io, W),
			      r_end - r,
			      in,
			      out,
			      .row = out,
			      .depth = 1,
			      .room = room };
	struct product dw = { aisp_out_f32(io, DW) + o * in,
			      dy + o,
			      aisp_in_f32(io, X),
			      o_end - o,
			      in,
			      rows,
			      .row = 1,
			      .depth = out,
			      .is_added = 1,
			      .room = room };

	multiply(&dx);
	multiply(&dw);
	add_columns(aisp_out_f32(io, DB), dy, rows, out, o, o_end);
}
