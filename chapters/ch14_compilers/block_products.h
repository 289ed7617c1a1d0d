/* SPDX-License-Identifier: MIT
 *
 * block_products.h - operations of the graph that are never fused here: products,
 * attention's scores, and values mixed by its weights.
 */
#ifndef BLOCK_PRODUCTS_H
#define BLOCK_PRODUCTS_H

#include "block_memory.h"

#include <aisp/small_product.h>

static void block_multiply(const struct block_memory *m, const struct aisp_io *io,
			   int v)
{
	const struct block_node *x = &m->g.node[v];
	struct block_matrix y = block_view(m, io, v), a = block_view(m, io, x->a),
			    b = block_view(m, io, x->b);

	aisp_multiply(&(struct aisp_product){ .c = y.at,
					      .a = a.at,
					      .b = b.at,
					      .m = y.rows,
					      .n = y.cols,
					      .k = b.rows,
					      .row = a.stride,
					      .depth = 1 });
}

/* A head's scores of a sequence, [seq][seq]; keys with the position last. */
AISP_CLONES static void block_head_scores(float *y, const float *const q[2],
					  const int64_t stride, const float *keys,
					  int64_t seq, int64_t half)
{
	for (int64_t t = 0; t < seq; t++, y += seq) {
		for (int64_t j = 0; j < seq; j++)
			y[j] = 0;
		for (int64_t c = 0; c < 2 * half; c++) {
			float x = q[c / half][t * stride + c % half];

			for (int64_t j = 0; j < seq; j++)
				y[j] += x * keys[c * seq + j];
		}
		for (int64_t j = t + 1; j < seq; j++)
			y[j] = -INFINITY;
	}
}

static void block_scores(const struct block_memory *m, const struct aisp_io *io, int v)
{
	const struct block_node *x = &m->g.node[v];
	int64_t seq = m->g.seq, heads = m->g.heads, half = m->g.node[x->a].cols / heads;
	struct block_matrix y = block_view(m, io, v), k[2] = { 0 }, q[2] = { 0 };
	float keys[MOST * MOST];

	for (int i = 0; i < 2; i++) {
		q[i] = block_view(m, io, x->a + i);
		k[i] = block_view(m, io, x->b + i);
	}
	for (int64_t s = 0; s < y.rows / seq; s++) {
		int64_t row = s / heads * seq, col = s % heads * half;
		int64_t at = row * q[0].stride + col;
		const float *const query[2] = { q[0].at + at, q[1].at + at };

		for (int64_t c = 0; c < 2 * half; c++)
			for (int64_t j = 0; j < seq; j++)
				keys[c * seq + j] =
					k[c / half].at[(row + j) * k[0].stride + col +
						       c % half];
		block_head_scores(y.at + s * seq * seq, query, q[0].stride, keys, seq,
				  half);
	}
}

/* A head's outputs of a sequence: weights times values, of positions up to the own. */
AISP_CLONES static void block_head_mix(float *y, int64_t to_stride, const float *w,
				       const float *v, int64_t stride, int64_t seq,
				       int64_t n)
{
	for (int64_t t = 0; t < seq; t++, y += to_stride, w += seq) {
		for (int64_t c = 0; c < n; c++)
			y[c] = 0;
		for (int64_t j = 0; j <= t; j++)
			for (int64_t c = 0; c < n; c++)
				y[c] += w[j] * v[j * stride + c];
	}
}

static void block_mix(const struct block_memory *m, const struct aisp_io *io, int v)
{
	const struct block_node *x = &m->g.node[v];
	int64_t seq = m->g.seq, heads = m->g.heads, n = x->cols / heads;
	struct block_matrix y = block_view(m, io, v), w = block_view(m, io, x->a),
			    values = block_view(m, io, x->b);

	for (int64_t s = 0; s < w.rows / seq; s++) {
		int64_t row = s / heads * seq, col = s % heads * n;

		block_head_mix(
			y.at + row * y.stride + col, y.stride, w.at + s * seq * seq,
			values.at + row * values.stride + col, values.stride, seq, n);
	}
}

static void block_run_product(const struct block_memory *m, const struct aisp_io *io,
			      int v)
{
	if (m->g.node[v].op == BLOCK_PRODUCT)
		block_multiply(m, io, v);
	else if (m->g.node[v].op == BLOCK_SCORES)
		block_scores(m, io, v);
	else
		block_mix(m, io, v);
}

#endif
