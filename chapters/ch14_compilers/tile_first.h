/* SPDX-License-Identifier: MIT
 *
 * tile_first.h - work that a product of tiles can skip: sums that begin as a constant
 * need not lie in memory before the first product, and a matrix that lies in memory in
 * whole rows need not be copied when its elements are read one by one.
 */
#ifndef TILE_FIRST_H
#define TILE_FIRST_H

#include "tile_plan.h"

/* The one operation that changes variable v, if it is a product; else -1. */
static inline int tile_only_product(const struct tile_program *p, int v)
{
	int dot = -1;

	for (int i = 0; i < p->n; i++) {
		const struct tile_node *x = &p->node[i];

		if ((x->op == TILE_ASSIGN || x->op == TILE_DOT) && x->a == v) {
			if (x->op == TILE_ASSIGN || dot >= 0)
				return -1;
			dot = i;
		}
	}
	return dot;
}

/*
 * The loop whose first turn makes the sums of v: v begins as a constant, and the next
 * loop, which turns at least once, has the only product that changes it, before any
 * operation reads it.  -1: none.
 */
static inline int tile_first_loop(const struct tile_program *p, int v)
{
	const struct tile_node *x = &p->node[v];
	int dot = tile_only_product(p, v), loop = -1;

	if (dot < 0 || p->node[x->a].op != TILE_SPLAT ||
	    p->node[p->node[x->a].a].op != TILE_FLOAT)
		return -1;
	for (int i = v + 1; i < dot; i++) {
		uint8_t seen[TILE_MOST] = { 0 };

		if (p->node[i].op == TILE_END ||
		    (p->node[i].op == TILE_LOOP && loop >= 0))
			return -1;
		if (tile_is_sink(&p->node[i]))
			tile_reach(p, i, seen);
		if (seen[v])
			return -1;
		loop = p->node[i].op == TILE_LOOP ? i : loop;
	}
	if (loop < 0 || p->node[p->node[loop].a].op != TILE_INT ||
	    p->node[p->node[loop].b].op != TILE_INT ||
	    p->node[p->node[loop].a].whole >= p->node[p->node[loop].b].whole)
		return -1;
	return loop;
}

/* By how much an int grows from a row to the next; -1: not known, or it shrinks. */
static inline int64_t tile_row_slope(const struct tile_program *p, int v)
{
	const struct tile_node *x = &p->node[v];
	int64_t a, b;

	if (x->rows == 1)
		return 0;
	if (x->op == TILE_COLUMN)
		return 1;
	if (x->op != TILE_ADD && x->op != TILE_MULTIPLY)
		return -1;
	a = tile_row_slope(p, x->a);
	b = tile_row_slope(p, x->b);
	if (a < 0 || b < 0)
		return -1;
	if (x->op == TILE_ADD)
		return a + b;
	if (b == 0 && p->node[x->b].op == TILE_INT && p->node[x->b].whole >= 0)
		return a * p->node[x->b].whole;
	return a || b ? -1 : 0;
}

/* Does a mask that holds for the last row of a tile hold for all? */
static inline int tile_is_falling(const struct tile_program *p, int v)
{
	const struct tile_node *x = &p->node[v];

	if (x->op == TILE_AND)
		return tile_is_falling(p, x->a) && tile_is_falling(p, x->b);
	return x->op == TILE_LESS && tile_row_slope(p, x->a) >= 0 &&
	       tile_row_slope(p, x->b) == 0;
}

/* Is x a load of rows that lie at a distance which is known? */
static inline int tile_is_in_rows(const struct tile_program *p,
				  const struct tile_node *x)
{
	return x->op == TILE_LOAD && tile_slope(p, x->b) == 1 &&
	       tile_row_slope(p, x->b) >= 0 && tile_is_falling(p, x->c);
}

#endif
