/* SPDX-License-Identifier: MIT
 *
 * tile_llvm_region.h - loops over the elements of a tile, in which what a sink needs is
 * computed: rows, and along each as many lanes at once as the target says.
 *
 * A mask that compares the column with a bound holds for the first lanes of a row.  Up
 * to there whole lanes are loaded and stored as if there were no mask; the rest of the
 * row is the masked one.
 */
#ifndef TILE_LLVM_REGION_H
#define TILE_LLVM_REGION_H

#include "tile_llvm_value.h"

static int tile_lesser(struct tile_llvm *e, int a, int b)
{
	return tile_choose(e, TILE_WHOLE, 1,
			   tile_let(e, "icmp slt i64 %%t%d, %%t%d", a, b), a, b);
}

/* How many elements of a row, from its first on, mask v holds for; 0: not known. */
static int tile_limit(struct tile_llvm *e, int v, int cols)
{
	const struct tile_node *x = &e->p->node[v];
	int a, b, slope;

	if (x->op == TILE_AND) {
		a = tile_limit(e, x->a, cols);
		b = tile_limit(e, x->b, cols);
		return a && b ? tile_lesser(e, a, b) : 0;
	}
	if (x->op != TILE_LESS || tile_slope(e->p, x->a) == TILE_UNKNOWN ||
	    tile_slope(e->p, x->b) == TILE_UNKNOWN)
		return 0;
	slope = tile_slope(e->p, x->a) - tile_slope(e->p, x->b);
	if (slope != 0 && slope != 1)
		return 0;
	a = tile_value(e, x->a, 1);
	b = tile_value(e, x->b, 1);
	if (slope == 1)
		return tile_let(e, "sub i64 %%t%d, %%t%d", b, a);
	return tile_choose(e, TILE_WHOLE, 1,
			   tile_let(e, "icmp slt i64 %%t%d, %%t%d", a, b),
			   tile_number(e, cols), e->zero);
}

/*
 * A number that LLVM does not see through.  Of a mask that is the same in all lanes
 * LLVM 14 makes a load without one: it takes what is no constant for true.
 */
static int tile_hide(struct tile_llvm *e, int x)
{
	int slot = tile_slot(e, TILE_WHOLE, 1);

	tile_set(e, slot, TILE_WHOLE, 1, x);
	return tile_let(e, "load volatile i64, %s %%t%d, align 8",
			tile_address_type(TILE_WHOLE, 1).s, slot);
}

/* Notes the limits of v's mask, if it is a load or store, and of those below it; the
 * least of them and so_far. */
static int tile_limits(struct tile_llvm *e, int v, int cols, int so_far, uint8_t *seen)
{
	const struct tile_node *x = &e->p->node[v];

	if (seen[v])
		return so_far;
	seen[v] = 1;
	if (x->op == TILE_LOAD || x->op == TILE_STORE) {
		int *limit = &e->names.limit[x->c];

		if (!*limit) {
			*limit = tile_limit(e, x->c, cols);
			*limit = *limit ? tile_hide(e, *limit) : 0;
		}
		so_far = tile_lesser(e, *limit ? *limit : e->zero, so_far);
	}
	for (int i = 0; i < tile_n_operands(x); i++) {
		int y = tile_operand(x, i);

		if (!tile_is_sink(&e->p->node[y]) && !e->is_kept[y])
			so_far = tile_limits(e, y, cols, so_far, seen);
	}
	return so_far;
}

/* Elements of the row before which lanes need no mask, a multiple of lanes. */
static int tile_free_of_masks(struct tile_llvm *e, int sink, int cols)
{
	struct tile_names before = e->names;
	uint8_t seen[TILE_MOST] = { 0 };
	int limit, is;

	e->j = e->zero;
	memset(e->names.limit, 0, sizeof(e->names.limit));
	limit = tile_limits(e, sink, cols, tile_number(e, cols), seen);
	memcpy(e->names.id, before.id, sizeof(before.id));
	is = tile_let(e, "icmp sgt i64 %%t%d, 0", limit);
	limit = tile_choose(e, TILE_WHOLE, 1, is, limit, e->zero);
	return tile_let(e, "and i64 %%t%d, %d", limit, -e->lanes);
}

/* What is the same for the whole row is computed before it. */
static void tile_prepare(struct tile_llvm *e, int v, uint8_t *seen)
{
	const struct tile_node *x = &e->p->node[v];

	for (int i = 0; i < tile_n_operands(x); i++) {
		int y = tile_operand(x, i);
		const struct tile_node *o = &e->p->node[y];

		if (seen[y] || o->type == TILE_ADDRESS)
			continue;
		seen[y] = 1;
		if (o->cols == 1)
			tile_value(e, y, 1);
		else if (!tile_is_sink(o) && !e->is_kept[y])
			tile_prepare(e, y, seen);
	}
}

typedef void tile_body(struct tile_llvm *e, int sink, int slot);

/* body() for each element of a tile of x's shape; sink's expressions are in it. */
static void tile_each_column(struct tile_llvm *e, int sink, int cols, tile_body *body,
			     int slot)
{
	struct tile_names before = e->names;
	uint8_t seen[TILE_MOST] = { 0 };
	int limit;

	e->is_masked = true;
	tile_prepare(e, sink, seen);
	if (cols == 1) {
		e->j = e->zero;
		body(e, sink, slot);
	} else {
		struct tile_loop loop;
		int step = tile_number(e, e->lanes), end = tile_number(e, cols);

		limit = tile_free_of_masks(e, sink, cols);
		for (int part = 0; part < 2; part++) {
			loop = part ? tile_begin(e, limit, end)
				    : tile_begin(e, e->zero, limit);
			e->is_masked = part;
			e->j = loop.index;
			body(e, sink, slot);
			tile_finish(e, &loop, step);
		}
	}
	e->names = before;
}

/* The most lanes, of those that the target wants, into which a row can be cut. */
static int tile_lanes_for(int lanes, int cols)
{
	while (cols % lanes)
		lanes /= 2;
	return lanes;
}

#endif
