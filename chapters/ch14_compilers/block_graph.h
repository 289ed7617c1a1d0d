/* SPDX-License-Identifier: MIT
 *
 * block_graph.h - the block as a graph: a list of operations on matrices, each of which
 * names those that it reads.  Matrices have a row for each token, or for each token and
 * head; a gain has one row for all, a table of turns one for each position.
 */
#ifndef BLOCK_GRAPH_H
#define BLOCK_GRAPH_H

#include <stdint.h>

enum block_op {
	BLOCK_INPUT, /* number `tensor` of the workload's */
	BLOCK_SLICE, /* columns [from, from + cols) of a: no operation, a view */
	BLOCK_CONSTANT,
	BLOCK_ADD, /* of elements, as are the next */
	BLOCK_SUBTRACT,
	BLOCK_MULTIPLY,
	BLOCK_DIVIDE,
	BLOCK_EXP,
	BLOCK_ROOT,
	BLOCK_ROW_SUM, /* a column */
	BLOCK_ROW_MAX,
	BLOCK_PRODUCT, /* a times matrix b, an input */
	BLOCK_SCORES,  /* of q = a and k = b, each in two halves: a, a + 1, b, b + 1 */
	BLOCK_MIX,     /* weights a of values b */
};

#define BLOCK_MOST 96

struct block_node {
	enum block_op op;
	int a, b;
	int64_t rows, cols;
	int64_t repeat; /* rows after which they begin anew; 0: all differ */
	int tensor;
	int64_t from;
	float number;
};

struct block_graph {
	int n;
	int last; /* the operation that the output is */
	int64_t seq, heads;
	struct block_node node[BLOCK_MOST];
};

static inline int block_add_node(struct block_graph *g, struct block_node x)
{
	g->node[g->n] = x;
	return g->n++;
}

static inline int block_input(struct block_graph *g, int tensor, int64_t rows,
			      int64_t cols, int64_t repeat)
{
	return block_add_node(g, (struct block_node){ .op = BLOCK_INPUT,
						      .a = -1,
						      .b = -1,
						      .rows = rows,
						      .cols = cols,
						      .repeat = repeat,
						      .tensor = tensor });
}

static inline int block_slice(struct block_graph *g, int a, int64_t from, int64_t cols)
{
	struct block_node x = g->node[a];

	x.op = BLOCK_SLICE;
	x.a = a;
	x.b = -1;
	x.from = from;
	x.cols = cols;
	return block_add_node(g, x);
}

static inline int block_number(struct block_graph *g, float number)
{
	return block_add_node(g, (struct block_node){ .op = BLOCK_CONSTANT,
						      .a = -1,
						      .b = -1,
						      .rows = 1,
						      .cols = 1,
						      .repeat = 1,
						      .number = number });
}

/* As many rows and columns as the larger of both. */
static inline int block_two(struct block_graph *g, enum block_op op, int a, int b)
{
	const struct block_node *x = &g->node[a], *y = &g->node[b];

	return block_add_node(
		g,
		(struct block_node){ .op = op,
				     .a = a,
				     .b = b,
				     .rows = x->rows > y->rows ? x->rows : y->rows,
				     .cols = x->cols > y->cols ? x->cols : y->cols });
}

static inline int block_one(struct block_graph *g, enum block_op op, int a)
{
	return block_add_node(g, (struct block_node){ .op = op,
						      .a = a,
						      .b = -1,
						      .rows = g->node[a].rows,
						      .cols = g->node[a].cols });
}

static inline int block_reduce(struct block_graph *g, enum block_op op, int a)
{
	int v = block_one(g, op, a);

	g->node[v].cols = 1;
	return v;
}

static inline int block_multiplied(struct block_graph *g, int a, int matrix)
{
	int v = block_one(g, BLOCK_PRODUCT, a);

	g->node[v].b = matrix;
	g->node[v].cols = g->node[matrix].cols;
	return v;
}

/* Does anything but a view happen? */
static inline int block_is_work(const struct block_node *x)
{
	return x->op > BLOCK_CONSTANT;
}

/* Elements and rows, which may be fused; products may not. */
static inline int block_is_fusable(const struct block_node *x)
{
	return block_is_work(x) && x->op < BLOCK_PRODUCT;
}

/* The matrix in whose memory v lies. */
static inline int block_owner(const struct block_graph *g, int v)
{
	while (g->node[v].op == BLOCK_SLICE)
		v = g->node[v].a;
	return v;
}

#endif
