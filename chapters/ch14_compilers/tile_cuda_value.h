/* SPDX-License-Identifier: MIT
 *
 * tile_cuda_value.h - an expression of tile_ir.h in CUDA C, for element (i, j) of a
 * tile: a line for each operation, whose value is named t and its number.
 */
#ifndef TILE_CUDA_VALUE_H
#define TILE_CUDA_VALUE_H

#include "tile_plan.h"

#include <stdio.h>
#include <string.h>

#define TILE_THREADS 256 /* of a block, which runs a program */

struct tile_cuda {
	const struct tile_program *p;
	const struct tile_plan *plan;
	FILE *text;
	uint8_t is_kept[TILE_MOST];    /* lies in shared memory by now */
	uint8_t is_written[TILE_MOST]; /* has a line in this body */
};

static inline void tile_cuda_float(struct tile_cuda *c, float x)
{
	union {
		float number;
		unsigned bits;
	} y;

	y.number = x;
	fprintf(c->text, "__int_as_float(0x%08x)", y.bits);
}

/* Writes element (i, j) of a value that lies in memory. */
static inline void tile_cuda_home(struct tile_cuda *c, int v)
{
	const struct tile_node *x = &c->p->node[v];

	if (c->plan->is_register[v]) {
		fprintf(c->text, "s%d[r][q]", v);
		return;
	}
	fprintf(c->text, "scratch[%lld", (long long)c->plan->at[v]);
	if (x->rows > 1)
		fprintf(c->text, " + i * %d", c->plan->stride[v]);
	if (x->cols > 1)
		fprintf(c->text, " + j");
	fprintf(c->text, "]");
}

/* The operator of an operation on two operands. */
static inline const char *tile_cuda_sign(enum tile_op op)
{
	switch (op) {
	case TILE_ADD:
		return "+";
	case TILE_SUBTRACT:
		return "-";
	case TILE_MULTIPLY:
		return "*";
	case TILE_DIVIDE:
		return "/";
	case TILE_LESS:
		return "<";
	default:
		return "&&";
	}
}

/* Writes the right-hand side of the operation's line. */
static inline void tile_cuda_right(struct tile_cuda *c, int v)
{
	const struct tile_node *x = &c->p->node[v];
	FILE *f = c->text;

	switch (x->op) {
	case TILE_PROGRAM:
		fprintf(f, "blockIdx.%s", x->whole ? "y" : "x");
		break;
	case TILE_INT:
		fprintf(f, "%lld", (long long)x->whole);
		break;
	case TILE_FLOAT:
		tile_cuda_float(c, x->number);
		break;
	case TILE_ROW:
	case TILE_COLUMN:
		fprintf(f, "%s",
			x->rows * x->cols == 1 ? "0"
			: x->op == TILE_ROW    ? "j"
					       : "i");
		break;
	case TILE_SPLAT:
		fprintf(f, "t%d", x->a);
		break;
	case TILE_MAXIMUM:
		fprintf(f, "t%d > t%d ? t%d : t%d", x->a, x->b, x->a, x->b);
		break;
	case TILE_SELECT:
		fprintf(f, "t%d ? t%d : t%d", x->a, x->b, x->c);
		break;
	case TILE_EXP:
	case TILE_ROOT:
		fprintf(f, "%s(t%d)", x->op == TILE_EXP ? "expf" : "sqrtf", x->a);
		break;
	case TILE_LOAD:
		fprintf(f, "t%d ? p%d[t%d] : ", x->c, (int)c->p->node[x->a].whole,
			x->b);
		tile_cuda_float(c, x->number);
		break;
	default:
		fprintf(f, "t%d %s t%d", x->a, tile_cuda_sign(x->op), x->b);
	}
}

/* Writes lines for v and its operands, except those that this body has already. */
static inline void tile_cuda_value(struct tile_cuda *c, int v)
{
	const struct tile_node *x = &c->p->node[v];
	int is_stored = tile_is_state(x) || c->is_kept[v];

	if (c->is_written[v] || x->type == TILE_ADDRESS || x->op == TILE_LOOP)
		return;
	c->is_written[v] = 1;
	for (int k = 0; k < tile_n_operands(x) && !is_stored; k++)
		tile_cuda_value(c, tile_operand(x, k));
	fprintf(c->text, "const %s t%d = ",
		x->type == TILE_REAL   ? "float"
		: x->type == TILE_MASK ? "bool"
				       : "whole",
		v);
	if (is_stored)
		tile_cuda_home(c, v);
	else
		tile_cuda_right(c, v);
	fprintf(c->text, ";\n");
}

/* Powers that others need too go to shared memory. */
static inline void tile_cuda_keep(struct tile_cuda *c, int sink)
{
	uint8_t seen[TILE_MOST] = { 0 };

	tile_reach(c->p, sink, seen);
	for (int v = 0; v < c->p->n; v++)
		if (seen[v] && !c->is_kept[v] && tile_keeps(c->p, c->plan, v, sink)) {
			tile_cuda_value(c, v);
			tile_cuda_home(c, v);
			fprintf(c->text, " = t%d;\n", v);
		}
}

static inline void tile_cuda_mark(struct tile_cuda *c, int sink)
{
	uint8_t seen[TILE_MOST] = { 0 };

	tile_reach(c->p, sink, seen);
	for (int v = 0; v < c->p->n; v++)
		if (seen[v] && tile_keeps(c->p, c->plan, v, sink))
			c->is_kept[v] = 1;
}

#endif
