/* SPDX-License-Identifier: MIT
 *
 * tile_steps.h - those operations of tile_ir.h that something happens at: stores,
 * reductions, variables, loops and products.  tile_check() says whether a program means
 * what it seems to.
 */
#ifndef TILE_STEPS_H
#define TILE_STEPS_H

#include "tile_build.h"

static inline int tile_store(struct tile_program *p, int pointer, int at, int mask,
			     int value)
{
	int v = tile_each(p, TILE_STORE, TILE_NOTHING, at, mask, value);

	p->node[v].a = pointer;
	p->node[v].b = at;
	p->node[v].c = mask;
	p->node[v].d = value;
	return v;
}

static inline int tile_reduce(struct tile_program *p, enum tile_op op, int a)
{
	int v = tile_append(p, op, TILE_REAL, p->node[a].rows, 1);

	p->node[v].a = a;
	return v;
}

static inline int tile_row_max(struct tile_program *p, int a)
{
	return tile_reduce(p, TILE_ROW_MAX, a);
}

static inline int tile_row_sum(struct tile_program *p, int a)
{
	return tile_reduce(p, TILE_ROW_SUM, a);
}

static inline int tile_variable(struct tile_program *p, int a)
{
	return tile_each(p, TILE_VARIABLE, TILE_REAL, a, -1, -1);
}

static inline int tile_change(struct tile_program *p, enum tile_op op, int variable,
			      int b, int c)
{
	int v = tile_append(p, op, TILE_NOTHING, p->node[variable].rows,
			    p->node[variable].cols);

	if (p->node[variable].op != TILE_VARIABLE)
		p->wrong = "no variable";
	p->node[v].a = variable;
	p->node[v].b = b;
	p->node[v].c = c;
	return v;
}

static inline int tile_assign(struct tile_program *p, int variable, int value)
{
	const struct tile_node *to = &p->node[variable], *x = &p->node[value];

	if (x->rows > to->rows || x->cols > to->cols)
		p->wrong = "a variable's shape does not fit";
	return tile_change(p, TILE_ASSIGN, variable, value, -1);
}

static inline int tile_dot(struct tile_program *p, int variable, int b, int c)
{
	const struct tile_node *to = &p->node[variable], *x = &p->node[b],
			       *y = &p->node[c];

	if (to->rows != x->rows || x->cols != y->rows || y->cols != to->cols)
		p->wrong = "matrices do not fit";
	return tile_change(p, TILE_DOT, variable, b, c);
}

static inline int tile_loop(struct tile_program *p, int from, int to, int step)
{
	return tile_each(p, TILE_LOOP, TILE_WHOLE, from, to, step);
}

static inline void tile_end(struct tile_program *p)
{
	tile_append(p, TILE_END, TILE_NOTHING, 1, 1);
}

/* Was variable v changed between operations x and sink? */
static inline int tile_is_stale(const struct tile_program *p, int v, int x, int sink)
{
	for (int i = x + 1; i < sink; i++)
		if ((p->node[i].op == TILE_ASSIGN || p->node[i].op == TILE_DOT) &&
		    p->node[i].a == v)
			return 1;
	return 0;
}

/*
 * Expressions are computed where they are used: one that reads a variable may not be
 * used after the variable changed.
 */
static inline void tile_check_use(struct tile_program *p, int x, int sink)
{
	for (int i = 0; i < tile_n_operands(&p->node[x]); i++) {
		int v = tile_operand(&p->node[x], i);
		const struct tile_node *y = &p->node[v];

		if (y->op == TILE_VARIABLE && x != sink && tile_is_stale(p, v, x, sink))
			p->wrong = "an expression of a variable that has changed";
		if (!tile_is_sink(y))
			tile_check_use(p, v, sink);
	}
}

/* Returns NULL, or what is wrong. */
static inline const char *tile_check(struct tile_program *p)
{
	int depth = 0;

	for (int i = 0; i < p->n && !p->wrong; i++) {
		if (tile_is_sink(&p->node[i]))
			tile_check_use(p, i, i);
		depth += (p->node[i].op == TILE_LOOP) - (p->node[i].op == TILE_END);
		if (depth < 0)
			p->wrong = "an end without a loop";
	}
	if (depth > 0 && !p->wrong)
		p->wrong = "a loop without an end";
	return p->wrong;
}

#endif
