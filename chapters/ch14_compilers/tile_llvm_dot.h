/* SPDX-License-Identifier: MIT
 *
 * tile_llvm_dot.h - a product of tiles in LLVM's intermediate language: both lie in
 * scratch, which packs them, and a block of rows x vectors sums stays in registers over
 * the whole depth.
 */
#ifndef TILE_LLVM_DOT_H
#define TILE_LLVM_DOT_H

#include "tile_llvm_sinks.h"

#define TILE_MOST_SUMS 64
#define TILE_UNROLL    2

struct tile_block {
	const struct tile_node *x; /* the product */
	int rows, vectors, vector;
	int i, j; /* names of its first row and column */
	int slot[TILE_MOST_SUMS];
};

/* The address of element (i, j) of value v in scratch. */
static int tile_corner(struct tile_llvm *e, int v, int i, int j)
{
	int at = tile_let(e, "mul i64 %%t%d, %d", i, e->plan->stride[v]);

	at = tile_let(e, "add i64 %%t%d, %%t%d", at, j);
	at = tile_let(e, "add i64 %%t%d, %lld", at, (long long)e->plan->at[v]);
	return tile_address(e, -1, at);
}

/* And of element (i + di, j + dj). */
static int tile_from(struct tile_llvm *e, int v, int corner, int di, int dj)
{
	const char *t = TILE_IS_TYPED ? "float*" : "ptr";

	return tile_let(e, "getelementptr float, %s %%t%d, i64 %d", t, corner,
			di * e->plan->stride[v] + dj);
}

/* Sums come from the variable, or go there. */
static void tile_move_sums(struct tile_llvm *e, const struct tile_block *b, int is_out)
{
	int corner = tile_corner(e, b->x->a, b->i, b->j);

	for (int r = 0; r < b->rows; r++)
		for (int c = 0; c < b->vectors; c++) {
			int slot = b->slot[r * b->vectors + c];
			int at = tile_from(e, b->x->a, corner, r, c * b->vector);

			at = tile_cast(e, at, b->vector);
			if (is_out)
				tile_set(e, at, TILE_REAL, b->vector,
					 tile_get(e, slot, TILE_REAL, b->vector));
			else
				tile_set(e, slot, TILE_REAL, b->vector,
					 tile_read(e, at, b->vector));
		}
}

/* A column of the left matrix times a row of the right one, dk from the corners. */
static void tile_outer(struct tile_llvm *e, const struct tile_block *b,
		       const int corner[2], int dk)
{
	struct tile_text t = tile_type_of(TILE_REAL, b->vector);
	int right[TILE_MOST_SUMS];

	for (int c = 0; c < b->vectors; c++) {
		int at = tile_from(e, b->x->c, corner[1], dk, c * b->vector);

		right[c] = tile_read(e, tile_cast(e, at, b->vector), b->vector);
	}
	for (int r = 0; r < b->rows; r++) {
		int left = tile_read(e, tile_from(e, b->x->b, corner[0], r, dk), 1);

		left = tile_lanes_of(e, left, TILE_REAL, b->vector);
		for (int c = 0; c < b->vectors; c++) {
			int slot = b->slot[r * b->vectors + c];
			int sum = tile_get(e, slot, TILE_REAL, b->vector);

			sum = tile_let(e,
				       "call %s @llvm.fmuladd.%s(%s %%t%d, %s %%t%d, "
				       "%s %%t%d)",
				       t.s, tile_suffix(b->vector).s, t.s, left, t.s,
				       right[c], t.s, sum);
			tile_set(e, slot, TILE_REAL, b->vector, sum);
		}
	}
}

static void tile_sums(struct tile_llvm *e, struct tile_block *b)
{
	int depth = e->p->node[b->x->b].cols;
	int step = depth % TILE_UNROLL ? 1 : TILE_UNROLL;
	struct tile_loop loop;
	int corner[2];

	for (int s = 0; s < b->rows * b->vectors; s++)
		b->slot[s] = tile_slot(e, TILE_REAL, b->vector);
	tile_move_sums(e, b, 0);
	loop = tile_begin(e, e->zero, tile_number(e, depth));
	corner[0] = tile_corner(e, b->x->b, b->i, loop.index);
	corner[1] = tile_corner(e, b->x->c, loop.index, b->j);
	for (int dk = 0; dk < step; dk++)
		tile_outer(e, b, corner, dk);
	tile_finish(e, &loop, tile_number(e, step));
	tile_move_sums(e, b, 1);
}

/* Rows [from, to) of the columns at b->j, b->rows at once. */
static void tile_down(struct tile_llvm *e, struct tile_block b, int from, int to)
{
	struct tile_loop loop;

	if (from == to)
		return;
	loop = tile_begin(e, tile_number(e, from), tile_number(e, to));
	b.i = loop.index;
	tile_sums(e, &b);
	tile_finish(e, &loop, tile_number(e, b.rows));
}

/* Columns [from, to), b.vectors at once, and all rows. */
static void tile_across(struct tile_llvm *e, struct tile_block b, int from, int to)
{
	int whole = b.x->rows / b.rows * b.rows;
	struct tile_loop loop;

	if (from == to)
		return;
	loop = tile_begin(e, tile_number(e, from), tile_number(e, to));
	b.j = loop.index;
	tile_down(e, b, 0, whole);
	b.rows = b.x->rows - whole;
	tile_down(e, b, whole, b.x->rows);
	tile_finish(e, &loop, tile_number(e, b.vectors * b.vector));
}

static void tile_pack_body(struct tile_llvm *e, int v, int slot)
{
	(void)slot;
	tile_keep(e, v, tile_value(e, v, e->lanes), e->lanes);
}

/* A matrix that nobody has put in scratch yet. */
static void tile_pack(struct tile_llvm *e, int v)
{
	if (tile_is_state(&e->p->node[v]) || e->is_kept[v])
		return;
	tile_each_element(e, v, &e->p->node[v], tile_pack_body);
	e->is_kept[v] = true;
}

static void tile_product_of(struct tile_llvm *e, int sink)
{
	const struct tile_node *x = &e->p->node[sink];
	struct tile_block b = { .x = x,
				.rows = e->target.rows,
				.vectors = e->target.vectors };
	int whole;

	tile_pack(e, x->b);
	tile_pack(e, x->c);
	b.vector = tile_lanes_for(e->target.vector, x->cols);
	whole = x->cols / (b.vectors * b.vector) * b.vectors * b.vector;
	tile_across(e, b, 0, whole);
	b.vectors = (x->cols - whole) / b.vector;
	tile_across(e, b, whole, x->cols);
}

#endif
