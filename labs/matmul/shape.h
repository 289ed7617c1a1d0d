/* SPDX-License-Identifier: MIT
 *
 * shape.h - whole tiles of several shapes, and a model of the time that each takes:
 * rounds, times the area of a tile, times what a product costs in that shape.
 */
#ifndef SHAPE_H
#define SHAPE_H

#include "../../chapters/ch10_tensor_cores/persistent.h"
#include "../../chapters/ch10_tensor_cores/pingpong.h"
#include "../../chapters/ch10_tensor_cores/tiles_run.h"
#include "wgmma_16.h"

/* As many stages as fit beside the pieces on their way out, eight at most. */
constexpr int stages_beside(int n, int pieces)
{
	int stage = (TILE_M + n) * AISP_ROW_BYTES;
	int out = WORKERS * 4 * pieces * 16 * AISP_ROW_BYTES;
	int most = ((225 << 10) - out) / stage;

	return most < 8 ? most : 8;
}

/* Two warpgroups to a tile; a tile to each warpgroup in turn. */
template <int N, int DOWN, int ACROSS>
using halved = plan<AISP_WGMMA_BF16, N, DOWN, ACROSS, stages_beside(N, 2), WORKERS, 2>;
template <int N, int DOWN, int ACROSS>
using in_turn = plan<AISP_WGMMA_BF16, N, DOWN, ACROSS, stages_beside(N, 1), 1, 1>;

template <class P> static constexpr auto shape_kernel(void)
{
	if constexpr (P::EMPTYING == 1)
		return pingpong<P, as_is>;
	else
		return persistent<P, as_is>;
}

template <class P> static int shape_prepare(struct state *s)
{
	return tiles_prepare<P>(shape_kernel<P>(), s);
}

template <class P>
static int shape_start(const struct aisp_io *io, const struct state *s)
{
	struct launch l;
	int rc = tiles_launch<P>(io, s, &l);

	if (rc)
		return rc;
	shape_kernel<P>()<<<s->n_blocks, THREADS, P::BYTES, aisp_stream(io)>>>(
		l.a, l.b, l.c, l.order, l.n_k, as_is());
	return aisp_launched();
}

/* Of a cluster: rows and columns, and the time of a product of this shape. */
struct shape {
	int rows, cols, percent;
	int (*prepare)(struct state *s);
	int (*start)(const struct aisp_io *io, const struct state *s);
};

template <class P> static constexpr struct shape shape_of(int percent)
{
	return { TILE_M * P::DOWN, P::N * P::ACROSS, percent, shape_prepare<P>,
		 shape_start<P> };
}

/* Measured on an H200 where rounds are full: narrow tiles fetch more for a product. */
static constexpr struct shape shapes[] = {
	shape_of<halved<256, 2, 1>>(100),  shape_of<halved<256, 1, 2>>(102),
	shape_of<in_turn<192, 2, 1>>(100), shape_of<in_turn<192, 1, 2>>(108),
	shape_of<in_turn<160, 2, 1>>(103), shape_of<in_turn<160, 1, 2>>(108),
	shape_of<in_turn<128, 2, 1>>(102), shape_of<in_turn<128, 1, 2>>(110),
};

/* Tiles outside C are fetched as zeros, which takes longer than a narrow product. */
static int percent_of(const struct shape &x, const struct aisp_io *io)
{
	bool is_odd = aisp_ceil_div(io->param[M], TILE_M) % 2;

	return x.percent + (is_odd && x.rows > TILE_M && x.cols < 192 ? 30 : 0);
}

static int64_t shape_cost(const struct shape &x, const struct aisp_io *io, int n_blocks)
{
	int64_t tiles = aisp_ceil_div(io->param[M], x.rows) *
			aisp_ceil_div(io->param[N], x.cols);

	return aisp_ceil_div(tiles, n_blocks / 2) * x.rows * x.cols * percent_of(x, io);
}

static int shapes_prepare(struct state *s)
{
	int rc = 0;

	for (const struct shape &x : shapes)
		if (!rc)
			rc = x.prepare(s);
	return rc;
}

#endif
