/* SPDX-License-Identifier: MIT
 *
 * tile_plan.h - what every lowering of tile_ir.h has to know first: which values lie in
 * memory, where in a program's scratch, and how offsets and masks grow along a row.
 */
#ifndef TILE_PLAN_H
#define TILE_PLAN_H

#include "tile_steps.h"

#define TILE_LINE    16    /* floats of a cache line */
#define TILE_UNKNOWN 65535 /* no slope that is known here */
#define TILE_SIDE    16    /* threads of a GPU for a product, down and across */
#define TILE_QUAD    4     /* columns next to each other that such a thread has */

enum tile_machine_kind { TILE_CPU, TILE_GPU };

struct tile_plan {
	int64_t floats;         /* of scratch */
	int64_t at[TILE_MOST];  /* where a value lies; -1: it is computed where used */
	int stride[TILE_MOST];  /* from row to row */
	int n_sinks[TILE_MOST]; /* how many use a value */
	uint8_t is_register[TILE_MOST];
};

/* The shape that a sink works through: what is reduced, else its own. */
static inline const struct tile_node *tile_region(const struct tile_program *p, int s)
{
	int is_reduced = p->node[s].op == TILE_ROW_MAX || p->node[s].op == TILE_ROW_SUM;

	return &p->node[is_reduced ? p->node[s].a : s];
}

/* Notes in seen[] what the expression of operation x uses. */
static inline void tile_reach(const struct tile_program *p, int x, uint8_t *seen)
{
	for (int i = 0; i < tile_n_operands(&p->node[x]); i++) {
		int y = tile_operand(&p->node[x], i);

		if (seen[y])
			continue;
		seen[y] = 1;
		if (!tile_is_sink(&p->node[y]))
			tile_reach(p, y, seen);
	}
}

/*
 * Room for x.  Rows are an odd number of lines apart: at an even distance the lines of
 * a column would crowd into few sets of a cache.
 */
static inline void tile_place(struct tile_plan *plan, const struct tile_node *x, int v)
{
	int lines = (x->cols + TILE_LINE - 1) / TILE_LINE;

	if (plan->at[v] >= 0)
		return;
	plan->at[v] = plan->floats;
	plan->stride[v] = x->cols == 1 ? 1 : TILE_LINE * (lines | (x->rows > 1));
	plan->floats += ((int64_t)x->rows * plan->stride[v] + TILE_LINE - 1) /
			TILE_LINE * TILE_LINE;
}

/* A power that two sinks need is kept by the first, where it meets all elements. */
static inline int tile_keeps(const struct tile_program *p, const struct tile_plan *plan,
			     int v, int sink)
{
	const struct tile_node *x = &p->node[v], *r = tile_region(p, sink);

	return x->op == TILE_EXP && plan->n_sinks[v] > 1 && x->rows == r->rows &&
	       x->cols == r->cols;
}

static inline void tile_count_sinks(const struct tile_program *p,
				    struct tile_plan *plan)
{
	for (int s = 0; s < p->n; s++) {
		uint8_t seen[TILE_MOST] = { 0 };

		if (!tile_is_sink(&p->node[s]))
			continue;
		tile_reach(p, s, seen);
		for (int v = 0; v < p->n; v++)
			plan->n_sinks[v] += seen[v];
	}
}

/* On a GPU a variable that products alone change lies in registers: a thread has every
 * 16th row of it, and every 16th four columns. */
static inline int tile_in_registers(const struct tile_program *p, int v)
{
	int n_dots = 0;

	for (int i = 0; i < p->n; i++) {
		if (p->node[i].op == TILE_ASSIGN && p->node[i].a == v)
			return 0;
		n_dots += p->node[i].op == TILE_DOT && p->node[i].a == v;
	}
	return p->node[v].op == TILE_VARIABLE && n_dots &&
	       p->node[v].rows % TILE_SIDE == 0 &&
	       p->node[v].cols % (TILE_SIDE * TILE_QUAD) == 0;
}

static inline void tile_plan(const struct tile_program *p, struct tile_plan *plan,
			     enum tile_machine_kind kind)
{
	plan->floats = 0;
	for (int v = 0; v < TILE_MOST; v++) {
		plan->at[v] = -1;
		plan->n_sinks[v] = plan->stride[v] = 0;
		plan->is_register[v] =
			kind == TILE_GPU && v < p->n && tile_in_registers(p, v);
	}
	tile_count_sinks(p, plan);
	for (int s = 0; s < p->n; s++) {
		const struct tile_node *x = &p->node[s];
		uint8_t seen[TILE_MOST] = { 0 };

		if (tile_is_state(x) && !plan->is_register[s])
			tile_place(plan, x, s);
		if (x->op == TILE_DOT) {
			tile_place(plan, &p->node[x->b], x->b);
			tile_place(plan, &p->node[x->c], x->c);
		}
		if (!tile_is_sink(x) || x->op == TILE_DOT)
			continue;
		tile_reach(p, s, seen);
		for (int v = 0; v < p->n; v++)
			if (seen[v] && tile_keeps(p, plan, v, s))
				tile_place(plan, &p->node[v], v);
	}
}

/* By how much an int grows from a column to the next. */
static inline int tile_slope(const struct tile_program *p, int v)
{
	const struct tile_node *x = &p->node[v];
	int a, b;

	if (x->cols == 1)
		return 0;
	if (x->op == TILE_ROW)
		return 1;
	if (x->op == TILE_SPLAT)
		return tile_slope(p, x->a);
	if (x->op != TILE_ADD && x->op != TILE_SUBTRACT && x->op != TILE_MULTIPLY)
		return TILE_UNKNOWN;
	a = tile_slope(p, x->a);
	b = tile_slope(p, x->b);
	if (a == TILE_UNKNOWN || b == TILE_UNKNOWN)
		return TILE_UNKNOWN;
	if (x->op != TILE_MULTIPLY)
		return x->op == TILE_ADD ? a + b : a - b;
	if (a && !b && p->node[x->b].op == TILE_INT && p->node[x->b].whole < 1024)
		return a * (int)p->node[x->b].whole;
	return a || b ? TILE_UNKNOWN : 0;
}

#endif
