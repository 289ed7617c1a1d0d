/* SPDX-License-Identifier: MIT
 *
 * block_program.h - a group of the graph (block_groups.h) as a program in the language
 * of tiles: a tile has some rows and all columns.
 */
#ifndef BLOCK_PROGRAM_H
#define BLOCK_PROGRAM_H

#include "block_groups.h"
#include "tile_steps.h"

#define BLOCK_ROWS 16 /* of a tile, unless rows repeat after another number */

struct block_program {
	struct tile_program p;
	int rows;       /* of a tile */
	int n_pointers; /* matrices, by their owners */
	int pointer[BLOCK_MOST];
	int value[BLOCK_MOST]; /* of an operation, in p; -1: not yet */
};

static int block_tile_cols(int64_t cols)
{
	return cols == 1 ? 1 : (int)((cols + BLOCK_LINE - 1) / BLOCK_LINE * BLOCK_LINE);
}

static int block_pointer(struct block_program *b, int owner)
{
	for (int i = 0; i < b->n_pointers; i++)
		if (b->pointer[i] == owner)
			return tile_pointer(&b->p, i);
	b->pointer[b->n_pointers] = owner;
	return tile_pointer(&b->p, b->n_pointers++);
}

/* Where x's elements lie from their owner's first one on, and which are there. */
static int block_places(struct block_program *b, const struct block_node *x,
			int64_t stride, int *mask)
{
	struct tile_program *p = &b->p;
	int j = tile_row(p, block_tile_cols(x->cols));
	int first = tile_multiply(p, tile_program_at(p, 0), tile_int(p, b->rows)), i;
	int at = tile_add(p, j, tile_int(p, x->from));

	*mask = tile_less(p, j, tile_int(p, x->cols));
	if (x->repeat == 1)
		return at;
	i = tile_column(p, b->rows);
	if (!x->repeat) {
		i = tile_add(p, first, i);
		*mask = tile_and(p, tile_less(p, i, tile_int(p, x->rows)), *mask);
	}
	return tile_add(p, tile_multiply(p, i, tile_int(p, stride)), at);
}

/* The value of matrix v, which another operation reads. */
static int block_value(struct block_program *b, const struct block_graph *g, int v)
{
	const struct block_node *x = &g->node[v];
	int owner = block_owner(g, v), at, mask;

	if (b->value[v] >= 0)
		return b->value[v];
	if (x->op == BLOCK_CONSTANT) {
		b->value[v] = tile_float(&b->p, x->number);
	} else {
		at = block_places(b, x, g->node[owner].cols, &mask);
		b->value[v] = tile_load(&b->p, block_pointer(b, owner), at, mask, 0);
	}
	return b->value[v];
}

/* Columns behind the matrix do not count. */
static int block_reduced(struct block_program *b, const struct block_node *from,
			 enum tile_op op, int value)
{
	struct tile_program *p = &b->p;
	int cols = block_tile_cols(from->cols), in;
	float none = op == TILE_ROW_MAX ? -INFINITY : 0;

	if (cols != from->cols) {
		in = tile_less(p, tile_row(p, cols), tile_int(p, from->cols));
		value = tile_select(p, in, value, tile_float(p, none));
	}
	return tile_reduce(p, op, value);
}

static int block_operation(struct block_program *b, const struct block_graph *g, int v)
{
	static const enum tile_op ops[] = { [BLOCK_ADD] = TILE_ADD,
					    [BLOCK_SUBTRACT] = TILE_SUBTRACT,
					    [BLOCK_MULTIPLY] = TILE_MULTIPLY,
					    [BLOCK_DIVIDE] = TILE_DIVIDE };
	const struct block_node *x = &g->node[v];
	int a = block_value(b, g, x->a);

	switch (x->op) {
	case BLOCK_EXP:
		return tile_exp(&b->p, a);
	case BLOCK_ROOT:
		return tile_root(&b->p, a);
	case BLOCK_ROW_SUM:
		return block_reduced(b, &g->node[x->a], TILE_ROW_SUM, a);
	case BLOCK_ROW_MAX:
		return block_reduced(b, &g->node[x->a], TILE_ROW_MAX, a);
	default:
		return tile_two(&b->p, ops[x->op], a, block_value(b, g, x->b));
	}
}

static void block_store(struct block_program *b, const struct block_graph *g, int v)
{
	const struct block_node *x = &g->node[v];
	int mask, at = block_places(b, x, x->cols, &mask);

	tile_store(&b->p, block_pointer(b, v), at, mask, b->value[v]);
}

/* The number of rows after which the group's inputs repeat. */
static int block_rows_of(const struct block_memory *m, const struct block_groups *to,
			 int group)
{
	for (int v = 0; v < m->g.n; v++)
		for (int k = 0; k < 2 && to->of[v] == group; k++) {
			int u = k ? m->g.node[v].b : m->g.node[v].a;

			if (u >= 0 && m->g.node[u].repeat > 1)
				return (int)m->g.node[u].repeat;
		}
	return BLOCK_ROWS;
}

static void block_write(struct block_program *b, const struct block_memory *m,
			const struct block_groups *to, int group)
{
	memset(b, 0, sizeof(*b));
	b->rows = block_rows_of(m, to, group);
	for (int v = 0; v < BLOCK_MOST; v++)
		b->value[v] = -1;
	for (int v = 0; v < m->g.n; v++) {
		if (to->of[v] != group)
			continue;
		b->value[v] = block_operation(b, &m->g, v);
		if (m->is_stored[v])
			block_store(b, &m->g, v);
	}
}

#endif
