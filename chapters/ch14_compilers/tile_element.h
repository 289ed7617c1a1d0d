/* SPDX-License-Identifier: MIT
 *
 * tile_element.h - an element of an operation's value, for code that interprets a
 * program of tile_ir.h.
 */
#ifndef TILE_ELEMENT_H
#define TILE_ELEMENT_H

#include "tile_plan.h"

#include <math.h>

union tile_word {
	int64_t whole;
	float real;
};

struct tile_machine {
	struct tile_program p;
	int64_t grid[2], at[2];
	float *const *pointer;
	union tile_word *value[TILE_MOST]; /* dense; state of what changes */
};

/* Element e of a tile of x's shape, in one of y's, whose sides of 1 are repeated. */
static inline int64_t tile_spread(const struct tile_node *x, const struct tile_node *y,
				  int64_t e)
{
	int64_t i = y->rows == 1 ? 0 : e / x->cols;
	int64_t j = y->cols == 1 ? 0 : e % x->cols;

	return i * y->cols + j;
}

static inline union tile_word tile_word_of(const struct tile_machine *m, int x,
					   int operand, int64_t e)
{
	const struct tile_node *to = &m->p.node[x];
	int v = tile_operand(to, operand);
	const struct tile_node *from = &m->p.node[v];

	if (from->rows == to->rows && from->cols == to->cols)
		return m->value[v][e];
	return m->value[v][tile_spread(to, from, e)];
}

static inline float tile_apply(enum tile_op op, float a, float b)
{
	switch (op) {
	case TILE_ADD:
		return a + b;
	case TILE_SUBTRACT:
		return a - b;
	case TILE_MULTIPLY:
		return a * b;
	case TILE_DIVIDE:
		return a / b;
	case TILE_MAXIMUM:
		return a > b ? a : b;
	case TILE_EXP:
		return expf(a);
	default:
		return sqrtf(a);
	}
}

static inline int64_t tile_apply_whole(enum tile_op op, int64_t a, int64_t b)
{
	switch (op) {
	case TILE_ADD:
		return a + b;
	case TILE_SUBTRACT:
		return a - b;
	case TILE_MULTIPLY:
		return a * b;
	case TILE_MAXIMUM:
		return a > b ? a : b;
	case TILE_LESS:
		return a < b;
	default:
		return a && b;
	}
}

/* Element e of an operation that has no other memory than its operands. */
static union tile_word tile_element(const struct tile_machine *m, int v, int64_t e)
{
	const struct tile_node *x = &m->p.node[v];
	union tile_word a = { 0 }, b = { 0 };

	switch (x->op) {
	case TILE_PROGRAM:
		a.whole = m->at[x->whole];
		return a;
	case TILE_INT:
		a.whole = x->whole;
		return a;
	case TILE_FLOAT:
		a.real = x->number;
		return a;
	case TILE_ROW:
	case TILE_COLUMN:
		a.whole = e;
		return a;
	default:
		break;
	}
	a = tile_word_of(m, v, 0, e);
	if (tile_n_operands(x) > 1)
		b = tile_word_of(m, v, 1, e);
	if (x->op == TILE_SPLAT || x->op == TILE_VARIABLE)
		return a;
	if (x->op == TILE_SELECT)
		return a.whole ? b : tile_word_of(m, v, 2, e);
	if (x->type == TILE_REAL)
		a.real = tile_apply(x->op, a.real, b.real);
	else
		a.whole = tile_apply_whole(x->op, a.whole, b.whole);
	return a;
}

#endif
