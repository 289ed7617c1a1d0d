/* SPDX-License-Identifier: MIT
 *
 * tile_build.h - the operations of tile_ir.h as functions that append one each and
 * return its number.  An invalid operation sets program->wrong, and building goes on.
 */
#ifndef TILE_BUILD_H
#define TILE_BUILD_H

#include "tile_ir.h"

static inline int tile_append(struct tile_program *p, enum tile_op op,
			      enum tile_type type, int rows, int cols)
{
	struct tile_node *x = &p->node[p->n];

	if (p->n == TILE_MOST) {
		p->wrong = "too many operations";
		return p->n - 1;
	}
	x->op = op;
	x->type = type;
	x->a = x->b = x->c = x->d = -1;
	x->rows = rows;
	x->cols = cols;
	return p->n++;
}

/* One number that a whole one names. */
static inline int tile_named(struct tile_program *p, enum tile_op op,
			     enum tile_type type, int64_t whole)
{
	int v = tile_append(p, op, type, 1, 1);

	p->node[v].whole = whole;
	return v;
}

static inline int tile_pointer(struct tile_program *p, int i)
{
	return tile_named(p, TILE_POINTER, TILE_ADDRESS, i);
}

static inline int tile_program_at(struct tile_program *p, int axis)
{
	return tile_named(p, TILE_PROGRAM, TILE_WHOLE, axis);
}

static inline int tile_int(struct tile_program *p, int64_t x)
{
	return tile_named(p, TILE_INT, TILE_WHOLE, x);
}

static inline int tile_float(struct tile_program *p, float x)
{
	int v = tile_append(p, TILE_FLOAT, TILE_REAL, 1, 1);

	p->node[v].number = x;
	return v;
}

static inline int tile_row(struct tile_program *p, int cols)
{
	return tile_append(p, TILE_ROW, TILE_WHOLE, 1, cols);
}

static inline int tile_column(struct tile_program *p, int rows)
{
	return tile_append(p, TILE_COLUMN, TILE_WHOLE, rows, 1);
}

/* The side of a result of operands with sides x and y. */
static inline int tile_side(struct tile_program *p, int x, int y)
{
	if (x != y && x != 1 && y != 1)
		p->wrong = "shapes do not fit";
	return x > y ? x : y;
}

/* An operation on values a and b (and c, unless -1), each element by itself. */
static inline int tile_each(struct tile_program *p, enum tile_op op,
			    enum tile_type type, int a, int b, int c)
{
	const struct tile_node *x = &p->node[a];
	int rows = x->rows, cols = x->cols, v;

	if (b >= 0) {
		rows = tile_side(p, rows, p->node[b].rows);
		cols = tile_side(p, cols, p->node[b].cols);
	}
	if (c >= 0) {
		rows = tile_side(p, rows, p->node[c].rows);
		cols = tile_side(p, cols, p->node[c].cols);
	}
	v = tile_append(p, op, type, rows, cols);
	p->node[v].a = a;
	p->node[v].b = b;
	p->node[v].c = c;
	return v;
}

static inline int tile_splat(struct tile_program *p, int a, int rows, int cols)
{
	int v = tile_append(p, TILE_SPLAT, p->node[a].type, rows, cols);

	tile_side(p, p->node[a].rows, rows);
	tile_side(p, p->node[a].cols, cols);
	p->node[v].a = a;
	return v;
}

/* An operation on two values of one type, which is the result's, too. */
static inline int tile_two(struct tile_program *p, enum tile_op op, int a, int b)
{
	if (p->node[a].type != p->node[b].type)
		p->wrong = "types do not fit";
	return tile_each(p, op, p->node[a].type, a, b, -1);
}

static inline int tile_add(struct tile_program *p, int a, int b)
{
	return tile_two(p, TILE_ADD, a, b);
}

static inline int tile_subtract(struct tile_program *p, int a, int b)
{
	return tile_two(p, TILE_SUBTRACT, a, b);
}

static inline int tile_multiply(struct tile_program *p, int a, int b)
{
	return tile_two(p, TILE_MULTIPLY, a, b);
}

static inline int tile_divide(struct tile_program *p, int a, int b)
{
	return tile_two(p, TILE_DIVIDE, a, b);
}

static inline int tile_maximum(struct tile_program *p, int a, int b)
{
	return tile_two(p, TILE_MAXIMUM, a, b);
}

static inline int tile_and(struct tile_program *p, int a, int b)
{
	return tile_two(p, TILE_AND, a, b);
}

static inline int tile_less(struct tile_program *p, int a, int b)
{
	return tile_each(p, TILE_LESS, TILE_MASK, a, b, -1);
}

static inline int tile_select(struct tile_program *p, int mask, int a, int b)
{
	return tile_each(p, TILE_SELECT, p->node[a].type, mask, a, b);
}

static inline int tile_exp(struct tile_program *p, int a)
{
	return tile_each(p, TILE_EXP, TILE_REAL, a, -1, -1);
}

static inline int tile_root(struct tile_program *p, int a)
{
	return tile_each(p, TILE_ROOT, TILE_REAL, a, -1, -1);
}

static inline int tile_load(struct tile_program *p, int pointer, int at, int mask,
			    float other)
{
	int v = tile_each(p, TILE_LOAD, TILE_REAL, pointer, at, mask);

	p->node[v].number = other;
	return v;
}

#endif
