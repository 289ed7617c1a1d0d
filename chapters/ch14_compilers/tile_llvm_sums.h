/* SPDX-License-Identifier: MIT
 *
 * tile_llvm_sums.h - a block of a product's sums in LLVM's intermediate language: rows
 * x vectors of them stay in registers over the whole depth.
 */
#ifndef TILE_LLVM_SUMS_H
#define TILE_LLVM_SUMS_H

#include "tile_first.h"
#include "tile_llvm_sinks.h"

#define TILE_MOST_SUMS 64
#define TILE_UNROLL    2

struct tile_block {
	const struct tile_node *x; /* the product */
	int rows, vectors, vector;
	int left, stride; /* names of where the left matrix lies */
	int i, j;         /* names of its first row and column */
	int slot[TILE_MOST_SUMS];
	int row[TILE_MOST_SUMS]; /* names of where rows of the left matrix begin */
};

/* The address of element (i, j) of value v in scratch. */
static int tile_corner(struct tile_llvm *e, int v, int i, int j)
{
	int at = tile_let(e, "mul i64 %%t%d, %d", i, e->plan->stride[v]);

	at = tile_let(e, "add i64 %%t%d, %%t%d", at, j);
	at = tile_let(e, "add i64 %%t%d, %lld", at, (long long)e->plan->at[v]);
	return tile_address(e, -1, at);
}

/* The address of element (i + di, j + dj). */
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

/* Sums begin as their constant in the first turn of the loop, else as they were. */
static void tile_begin_sums(struct tile_llvm *e, const struct tile_block *b)
{
	int loop = tile_first_loop(e->p, b->x->a), label = ++e->last, is_first, none;
	const struct tile_node *splat = &e->p->node[e->p->node[b->x->a].a];

	if (loop < 0) {
		tile_move_sums(e, b, 0);
		return;
	}
	is_first = tile_let(e, "icmp eq i64 %%t%d, %lld", e->names.id[0][loop],
			    (long long)e->p->node[e->p->node[loop].a].whole);
	tile_say(e, "br i1 %%t%d, label %%first%d, label %%again%d\nfirst%d:", is_first,
		 label, label, label);
	none = tile_lanes_of(e, tile_constant(e, e->p->node[splat->a].number),
			     TILE_REAL, b->vector);
	for (int s = 0; s < b->rows * b->vectors; s++)
		tile_set(e, b->slot[s], TILE_REAL, b->vector, none);
	tile_say(e, "br label %%begun%d\nagain%d:", label, label);
	tile_move_sums(e, b, 0);
	tile_say(e, "br label %%begun%d\nbegun%d:", label, label);
}

/* Where rows of the left matrix begin. */
static void tile_find_rows(struct tile_llvm *e, struct tile_block *b)
{
	struct tile_text t = tile_address_type(TILE_REAL, 1);
	int at = tile_let(e, "mul i64 %%t%d, %%t%d", b->i, b->stride);

	for (int r = 0; r < b->rows; r++) {
		b->row[r] = tile_let(e, "getelementptr float, %s %%t%d, i64 %%t%d", t.s,
				     b->left, at);
		at = tile_let(e, "add i64 %%t%d, %%t%d", at, b->stride);
	}
}

/* A column of the left matrix times a row of the right one, dk from the corners. */
static void tile_outer(struct tile_llvm *e, const struct tile_block *b, int k,
		       int corner, int dk)
{
	struct tile_text t = tile_type_of(TILE_REAL, b->vector),
			 to = tile_address_type(TILE_REAL, 1);
	int right[TILE_MOST_SUMS];

	for (int c = 0; c < b->vectors; c++) {
		int at = tile_from(e, b->x->c, corner, dk, c * b->vector);

		right[c] = tile_read(e, tile_cast(e, at, b->vector), b->vector);
	}
	for (int r = 0; r < b->rows; r++) {
		int left = tile_let(e, "getelementptr float, %s %%t%d, i64 %%t%d", to.s,
				    b->row[r], k);

		left = tile_let(e, "getelementptr float, %s %%t%d, i64 %d", to.s, left,
				dk);
		left = tile_read(e, left, 1);

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
	int corner;

	for (int s = 0; s < b->rows * b->vectors; s++)
		b->slot[s] = tile_slot(e, TILE_REAL, b->vector);
	tile_begin_sums(e, b);
	tile_find_rows(e, b);
	loop = tile_begin(e, e->zero, tile_number(e, depth));
	corner = tile_corner(e, b->x->c, loop.index, b->j);
	for (int dk = 0; dk < step; dk++)
		tile_outer(e, b, loop.index, corner, dk);
	tile_finish(e, &loop, tile_number(e, step));
	tile_move_sums(e, b, 1);
}

#endif
