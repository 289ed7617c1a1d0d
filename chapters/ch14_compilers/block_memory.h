/* SPDX-License-Identifier: MIT
 *
 * block_memory.h - where the matrices of a graph lie: inputs and the output are the
 * caller's; the others share an arena, in which one may have the place of another that
 * is not read any more.
 */
#ifndef BLOCK_MEMORY_H
#define BLOCK_MEMORY_H

#include "block_build.h"

#include <errno.h>
#include <stdlib.h>

#define BLOCK_LINE 16 /* floats of a cache line */

struct block_memory {
	struct block_graph g;
	int step[BLOCK_MOST];      /* when it is computed */
	int last[BLOCK_MOST];      /* the last step that reads it */
	int is_stored[BLOCK_MOST]; /* it goes through memory */
	int64_t at[BLOCK_MOST];    /* in the arena */
	float *arena;
};

/* A matrix of which a row may be one for all. */
struct block_matrix {
	float *at;
	int64_t stride, rows, cols, repeat;
};

static void block_find_last(struct block_memory *m)
{
	for (int v = 0; v < m->g.n; v++) {
		const struct block_node *x = &m->g.node[v];
		int of[4] = { x->a, x->b, x->a, x->b };

		/* Second halves stand behind the first. */
		if (x->op == BLOCK_SCORES) {
			of[2]++;
			of[3]++;
		}
		for (int k = 0; k < 4 && block_is_work(x); k++)
			if (of[k] >= 0) {
				int u = block_owner(&m->g, of[k]);

				m->last[u] = m->step[v] > m->last[u] ? m->step[v]
								     : m->last[u];
			}
	}
}

static int64_t block_floats(const struct block_node *x)
{
	return (x->rows * x->cols + BLOCK_LINE - 1) / BLOCK_LINE * BLOCK_LINE;
}

/* Do u, which has a place, and v, which would have m->at[v], need the same memory? */
static int block_collide(const struct block_memory *m, int u, int v)
{
	return m->step[u] <= m->last[v] && m->step[v] <= m->last[u] &&
	       m->at[u] < m->at[v] + block_floats(&m->g.node[v]) &&
	       m->at[v] < m->at[u] + block_floats(&m->g.node[u]);
}

/* The first place in the arena that is free while v is needed. */
static void block_place(struct block_memory *m, int v)
{
	m->at[v] = 0;
	for (int u = 0; u < v; u++)
		if (m->is_stored[u] && u != m->g.last && block_collide(m, u, v)) {
			m->at[v] = m->at[u] + block_floats(&m->g.node[u]);
			u = -1;
		}
}

/* Places all matrices, given step[] and is_stored[].  Returns 0, or -errno. */
static int block_memory_init(struct block_memory *m)
{
	int64_t floats = 0;

	block_find_last(m);
	for (int v = 0; v < m->g.n; v++) {
		int64_t end;

		if (!m->is_stored[v] || v == m->g.last)
			continue;
		block_place(m, v);
		end = m->at[v] + block_floats(&m->g.node[v]);
		floats = end > floats ? end : floats;
	}
	m->arena = (float *)aligned_alloc(64, (size_t)(floats + BLOCK_LINE) *
						      sizeof(float));
	if (!m->arena)
		return -ENOMEM;
	memset(m->arena, 0, (size_t)(floats + BLOCK_LINE) * sizeof(float));
	return 0;
}

/* Where owner v begins in this call. */
static float *block_base(const struct block_memory *m, const struct aisp_io *io, int v)
{
	const struct block_node *x = &m->g.node[v];

	if (x->op == BLOCK_INPUT)
		return (float *)io->in[x->tensor].data;
	return v == m->g.last ? aisp_out_f32(io, 0) : m->arena + m->at[v];
}

static struct block_matrix block_view(const struct block_memory *m,
				      const struct aisp_io *io, int v)
{
	const struct block_node *x = &m->g.node[v];
	int owner = block_owner(&m->g, v);
	struct block_matrix y = { .rows = x->rows,
				  .cols = x->cols,
				  .repeat = x->repeat ? x->repeat : x->rows };

	y.stride = m->g.node[owner].cols;
	y.at = x->op == BLOCK_CONSTANT ? (float *)&x->number
				       : block_base(m, io, owner) + x->from;
	return y;
}

#endif
