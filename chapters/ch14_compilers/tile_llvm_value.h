/* SPDX-License-Identifier: MIT
 *
 * tile_llvm_value.h - an expression of tile_ir.h in LLVM's intermediate language, for
 * element (i, j) of a tile or for `lanes` elements from there on.
 */
#ifndef TILE_LLVM_VALUE_H
#define TILE_LLVM_VALUE_H

#include "tile_llvm_memory.h"

static int tile_value(struct tile_llvm *e, int v, int lanes);

/* j, j + 1, ... */
static int tile_columns(struct tile_llvm *e, int lanes)
{
	char list[TILE_WIDEST * 8] = "";
	size_t n = 0;
	int all;

	if (lanes == 1)
		return e->j;
	for (int l = 0; l < lanes; l++)
		n += (size_t)snprintf(list + n, sizeof(list) - n, "%si64 %d",
				      l ? ", " : "", l);
	all = tile_lanes_of(e, e->j, TILE_WHOLE, lanes);
	return tile_let(e, "add <%d x i64> %%t%d, <%s>", lanes, all, list);
}

static int tile_choose(struct tile_llvm *e, enum tile_type type, int lanes, int is,
		       int a, int b)
{
	struct tile_text t = tile_type_of(type, lanes);

	return tile_let(e, "select %s %%t%d, %s %%t%d, %s %%t%d",
			tile_type_of(TILE_MASK, lanes).s, is, t.s, a, t.s, b);
}

static int tile_larger(struct tile_llvm *e, enum tile_type type, int lanes, int a,
		       int b)
{
	int is = tile_let(e, "%s %s %%t%d, %%t%d",
			  type == TILE_REAL ? "fcmp ogt" : "icmp sgt",
			  tile_type_of(type, lanes).s, a, b);

	return tile_choose(e, type, lanes, is, a, b);
}

/* Mask v, as wide as the region, by its limit where that is known. */
static int tile_mask_of(struct tile_llvm *e, int v, int lanes)
{
	int limit = e->names.limit[v];

	if (lanes == 1 || !limit)
		return tile_value(e, v, lanes);
	limit = tile_lanes_of(e, limit, TILE_WHOLE, lanes);
	return tile_let(e, "icmp slt <%d x i64> %%t%d, %%t%d", lanes,
			tile_columns(e, lanes), limit);
}

static int tile_load_one(struct tile_llvm *e, const struct tile_node *x, int mask,
			 int other)
{
	int at = tile_value(e, x->b, 1), y;

	/* Element 0 is there, whatever the mask says. */
	if (mask)
		at = tile_choose(e, TILE_WHOLE, 1, mask, at, e->zero);
	y = tile_read(e, tile_address(e, (int)e->p->node[x->a].whole, at), 1);
	return mask ? tile_choose(e, TILE_REAL, 1, mask, y, other) : y;
}

/* Lanes of a load: one after the other in memory, one and the same, or anywhere. */
static int tile_load_lanes(struct tile_llvm *e, const struct tile_node *x, int lanes)
{
	int slope = tile_slope(e->p, x->b), which = (int)e->p->node[x->a].whole, at;
	int mask = e->is_masked ? tile_mask_of(e, x->c, lanes) : 0, other = 0;

	if (mask)
		other = tile_lanes_of(e, tile_constant(e, x->number), TILE_REAL, lanes);
	if (lanes == 1)
		return tile_load_one(e, x, mask, other);
	if (slope == 0 && !mask)
		return tile_lanes_of(e, tile_load_one(e, x, 0, 0), TILE_REAL, lanes);
	if (slope != 1 || (mask && !e->names.limit[x->c]))
		return tile_gather(e, which, tile_value(e, x->b, lanes), lanes, mask,
				   other);
	at = tile_cast(e, tile_address(e, which, tile_value(e, x->b, 1)), lanes);
	return mask ? tile_read_masked(e, at, lanes, mask, other)
		    : tile_read(e, at, lanes);
}

/* The instruction of what has one, for floats or for ints and masks. */
static const char *tile_instruction(const struct tile_node *x)
{
	int is_real = x->type == TILE_REAL;

	switch (x->op) {
	case TILE_ADD:
		return is_real ? "fadd" : "add";
	case TILE_SUBTRACT:
		return is_real ? "fsub" : "sub";
	case TILE_MULTIPLY:
		return is_real ? "fmul" : "mul";
	case TILE_DIVIDE:
		return "fdiv";
	case TILE_LESS:
		return "icmp slt";
	case TILE_AND:
		return "and";
	default:
		return NULL;
	}
}

static int tile_call(struct tile_llvm *e, const char *function, int a, int lanes)
{
	struct tile_text t = tile_type_of(TILE_REAL, lanes);

	return tile_let(e, "call %s @%s.%s(%s %%t%d)", t.s, function,
			tile_suffix(lanes).s, t.s, a);
}

static int tile_leaf(struct tile_llvm *e, const struct tile_node *x, int lanes)
{
	switch (x->op) {
	case TILE_PROGRAM:
		return tile_let(e, "add i64 0, %%p%d", (int)x->whole);
	case TILE_INT:
		return tile_number(e, x->whole);
	case TILE_FLOAT:
		return tile_constant(e, x->number);
	case TILE_COLUMN:
		return x->rows == 1 ? e->zero : e->i;
	default:
		return x->cols == 1 ? e->zero : tile_columns(e, lanes);
	}
}

/* An operation of which no value lies in scratch. */
static int tile_compute(struct tile_llvm *e, const struct tile_node *x, int lanes)
{
	enum tile_type type = x->op == TILE_LESS ? TILE_WHOLE : x->type;
	int a, b;

	if (!tile_n_operands(x))
		return tile_leaf(e, x, lanes);
	if (x->op == TILE_LOAD)
		return tile_load_lanes(e, x, lanes);
	a = tile_value(e, x->a, lanes);
	if (x->op == TILE_SPLAT)
		return a;
	if (x->op == TILE_EXP) {
		e->powers |= (unsigned)lanes;
		return tile_call(e, "exp", a, lanes);
	}
	if (x->op == TILE_ROOT)
		return tile_call(e, "llvm.sqrt", a, lanes);
	b = tile_value(e, x->b, lanes);
	if (x->op == TILE_SELECT)
		return tile_choose(e, type, lanes, a, b, tile_value(e, x->c, lanes));
	if (x->op == TILE_MAXIMUM)
		return tile_larger(e, type, lanes, a, b);
	return tile_let(e, "%s %s %%t%d, %%t%d", tile_instruction(x),
			tile_type_of(type, lanes).s, a, b);
}

static int tile_new_value(struct tile_llvm *e, int v, int lanes)
{
	const struct tile_node *x = &e->p->node[v];

	if (lanes > 1 && x->cols == 1)
		return tile_lanes_of(e, tile_value(e, v, 1), x->type, lanes);
	if (tile_is_state(x) || e->is_kept[v])
		return tile_read(e, tile_home(e, v, lanes), lanes);
	return tile_compute(e, x, lanes);
}

/* The name of value v's first element, or of as many as the region has lanes. */
static int tile_value(struct tile_llvm *e, int v, int lanes)
{
	int *id = &e->names.id[lanes > 1][v];

	if (!*id)
		*id = tile_new_value(e, v, lanes);
	return *id;
}

#endif
