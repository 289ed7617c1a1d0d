/* SPDX-License-Identifier: MIT
 *
 * block_build.h - the graph (block_graph.h) of the contract's block.
 */
#ifndef BLOCK_BUILD_H
#define BLOCK_BUILD_H

#include "block_graph.h"

/* x / sqrt(mean(x^2) + EPSILON) gain: seven operations. */
static int build_norm(struct block_graph *g, int x, int gain)
{
	int sum = block_reduce(g, BLOCK_ROW_SUM, block_two(g, BLOCK_MULTIPLY, x, x));
	int n = block_number(g, (float)g->node[x].cols), e = block_number(g, EPSILON);
	int mean = block_two(g, BLOCK_DIVIDE, sum, n);
	int root = block_one(g, BLOCK_ROOT, block_two(g, BLOCK_ADD, mean, e));

	return block_two(g, BLOCK_MULTIPLY, block_two(g, BLOCK_DIVIDE, x, root), gain);
}

/* Halves a and b, turned: the first of two operations that stand one after the other.
 */
static int build_turn(struct block_graph *g, int a, int b, int turn)
{
	int64_t half = g->node[a].cols;
	int c = block_slice(g, turn, 0, half), s = block_slice(g, turn, half, half);
	int ac = block_two(g, BLOCK_MULTIPLY, a, c);
	int bs = block_two(g, BLOCK_MULTIPLY, b, s);
	int bc = block_two(g, BLOCK_MULTIPLY, b, c);
	int as = block_two(g, BLOCK_MULTIPLY, a, s);
	int first = block_two(g, BLOCK_SUBTRACT, ac, bs);

	block_two(g, BLOCK_ADD, bc, as);
	return first;
}

/* Weights of values, of what q and k are, a row for each sequence, head and token. */
static int build_weights(struct block_graph *g, int q, int k)
{
	int64_t dim = 2 * g->node[q].cols;
	int scores = block_two(g, BLOCK_SCORES, q, k), scale, power;

	g->node[scores].rows *= g->heads;
	g->node[scores].cols = g->seq;
	scale = block_number(g, sqrtf((float)(dim / g->heads)));
	scores = block_two(g, BLOCK_DIVIDE, scores, scale);
	power = block_one(g, BLOCK_EXP,
			  block_two(g, BLOCK_SUBTRACT, scores,
				    block_reduce(g, BLOCK_ROW_MAX, scores)));
	return block_two(g, BLOCK_DIVIDE, power, block_reduce(g, BLOCK_ROW_SUM, power));
}

/* r + (gate / (1 + exp(-gate)) up) wdown. */
static int build_gate(struct block_graph *g, const int64_t *p, int up, int r)
{
	int down = block_input(g, IN_DOWN, p[HIDDEN], p[DIM], 0);
	int gate = block_slice(g, up, 0, p[HIDDEN]);
	int minus = block_two(g, BLOCK_SUBTRACT, block_number(g, 0), gate);
	int under = block_two(g, BLOCK_ADD, block_one(g, BLOCK_EXP, minus),
			      block_number(g, 1));
	int part = block_two(g, BLOCK_DIVIDE, gate, under);

	part = block_two(g, BLOCK_MULTIPLY, part,
			 block_slice(g, up, p[HIDDEN], p[HIDDEN]));
	return block_two(g, BLOCK_ADD, r, block_multiplied(g, part, down));
}

static void build_block(struct block_graph *g, const int64_t *p)
{
	int64_t t = p[SEQS] * p[SEQ], d = p[DIM], half = d / 2;
	int x, qkv, turn, q, k, mixed, r, h;

	g->seq = p[SEQ];
	g->heads = p[HEADS];
	x = block_input(g, IN_X, t, d, 0);
	h = build_norm(g, x, block_input(g, IN_GAIN1, 1, d, 1));
	qkv = block_multiplied(g, h, block_input(g, IN_QKV, d, 3 * d, 0));
	turn = block_input(g, IN_TURN, p[SEQ], d, p[SEQ]);
	q = build_turn(g, block_slice(g, qkv, 0, half), block_slice(g, qkv, half, half),
		       turn);
	k = build_turn(g, block_slice(g, qkv, d, half),
		       block_slice(g, qkv, d + half, half), turn);
	mixed = block_two(g, BLOCK_MIX, build_weights(g, q, k),
			  block_slice(g, qkv, 2 * d, d));
	g->node[mixed].rows = t;
	g->node[mixed].cols = d;
	h = block_multiplied(g, mixed, block_input(g, IN_OUT, d, d, 0));
	r = block_two(g, BLOCK_ADD, x, h);
	h = build_norm(g, r, block_input(g, IN_GAIN2, 1, d, 1));
	h = block_multiplied(g, h, block_input(g, IN_UP, d, 2 * p[HIDDEN], 0));
	g->last = build_gate(g, p, h, r);
}

#endif
