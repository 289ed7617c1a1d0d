/* SPDX-License-Identifier: MIT
 *
 * tile_cuda_dot.h - loops over the elements of a tile in CUDA C, and products: both
 * matrices are staged in shared memory, and a thread has a block of sums.
 */
#ifndef TILE_CUDA_DOT_H
#define TILE_CUDA_DOT_H

#include "tile_cuda_value.h"

#define TILE_DEPTH_UNROLL 4

typedef void tile_cuda_body(struct tile_cuda *c, int sink);

/* Does the sink's body use sums that stay in registers? */
static inline int tile_cuda_owns(const struct tile_cuda *c, int sink)
{
	uint8_t seen[TILE_MOST] = { 0 };

	seen[sink] = 1;
	tile_reach(c->p, sink, seen);
	for (int v = 0; v < c->p->n; v++)
		if (seen[v] && c->plan->is_register[v])
			return 1;
	return 0;
}

/* Row r and column q of a thread's sums. */
static inline void tile_cuda_own(struct tile_cuda *c, const struct tile_node *x)
{
	fprintf(c->text,
		"#pragma unroll\nfor (int r = 0; r < %d; r++)\n"
		"#pragma unroll\nfor (int q = 0; q < %d; q++) {\n"
		"const int i = thread / %d + r * %d;\n"
		"const int j = q / %d * %d + thread %% %d * %d + q %% %d;\n",
		x->rows / TILE_SIDE, x->cols / TILE_SIDE, TILE_SIDE, TILE_SIDE,
		TILE_QUAD, TILE_SIDE * TILE_QUAD, TILE_SIDE, TILE_QUAD, TILE_QUAD);
}

/* Writes a loop with body() over a tile of x's shape, divided among the threads. */
static inline void tile_cuda_each(struct tile_cuda *c, int sink,
				  const struct tile_node *x, tile_cuda_body *body)
{
	if (tile_cuda_owns(c, sink))
		tile_cuda_own(c, x);
	else
		fprintf(c->text,
			"for (int e = thread; e < %d; e += %d) {\n"
			"const int i = e / %d, j = e %% %d;\n",
			x->rows * x->cols, TILE_THREADS, x->cols, x->cols);
	memset(c->is_written, 0, sizeof(c->is_written));
	body(c, sink);
	fprintf(c->text, "}\n__syncthreads();\n");
}

static inline void tile_cuda_pack_body(struct tile_cuda *c, int v)
{
	tile_cuda_value(c, v);
	tile_cuda_home(c, v);
	fprintf(c->text, " = t%d;\n", v);
}

static inline void tile_cuda_pack(struct tile_cuda *c, int v)
{
	if (tile_is_state(&c->p->node[v]) || c->is_kept[v])
		return;
	tile_cuda_each(c, v, &c->p->node[v], tile_cuda_pack_body);
	c->is_kept[v] = 1;
}

/* Sums in registers: rows of the left matrix four columns at a time, since those lie
 * next to each other. */
static inline void tile_cuda_block(struct tile_cuda *c, const struct tile_node *x)
{
	int rows = x->rows / TILE_SIDE, cols = x->cols / TILE_SIDE;
	int depth = c->p->node[x->b].cols;
	int step = depth % TILE_DEPTH_UNROLL ? 1 : TILE_DEPTH_UNROLL;

	fprintf(c->text,
		"for (int k = 0; k < %d; k += %d) {\nfloat a[%d][%d];\n"
		"#pragma unroll\nfor (int r = 0; r < %d; r++)\n"
		"#pragma unroll\nfor (int d = 0; d < %d; d++)\n"
		"a[r][d] = scratch[%lld + (thread / %d + r * %d) * %d + k + d];\n"
		"#pragma unroll\nfor (int d = 0; d < %d; d++)\n",
		depth, step, rows, step, rows, step, (long long)c->plan->at[x->b],
		TILE_SIDE, TILE_SIDE, c->plan->stride[x->b], step);
	fprintf(c->text,
		"#pragma unroll\nfor (int q = 0; q < %d; q++) {\n"
		"const float b = scratch[%lld + (k + d) * %d + q / %d * %d + "
		"thread %% %d * %d + q %% %d];\n"
		"#pragma unroll\nfor (int r = 0; r < %d; r++)\n"
		"s%d[r][q] += a[r][d] * b;\n}\n}\n",
		cols, (long long)c->plan->at[x->c], c->plan->stride[x->c], TILE_QUAD,
		TILE_SIDE * TILE_QUAD, TILE_SIDE, TILE_QUAD, TILE_QUAD, rows, x->a);
}

static inline void tile_cuda_product(struct tile_cuda *c, int sink)
{
	const struct tile_node *x = &c->p->node[sink];

	tile_cuda_pack(c, x->b);
	tile_cuda_pack(c, x->c);
	/* The next turn of a loop packs them anew. */
	c->is_kept[x->b] = c->is_kept[x->c] = 0;
	if (c->plan->is_register[x->a])
		tile_cuda_block(c, x);
	else
		fprintf(c->text,
			"for (int e = thread; e < %d; e += %d)\n"
			"for (int k = 0; k < %d; k++)\n"
			"scratch[%lld + e / %d * %d + e %% %d] += "
			"scratch[%lld + e / %d * %d + k] * "
			"scratch[%lld + k * %d + e %% %d];\n",
			x->rows * x->cols, TILE_THREADS, c->p->node[x->b].cols,
			(long long)c->plan->at[x->a], x->cols, c->plan->stride[x->a],
			x->cols, (long long)c->plan->at[x->b], x->cols,
			c->plan->stride[x->b], (long long)c->plan->at[x->c],
			c->plan->stride[x->c], x->cols);
	fprintf(c->text, "__syncthreads();\n");
}

#endif
