/* SPDX-License-Identifier: MIT
 *
 * pairs_list.h - a layer of experts by four launches: routing, places, both products
 * by blocks that take tiles from a list, and sums.
 */
#ifndef PAIRS_LIST_H
#define PAIRS_LIST_H

#include "pairs_early.h"
#include "pairs_gpu.h"

#include "experts_map.h"

struct state {
	aisp_encode encode;
	int n_clusters;
};

/* As many as run at a time: they wait for each other. */
static int count_clusters(int *n)
{
	cudaLaunchAttribute pair = {};
	cudaLaunchConfig_t config = {};

	pair.id = cudaLaunchAttributeClusterDimension;
	pair.val.clusterDim.x = BLOCKS;
	pair.val.clusterDim.y = pair.val.clusterDim.z = 1;
	config.gridDim =
		(unsigned)aisp_gpu(cudaDevAttrMultiProcessorCount) / BLOCKS * BLOCKS;
	config.blockDim = THREADS_OF_TILE;
	config.dynamicSmemBytes = ALL_BYTES;
	config.attrs = &pair;
	config.numAttrs = 1;
	AISP_TRY(cudaOccupancyMaxActiveClusters(n, multiply_units, &config));
	return *n > 0 ? 0 : -ENOTSUP;
}

static int setup(const struct aisp_io *io, void **state)
{
	struct state *s = (struct state *)calloc(1, sizeof(*s));
	int rc;

	(void)io;
	*state = s;
	if (!s)
		return -ENOMEM;
	AISP_TRY(cudaFuncSetAttribute(multiply_units,
				      cudaFuncAttributeMaxDynamicSharedMemorySize,
				      ALL_BYTES));
	rc = count_clusters(&s->n_clusters);
	return rc ? rc : aisp_find_encode(&s->encode);
}

static int describe_all(const struct aisp_io *io, const struct state *s,
			const uint16_t *h, struct maps *m)
{
	const int64_t *p = io->param;
	int64_t up = p[EXPERTS] * p[INNER], down = p[EXPERTS] * p[WIDTH];
	int rc = describe(s->encode, io->in[W1].data, up, p[WIDTH], BOX_ROWS, &m->w1);

	if (!rc)
		rc = describe(s->encode, io->in[W3].data, up, p[WIDTH], BOX_ROWS,
			      &m->w3);
	if (!rc)
		rc = describe(s->encode, io->in[W2].data, down, p[INNER], BOX_ROWS,
			      &m->w2);
	if (!rc)
		rc = describe(s->encode, h, p[TOKENS] * p[K], p[INNER], X_BOX_ROWS,
			      &m->h);
	return rc ? rc
		  : describe(s->encode, h, p[TOKENS] * p[K], p[INNER], MANY_ROWS,
			     &m->many_h);
}

/* Experts have more tokens than half a unit, if they are drawn evenly. */
static int is_paired(const int64_t *p)
{
	return p[TOKENS] * p[K] > 128 * p[EXPERTS];
}

/* Tiles of a unit that a cluster takes at a time are `step` columns. */
static int tiles_of(const int64_t *p, int64_t n_cols, int step)
{
	return (int)aisp_ceil_div(n_cols, is_paired(p) ? step : BLOCKS * step);
}

static struct layer layer_of(const struct aisp_io *io, const struct state *s,
			     const struct order &o, const struct counts &c, uint16_t *h,
			     uint16_t *out)
{
	const int64_t *p = io->param;
	struct layer l = {};

	l.x = (const uint16_t *)io->in[X].data;
	l.h = h;
	l.out = out;
	l.token = o.row;
	l.unit = o.part;
	l.n_units = o.n_parts;
	l.done = c.done;
	l.width = (int)p[WIDTH];
	l.inner = (int)p[INNER];
	l.up_tiles = tiles_of(p, p[INNER], BOX_ROWS);
	l.down_tiles = tiles_of(p, p[WIDTH], TILE_ROWS);
	/* Tiles for each cluster, in which h of the group before gets ready. */
	l.group = (int)aisp_ceil_div(s->n_clusters, l.up_tiles);
	l.is_paired = is_paired(p);
	return l;
}

/* Counts, all of them zero, and room for ranks. */
static int clear_counts(const struct aisp_io *io, uint8_t **room, struct counts *c)
{
	const int64_t *p = io->param;
	int64_t rows = p[TOKENS] * p[K], n = 2 * p[EXPERTS] + rows / PART;

	c->of = (int *)take(room, n * (int64_t)sizeof(int));
	c->done = c->of + p[EXPERTS];
	c->rank = (int *)take(room, rows * (int64_t)sizeof(int));
	AISP_TRY(cudaMemsetAsync(c->of, 0, (size_t)n * sizeof(int), aisp_stream(io)));
	return 0;
}

/* Which experts tokens go to, and the units that they are there. */
static int find_units(const struct aisp_io *io, const struct order &o,
		      const struct counts &c)
{
	const int64_t *p = io->param;
	int *ids = (int *)io->out[IDS].data;
	int rows = (int)(p[TOKENS] * p[K]), experts = (int)p[EXPERTS], k = (int)p[K];

	route_and_count<<<(unsigned)aisp_ceil_div(p[TOKENS], COUNT_WARPS),
			  32 * COUNT_WARPS, 0, aisp_stream(io)>>>(
		ids, o.weight, c, (const uint16_t *)scores_of(io)->data, (int)p[TOKENS],
		experts, k);
	AISP_TRY(cudaGetLastError());
	return aisp_launch_early<struct order, struct counts, const int *, int, int,
				 int, int>(
		io, put_in_places, aisp_ceil_div(rows, ORDER_THREADS), ORDER_THREADS, 0,
		o, c, ids, rows, experts, k, is_paired(p) ? BLOCKS * MOST : MOST);
}

static int multiply_and_add(const struct aisp_io *io, const struct state *s,
			    const struct maps &m, const struct layer &l,
			    const struct order &o)
{
	const int64_t *p = io->param;
	int rc = aisp_launch_early<struct maps, struct layer>(
		io, multiply_units, s->n_clusters * BLOCKS, THREADS_OF_TILE, ALL_BYTES,
		m, l);

	if (rc)
		return rc;
	return aisp_launch_early<uint16_t *, const uint16_t *, struct order, int, int>(
		io, combine_early, p[TOKENS], 256, 0, (uint16_t *)io->out[Y].data,
		l.out, o, (int)p[K], (int)p[WIDTH]);
}

static int run_list(const struct aisp_io *io, const struct state *s)
{
	uint8_t *room = (uint8_t *)io->workspace;
	int64_t rows = io->param[TOKENS] * io->param[K];
	struct order o = order_in(&room, io->param);
	struct counts c;
	struct maps m;
	int rc = clear_counts(io, &room, &c);
	uint16_t *h = (uint16_t *)take(&room, rows * io->param[INNER] * 2);
	uint16_t *out = (uint16_t *)take(&room, rows * io->param[WIDTH] * 2);

	if (!rc)
		rc = find_units(io, o, c);
	if (!rc)
		rc = describe_all(io, s, h, &m);
	return rc ? rc : multiply_and_add(io, s, m, layer_of(io, s, o, c, h, out), o);
}

#endif
