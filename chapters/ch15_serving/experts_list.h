/* SPDX-License-Identifier: MIT
 *
 * experts_list.h - a layer of experts by two launches, whose blocks take tiles from the
 * list that routing wrote.
 */
#ifndef EXPERTS_LIST_H
#define EXPERTS_LIST_H

#include "experts_gpu.h"
#include "experts_map.h"
#include "experts_sums.h"

struct state {
	aisp_encode encode;
	int n_blocks;
};

static int setup(const struct aisp_io *io, void **state)
{
	struct state *s = (struct state *)calloc(1, sizeof(*s));

	(void)io;
	*state = s;
	if (!s)
		return -ENOMEM;
	s->n_blocks = aisp_gpu(cudaDevAttrMultiProcessorCount);
	AISP_TRY(cudaFuncSetAttribute(multiply_parts<true>,
				      cudaFuncAttributeMaxDynamicSharedMemorySize,
				      ALL_BYTES));
	AISP_TRY(cudaFuncSetAttribute(multiply_parts<false>,
				      cudaFuncAttributeMaxDynamicSharedMemorySize,
				      ALL_BYTES));
	return aisp_find_encode(&s->encode);
}

/* What a product meets: weights of all experts, twice if they are gated, and n_rows
 * rows. */
template <bool IS_GATED>
static int start(const struct aisp_io *io, const struct state *s,
		 const struct product &p, const struct order &o,
		 const struct aisp_tensor *first, const struct aisp_tensor *second,
		 int64_t n_rows)
{
	struct maps m;
	int64_t n = aisp_elems(first) / p.width;
	int rc = describe(s->encode, first->data, n, p.width, BOX_ROWS, &m.first);

	if (!rc)
		rc = describe(s->encode, second->data, n, p.width, BOX_ROWS, &m.second);
	if (!rc)
		rc = describe(s->encode, p.x, n_rows, p.width, X_BOX_ROWS, &m.rows);
	if (rc)
		return rc;
	multiply_parts<IS_GATED>
		<<<s->n_blocks, THREADS_OF_TILE, ALL_BYTES, aisp_stream(io)>>>(m, p, o);
	return aisp_launched();
}

/* out[place][col], of rows that lie in order: tiles of two boxes of weights. */
static struct product plain_product(const uint16_t *x, uint16_t *out, int width,
				    int n_cols)
{
	return { x,
		 NULL,
		 out,
		 1,
		 width,
		 n_cols,
		 (int)aisp_ceil_div(n_cols, TILE_ROWS),
		 TILE_ROWS,
		 BOX_ROWS };
}

/* The rest of a call, after routing has found an order. */
static int run_list(const struct aisp_io *io, const struct state *s,
		    const struct order &o, uint8_t *room)
{
	const int64_t *p = io->param;
	int64_t rows = p[TOKENS] * p[K];
	uint16_t *h = (uint16_t *)take(&room, rows * p[INNER] * 2);
	uint16_t *out = (uint16_t *)take(&room, rows * p[WIDTH] * 2);
	int width = (int)p[WIDTH], inner = (int)p[INNER], k = (int)p[K];
	struct product up = {
		(const uint16_t *)io->in[X].data,    o.row,    h, k, width, inner,
		(int)aisp_ceil_div(inner, BOX_ROWS), BOX_ROWS, 0
	};
	int rc = start<true>(io, s, up, o, &io->in[W1], &io->in[W3], p[TOKENS]);

	if (!rc)
		rc = start<false>(io, s, plain_product(h, out, inner, width), o,
				  &io->in[W2], &io->in[W2], rows);
	return rc ? rc : add_up(io, o, out);
}

#endif
