/* SPDX-License-Identifier: MIT
 *
 * tile_ir.h - a language of tiles: a program is a list of operations on blocks of
 * numbers, of rows x cols that are known when it is built, and it runs once for each
 * point of a grid.  What a programmer of a GPU writes for a thread is written for a
 * tile here, and a compiler finds threads, vectors and memory for it (P. Tillet,
 * H. T. Kung and D. Cox, Triton, MAPL 2019).
 *
 * An operation's number is its value's name.  Where shapes differ, a side of 1 is
 * repeated.  Variables, and what is stored, change in the order of the list; all else
 * is computed anew wherever it is used.
 */
#ifndef TILE_IR_H
#define TILE_IR_H

#include <stdint.h>

enum tile_op {
	TILE_POINTER, /* the program's a-th: of floats, to be loaded or stored alone */
	TILE_PROGRAM, /* the point of the grid: coordinate a, 0 or 1 */
	TILE_INT,
	TILE_FLOAT,
	TILE_ROW,    /* 0, 1, ... cols - 1 */
	TILE_COLUMN, /* 0, 1, ... rows - 1 */
	TILE_SPLAT,
	TILE_ADD, /* of two ints or two floats, as are the next */
	TILE_SUBTRACT,
	TILE_MULTIPLY,
	TILE_DIVIDE, /* of floats */
	TILE_MAXIMUM,
	TILE_LESS, /* of ints: a mask */
	TILE_AND,  /* of masks */
	TILE_SELECT,
	TILE_EXP,
	TILE_ROOT,    /* square root */
	TILE_LOAD,    /* a[b] where mask c holds, else `number` */
	TILE_STORE,   /* a[b] = d where mask c holds */
	TILE_ROW_MAX, /* of each row of a: a column */
	TILE_ROW_SUM,
	TILE_VARIABLE, /* begins as a */
	TILE_ASSIGN,   /* variable a = b */
	TILE_DOT,      /* variable a += b times c, as matrices */
	TILE_LOOP,     /* its value: a, a + c ... while less than b */
	TILE_END,      /* of the innermost loop */
	N_TILE_OPS
};

enum tile_type { TILE_NOTHING, TILE_ADDRESS, TILE_MASK, TILE_WHOLE, TILE_REAL };

#define TILE_MOST 320 /* operations of a program */

struct tile_node {
	enum tile_op op;
	enum tile_type type;
	int a, b, c, d; /* operands; -1: none */
	int rows, cols;
	int64_t whole; /* of TILE_INT */
	float number;  /* of TILE_FLOAT; a load's where its mask does not hold */
};

struct tile_program {
	int n;             /* operations */
	const char *wrong; /* why it is no program; NULL: it is one */
	struct tile_node node[TILE_MOST];
};

/* Which operands are values, of those that an operation has. */
struct tile_form {
	const char *name;
	int n_operands;
};

static const struct tile_form tile_forms[N_TILE_OPS] = {
	{ "pointer", 0 },  { "program", 0 },  { "int", 0 },    { "float", 0 },
	{ "row", 0 },      { "column", 0 },   { "splat", 1 },  { "add", 2 },
	{ "subtract", 2 }, { "multiply", 2 }, { "divide", 2 }, { "maximum", 2 },
	{ "less", 2 },     { "and", 2 },      { "select", 3 }, { "exp", 1 },
	{ "root", 1 },     { "load", 3 },     { "store", 4 },  { "row_max", 1 },
	{ "row_sum", 1 },  { "variable", 1 }, { "assign", 2 }, { "dot", 3 },
	{ "loop", 3 },     { "end", 0 },
};

static inline int tile_operand(const struct tile_node *x, int i)
{
	return i == 0 ? x->a : i == 1 ? x->b : i == 2 ? x->c : x->d;
}

static inline int tile_n_operands(const struct tile_node *x)
{
	return tile_forms[x->op].n_operands;
}

/* Its value lies in memory from here on, and is not computed where it is used. */
static inline int tile_is_state(const struct tile_node *x)
{
	return x->op == TILE_VARIABLE || x->op == TILE_ROW_MAX || x->op == TILE_ROW_SUM;
}

/* Something happens here; the operations between are expressions of these. */
static inline int tile_is_sink(const struct tile_node *x)
{
	return tile_is_state(x) || x->op == TILE_STORE || x->op == TILE_ASSIGN ||
	       x->op == TILE_DOT || x->op == TILE_LOOP || x->op == TILE_END;
}

#endif
