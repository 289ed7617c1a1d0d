/* SPDX-License-Identifier: MIT
 *
 * tile_llvm_sinks.h - stores, variables and reductions in LLVM's intermediate language.
 */
#ifndef TILE_LLVM_SINKS_H
#define TILE_LLVM_SINKS_H

#include "tile_llvm_keep.h"

/* body() over rows x cols elements. */
static void tile_each_element(struct tile_llvm *e, int sink,
			      const struct tile_node *shape, tile_body *body)
{
	struct tile_loop loop;

	e->lanes = tile_lanes_for(e->target.lanes, shape->cols);
	e->i = e->zero;
	if (shape->rows > 1) {
		loop = tile_begin(e, e->zero, tile_number(e, shape->rows));
		e->i = loop.index;
		tile_each_column(e, sink, shape->cols, body, 0);
		tile_finish(e, &loop, tile_number(e, 1));
	} else {
		tile_each_column(e, sink, shape->cols, body, 0);
	}
}

static void tile_store_body(struct tile_llvm *e, int sink, int slot)
{
	const struct tile_node *x = &e->p->node[sink];
	int which = (int)e->p->node[x->a].whole, lanes = e->lanes;
	int value = tile_value(e, x->d, lanes);
	int mask = e->is_masked ? tile_mask_of(e, x->c, lanes) : 0;
	int to;

	(void)slot;
	tile_keep_powers(e, sink);
	to = tile_address(e, which, tile_value(e, x->b, 1));
	if (lanes > 1)
		to = tile_cast(e, to, lanes);
	if (mask && lanes > 1) {
		tile_write_masked(e, value, to, lanes, mask);
	} else if (mask) {
		int label = ++e->last;

		tile_say(e, "br i1 %%t%d, label %%in%d, label %%out%d\nin%d:", mask,
			 label, label, label);
		tile_set(e, to, TILE_REAL, 1, value);
		tile_say(e, "br label %%out%d\nout%d:", label, label);
	} else {
		tile_set(e, to, TILE_REAL, lanes, value);
	}
}

/* A variable's beginning, or an assignment. */
static void tile_assign_body(struct tile_llvm *e, int sink, int slot)
{
	const struct tile_node *x = &e->p->node[sink];
	int is_new = x->op == TILE_VARIABLE;
	int value = tile_value(e, is_new ? x->a : x->b, e->lanes);

	(void)slot;
	tile_keep_powers(e, sink);
	tile_keep(e, is_new ? sink : x->a, value, e->lanes);
}

static int tile_combine(struct tile_llvm *e, enum tile_op op, int lanes, int a, int b)
{
	if (op == TILE_ROW_MAX)
		return tile_larger(e, TILE_REAL, lanes, a, b);
	return tile_let(e, "fadd %s %%t%d, %%t%d", tile_type_of(TILE_REAL, lanes).s, a,
			b);
}

static void tile_reduce_body(struct tile_llvm *e, int sink, int slot)
{
	const struct tile_node *x = &e->p->node[sink];
	int value = tile_value(e, x->a, e->lanes);
	int so_far = tile_get(e, slot, TILE_REAL, e->lanes), next;

	tile_keep_powers(e, sink);
	next = tile_combine(e, x->op, e->lanes, so_far, value);
	tile_set(e, slot, TILE_REAL, e->lanes, next);
}

/* Lanes [from, from + n) of a vector of 2 n. */
static int tile_half(struct tile_llvm *e, int v, int n, int from)
{
	struct tile_text t = tile_type_of(TILE_REAL, 2 * n);
	char list[TILE_WIDEST * 8] = "";
	size_t at = 0;

	if (n == 1)
		return tile_let(e, "extractelement %s %%t%d, i32 %d", t.s, v, from);
	for (int l = 0; l < n; l++)
		at += (size_t)snprintf(list + at, sizeof(list) - at, "%si32 %d",
				       l ? ", " : "", from + l);
	return tile_let(e, "shufflevector %s %%t%d, %s undef, <%d x i32> <%s>", t.s, v,
			t.s, n, list);
}

/* All lanes into one, half onto half. */
static int tile_fold(struct tile_llvm *e, enum tile_op op, int lanes, int v)
{
	while (lanes > 1) {
		lanes /= 2;
		v = tile_combine(e, op, lanes, tile_half(e, v, lanes, 0),
				 tile_half(e, v, lanes, lanes));
	}
	return v;
}

static void tile_reduce_row(struct tile_llvm *e, int sink)
{
	const struct tile_node *x = &e->p->node[sink];
	int slot = tile_slot(e, TILE_REAL, e->lanes);
	int none = tile_constant(e, x->op == TILE_ROW_MAX ? -__builtin_inff() : 0);

	none = tile_lanes_of(e, none, TILE_REAL, e->lanes);
	tile_set(e, slot, TILE_REAL, e->lanes, none);
	tile_each_column(e, sink, e->p->node[x->a].cols, tile_reduce_body, slot);
	tile_keep(e, sink,
		  tile_fold(e, x->op, e->lanes, tile_get(e, slot, TILE_REAL, e->lanes)),
		  1);
}

static void tile_reduction(struct tile_llvm *e, int sink)
{
	const struct tile_node *x = &e->p->node[sink];
	struct tile_loop loop;

	e->lanes = tile_lanes_for(e->target.lanes, e->p->node[x->a].cols);
	e->i = e->zero;
	if (x->rows > 1) {
		loop = tile_begin(e, e->zero, tile_number(e, x->rows));
		e->i = loop.index;
		tile_reduce_row(e, sink);
		tile_finish(e, &loop, tile_number(e, 1));
	} else {
		tile_reduce_row(e, sink);
	}
	tile_mark_kept(e, sink);
}

#endif
