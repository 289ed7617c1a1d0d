/* SPDX-License-Identifier: MIT
 *
 * block_groups.h - which operations of the graph are fused.  The level of an operation
 * is the number of products on the longest way to it; what is done to elements and rows
 * at one level, on as many rows, is a group.  A matrix goes through memory if a product
 * or another group reads it, or if it is the output: nothing else does.
 */
#ifndef BLOCK_GROUPS_H
#define BLOCK_GROUPS_H

#include "block_memory.h"

#define BLOCK_MOST_GROUPS 16

struct block_group {
	int64_t rows;
	int level;
};

struct block_groups {
	int n;
	struct block_group group[BLOCK_MOST_GROUPS];
	int level[BLOCK_MOST], of[BLOCK_MOST]; /* of: -1: of none */
};

static void block_find_levels(const struct block_graph *g, struct block_groups *to)
{
	for (int v = 0; v < g->n; v++) {
		const struct block_node *x = &g->node[v];
		int level = 0;

		if (x->a >= 0)
			level = to->level[x->a];
		if (x->b >= 0 && to->level[x->b] > level)
			level = to->level[x->b];
		to->level[v] = level + (block_is_work(x) && !block_is_fusable(x));
	}
}

/* The group of v, which may be the first of it; -1: too many. */
static int block_group_of(struct block_groups *to, int level, int64_t rows)
{
	for (int i = 0; i < to->n; i++)
		if (to->group[i].level == level && to->group[i].rows == rows)
			return i;
	if (to->n == BLOCK_MOST_GROUPS)
		return -1;
	to->group[to->n] = (struct block_group){ rows, level };
	return to->n++;
}

/* u, which v reads, lies in memory unless they are of one group. */
static void block_mark_stored(struct block_memory *m, const struct block_groups *to,
			      int v, int u)
{
	if (u < 0)
		return;
	u = block_owner(&m->g, u);
	if (to->of[u] < 0 || to->of[u] != to->of[v])
		m->is_stored[u] = block_is_work(&m->g.node[u]);
}

/* Finds the groups, and fills in m's step[] and is_stored[].  Returns 0, or -errno. */
static int block_fuse(struct block_memory *m, struct block_groups *to)
{
	block_find_levels(&m->g, to);
	for (int v = 0; v < m->g.n; v++) {
		const struct block_node *x = &m->g.node[v];
		int is_fusable = block_is_fusable(x);

		to->of[v] = is_fusable ? block_group_of(to, to->level[v], x->rows) : -1;
		if (is_fusable && to->of[v] < 0)
			return -ENOTSUP;
		/* Products lead to the next level, whose groups come after them. */
		m->step[v] = 2 * to->level[v] - !is_fusable;
	}
	for (int v = 0; v < m->g.n; v++) {
		const struct block_node *x = &m->g.node[v];

		if (!block_is_work(x))
			continue;
		block_mark_stored(m, to, v, x->a);
		block_mark_stored(m, to, v, x->b);
		if (x->op == BLOCK_SCORES) {
			block_mark_stored(m, to, v, x->a + 1);
			block_mark_stored(m, to, v, x->b + 1);
		}
	}
	m->is_stored[m->g.last] = 1;
	return 0;
}

#endif
