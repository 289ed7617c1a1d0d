/* SPDX-License-Identifier: MIT
 *
 * tile_interpreter.h - runs a program of tile_ir.h as it stands: each operation is a
 * loop over its tile, and its value goes through memory, as in a language of arrays.
 */
#ifndef TILE_INTERPRETER_H
#define TILE_INTERPRETER_H

#include "tile_element.h"

#include <aisp/clones.h>
#include <errno.h>
#include <stdlib.h>

static void tile_move(const struct tile_machine *m, int v)
{
	const struct tile_node *x = &m->p.node[v];
	float *memory = m->pointer[m->p.node[x->a].whole];

	for (int64_t e = 0; e < (int64_t)x->rows * x->cols; e++) {
		int64_t at = tile_word_of(m, v, 1, e).whole;
		int is_in = (int)tile_word_of(m, v, 2, e).whole;

		if (x->op == TILE_LOAD)
			m->value[v][e].real = is_in ? memory[at] : x->number;
		else if (is_in)
			memory[at] = tile_word_of(m, v, 3, e).real;
	}
}

static void tile_reduce_rows(const struct tile_machine *m, int v)
{
	const struct tile_node *x = &m->p.node[v], *from = &m->p.node[x->a];

	for (int64_t i = 0; i < x->rows; i++) {
		const union tile_word *row = m->value[x->a] + i * from->cols;
		float y = x->op == TILE_ROW_MAX ? -INFINITY : 0;

		for (int64_t j = 0; j < from->cols; j++)
			y = tile_apply(x->op == TILE_ROW_MAX ? TILE_MAXIMUM : TILE_ADD,
				       y, row[j].real);
		m->value[v][i].real = y;
	}
}

AISP_CLONES static void tile_multiply_add(union tile_word *restrict y,
					  const union tile_word *restrict a,
					  const union tile_word *restrict b,
					  int64_t rows, int64_t depth, int64_t cols)
{
	for (int64_t i = 0; i < rows; i++)
		for (int64_t k = 0; k < depth; k++)
			for (int64_t j = 0; j < cols; j++)
				y[i * cols + j].real +=
					a[i * depth + k].real * b[k * cols + j].real;
}

static void tile_step(const struct tile_machine *m, int v)
{
	const struct tile_node *x = &m->p.node[v];
	int64_t n = (int64_t)x->rows * x->cols;

	if (x->op == TILE_LOAD || x->op == TILE_STORE)
		tile_move(m, v);
	else if (x->op == TILE_ROW_MAX || x->op == TILE_ROW_SUM)
		tile_reduce_rows(m, v);
	else if (x->op == TILE_DOT)
		tile_multiply_add(m->value[x->a], m->value[x->b], m->value[x->c],
				  x->rows, m->p.node[x->b].cols, x->cols);
	else if (x->op == TILE_ASSIGN)
		for (int64_t e = 0; e < n; e++)
			m->value[x->a][e] = tile_word_of(m, v, 1, e);
	else if (x->op != TILE_POINTER)
		for (int64_t e = 0; e < n; e++)
			m->value[v][e] = tile_element(m, v, e);
}

/* Runs operations [first, last) at one point of the grid. */
static void tile_interpret(const struct tile_machine *m, int first, int last)
{
	for (int v = first; v < last; v++) {
		const struct tile_node *x = &m->p.node[v];
		int end = v + 1;

		if (x->op != TILE_LOOP) {
			tile_step(m, v);
			continue;
		}
		for (int depth = 1; depth; end++)
			depth += (m->p.node[end].op == TILE_LOOP) -
				 (m->p.node[end].op == TILE_END);
		for (int64_t i = m->value[x->a]->whole; i < m->value[x->b]->whole;
		     i += m->value[x->c]->whole) {
			m->value[v]->whole = i;
			tile_interpret(m, v + 1, end - 1);
		}
		v = end - 1;
	}
}

static void tile_machine_free(void *state)
{
	struct tile_machine *m = (struct tile_machine *)state;

	for (int v = 0; m && v < TILE_MOST; v++)
		free(m->value[v]);
	free(m);
}

/* Allocates the values of m's program.  Returns 0, or -errno. */
static int tile_machine_init(struct tile_machine *m)
{
	if (tile_check(&m->p))
		return -EINVAL;
	for (int v = 0; v < m->p.n; v++) {
		size_t n = (size_t)m->p.node[v].rows * (size_t)m->p.node[v].cols;

		m->value[v] = (union tile_word *)calloc(n, sizeof(**m->value));
		if (!m->value[v])
			return -ENOMEM;
	}
	return 0;
}

static void tile_machine_run(struct tile_machine *m, float *const *pointer)
{
	m->pointer = pointer;
	for (m->at[1] = 0; m->at[1] < m->grid[1]; m->at[1]++)
		for (m->at[0] = 0; m->at[0] < m->grid[0]; m->at[0]++)
			tile_interpret(m, 0, m->p.n);
}

#endif
