/* SPDX-License-Identifier: MIT
 *
 * tile_llvm_dot.h - a product of tiles in LLVM's intermediate language: the right
 * matrix is packed into scratch, and the left one too unless its rows can be read where
 * they are; loops go around a block of sums (tile_llvm_sums.h).
 */
#ifndef TILE_LLVM_DOT_H
#define TILE_LLVM_DOT_H

#include "tile_llvm_sums.h"

#define TILE_L2_FLOATS 32768 /* 128 KiB, a part of any L2 */

/* Columns [from, to) of rows from name `top` up to name `bottom`, all in blocks. */
static void tile_across(struct tile_llvm *e, struct tile_block b, int top, int bottom,
			int from, int to)
{
	struct tile_loop across, down;

	if (from == to)
		return;
	across = tile_begin(e, tile_number(e, from), tile_number(e, to));
	b.j = across.index;
	down = tile_begin(e, top, bottom);
	b.i = down.index;
	tile_sums(e, &b);
	tile_finish(e, &down, tile_number(e, b.rows));
	tile_finish(e, &across, tile_number(e, b.vectors * b.vector));
}

/* The same of all columns, of which the last may be fewer than a block's. */
static void tile_down(struct tile_llvm *e, struct tile_block b, int top, int bottom)
{
	int wide = b.vectors * b.vector, whole = b.x->cols / wide * wide;

	tile_across(e, b, top, bottom, 0, whole);
	b.vectors = (b.x->cols - whole) / b.vector;
	tile_across(e, b, top, bottom, whole, b.x->cols);
}

/* All rows, so many at once that L2 holds the left matrix's while columns pass. */
static void tile_all_rows(struct tile_llvm *e, struct tile_block b)
{
	int whole = b.x->rows / b.rows * b.rows, depth = e->p->node[b.x->b].cols;
	int some = TILE_L2_FLOATS / depth / b.rows * b.rows,
	    end = tile_number(e, whole);
	struct tile_loop loop;

	some = some < b.rows ? b.rows : some;
	if (whole) {
		int bottom;

		loop = tile_begin(e, e->zero, end);
		bottom = tile_let(e, "add i64 %%t%d, %d", loop.index, some);
		tile_down(e, b, loop.index, tile_lesser(e, bottom, end));
		tile_finish(e, &loop, tile_number(e, some));
	}
	b.rows = b.x->rows - whole;
	if (b.rows)
		tile_down(e, b, end, tile_number(e, b.x->rows));
}

static void tile_pack_body(struct tile_llvm *e, int v, int slot)
{
	(void)slot;
	tile_keep(e, v, tile_value(e, v, e->lanes), e->lanes);
}

/* Packs a matrix that is not in scratch yet. */
static void tile_pack(struct tile_llvm *e, int v)
{
	if (tile_is_state(&e->p->node[v]) || e->is_kept[v])
		return;
	tile_each_element(e, v, &e->p->node[v], tile_pack_body);
	e->is_kept[v] = true;
}

/* Where the left matrix lies in scratch. */
static void tile_left_in_scratch(struct tile_llvm *e, struct tile_block *b)
{
	b->left = tile_address(e, -1, tile_number(e, e->plan->at[b->x->b]));
	b->stride = tile_number(e, e->plan->stride[b->x->b]);
}

/* Does the mask of load x hold for the whole tile? */
static int tile_holds(struct tile_llvm *e, const struct tile_node *x)
{
	struct tile_names before = e->names;
	int limit;

	e->i = tile_number(e, x->rows - 1);
	e->j = e->zero;
	limit = tile_limit(e, x->c, x->cols);
	e->names = before;
	e->i = e->zero;
	return limit ? tile_let(e, "icmp sge i64 %%t%d, %d", limit, x->cols) : 0;
}

/* The left matrix: where it is, if it lies in rows and no mask cuts it, else packed. */
static void tile_find_left(struct tile_llvm *e, struct tile_block *b)
{
	const struct tile_node *x = &e->p->node[b->x->b];
	struct tile_names before = e->names;
	int label = ++e->last, there, far, is_whole = 0;

	if (tile_is_in_rows(e->p, x) && !e->is_kept[b->x->b])
		is_whole = tile_holds(e, x);
	if (!is_whole) {
		tile_pack(e, b->x->b);
		tile_left_in_scratch(e, b);
		return;
	}
	there = tile_address(e, (int)e->p->node[x->a].whole, tile_value(e, x->b, 1));
	e->names = before;
	far = tile_number(e, tile_row_slope(e->p, x->b));
	tile_left_in_scratch(e, b);
	b->left = tile_let(e, "select i1 %%t%d, %s %%t%d, %s %%t%d", is_whole,
			   tile_address_type(TILE_REAL, 1).s, there,
			   tile_address_type(TILE_REAL, 1).s, b->left);
	b->stride = tile_choose(e, TILE_WHOLE, 1, is_whole, far, b->stride);
	tile_say(e, "br i1 %%t%d, label %%found%d, label %%pack%d\npack%d:", is_whole,
		 label, label, label);
	tile_pack(e, b->x->b);
	e->is_kept[b->x->b] = false;
	e->i = e->j = e->zero;
	tile_say(e, "br label %%found%d\nfound%d:", label, label);
}

static void tile_product_of(struct tile_llvm *e, int sink)
{
	const struct tile_node *x = &e->p->node[sink];
	struct tile_block b = { .x = x,
				.rows = e->target.rows,
				.vectors = e->target.vectors };

	tile_find_left(e, &b);
	tile_pack(e, x->c);
	b.vector = tile_lanes_for(e->target.vector, x->cols);
	tile_all_rows(e, b);
}

#endif
