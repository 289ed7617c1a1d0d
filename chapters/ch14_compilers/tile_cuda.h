/* SPDX-License-Identifier: MIT
 *
 * tile_cuda.h - a program of tile_ir.h as a kernel in CUDA C: a block of 256 threads
 * for each point of the grid, values that lie in memory in shared memory.
 */
#ifndef TILE_CUDA_H
#define TILE_CUDA_H

#include "tile_cuda_dot.h"

/* Value `to` at (i, j) becomes t`value`. */
static inline void tile_cuda_assign(struct tile_cuda *c, int sink)
{
	const struct tile_node *x = &c->p->node[sink];
	int is_new = x->op == TILE_VARIABLE, value = is_new ? x->a : x->b;

	tile_cuda_value(c, value);
	tile_cuda_keep(c, sink);
	tile_cuda_home(c, is_new ? sink : x->a);
	fprintf(c->text, " = t%d;\n", value);
}

static inline void tile_cuda_store(struct tile_cuda *c, int sink)
{
	const struct tile_node *x = &c->p->node[sink];

	for (int k = 1; k < 4; k++)
		tile_cuda_value(c, tile_operand(x, k));
	tile_cuda_keep(c, sink);
	fprintf(c->text, "if (t%d)\np%d[t%d] = t%d;\n", x->c,
		(int)c->p->node[x->a].whole, x->b, x->d);
}

/* Threads that share a row: a power of two, as many as there are for all rows. */
static inline int tile_cuda_group(const struct tile_node *from)
{
	int n = TILE_THREADS;

	while (n > 1 && (n * from->rows > TILE_THREADS || n > from->cols))
		n /= 2;
	return n;
}

static inline void tile_cuda_combine(struct tile_cuda *c, enum tile_op op,
				     const char *other)
{
	if (op == TILE_ROW_MAX)
		fprintf(c->text, "y = fmaxf(y, %s);\n", other);
	else
		fprintf(c->text, "y += %s;\n", other);
}

/* Reduces y over a group's threads to its first one, and stores it in shared memory. */
static inline void tile_cuda_fold(struct tile_cuda *c, int sink, int group)
{
	const struct tile_node *x = &c->p->node[sink];
	int near = group < 32 ? group : 32;

	for (int far = near / 2; far; far /= 2) {
		char other[64];

		snprintf(other, sizeof(other), "__shfl_xor_sync(0xffffffffu, y, %d)",
			 far);
		tile_cuda_combine(c, x->op, other);
	}
	if (group > 32) {
		fprintf(c->text,
			"if (thread %% 32 == 0)\npart[thread / 32] = y;\n"
			"__syncthreads();\n"
			"for (int w = 1; w < %d && thread %% %d == 0; w++)\n",
			group / 32, group);
		tile_cuda_combine(c, x->op, "part[thread / 32 + w]");
	}
	fprintf(c->text, "if (thread %% %d == 0 && i < %d)\n", group, x->rows);
	tile_cuda_home(c, sink);
	fprintf(c->text, " = y;\n");
}

static inline void tile_cuda_reduce(struct tile_cuda *c, int sink)
{
	const struct tile_node *x = &c->p->node[sink], *from = &c->p->node[x->a];
	int group = tile_cuda_group(from);
	char value[16];

	fprintf(c->text, "for (int first = 0; first < %d; first += %d) {\n", x->rows,
		TILE_THREADS / group);
	fprintf(c->text, "const int i = first + thread / %d;\nfloat y = ", group);
	tile_cuda_float(c, x->op == TILE_ROW_MAX ? -__builtin_inff() : 0);
	fprintf(c->text, ";\nfor (int j = thread %% %d; j < %d && i < %d; j += %d) {\n",
		group, from->cols, x->rows, group);
	memset(c->is_written, 0, sizeof(c->is_written));
	tile_cuda_value(c, x->a);
	tile_cuda_keep(c, sink);
	snprintf(value, sizeof(value), "t%d", x->a);
	tile_cuda_combine(c, x->op, value);
	fprintf(c->text, "}\n");
	tile_cuda_fold(c, sink, group);
	fprintf(c->text, "__syncthreads();\n}\n");
	tile_cuda_mark(c, sink);
}

static inline void tile_cuda_sink(struct tile_cuda *c, int v)
{
	const struct tile_node *x = &c->p->node[v];

	switch (x->op) {
	case TILE_STORE:
		tile_cuda_each(c, v, x, tile_cuda_store);
		tile_cuda_mark(c, v);
		break;
	case TILE_VARIABLE:
	case TILE_ASSIGN:
		tile_cuda_each(c, v, x, tile_cuda_assign);
		tile_cuda_mark(c, v);
		break;
	case TILE_ROW_MAX:
	case TILE_ROW_SUM:
		tile_cuda_reduce(c, v);
		break;
	case TILE_DOT:
		tile_cuda_product(c, v);
		break;
	case TILE_LOOP:
		fprintf(c->text, "for (whole t%d = %lld; t%d < %lld; t%d += %lld) {\n",
			v, (long long)c->p->node[x->a].whole, v,
			(long long)c->p->node[x->b].whole, v,
			(long long)c->p->node[x->c].whole);
		break;
	case TILE_END:
		fprintf(c->text, "}\n");
		break;
	default:
		break;
	}
}

/* Registers of sums, which all of the kernel sees. */
static inline void tile_cuda_sums(struct tile_cuda *c)
{
	for (int v = 0; v < c->p->n; v++)
		if (c->plan->is_register[v])
			fprintf(c->text, "float s%d[%d][%d];\n", v,
				c->p->node[v].rows / TILE_SIDE,
				c->p->node[v].cols / TILE_SIDE);
}

/* Loops go from a constant to a constant; offsets fit an int.  Returns the text, which
 * the caller frees, or NULL: no memory, or no valid program. */
static inline char *tile_write_cuda(const struct tile_program *p,
				    const struct tile_plan *plan, int n_pointers)
{
	struct tile_cuda c;
	char *text = NULL;
	size_t n;

	memset(&c, 0, sizeof(c));
	c.p = p;
	c.plan = plan;
	c.text = open_memstream(&text, &n);
	if (!c.text)
		return NULL;
	fprintf(c.text,
		"typedef int whole;\n"
		"extern \"C\" __global__ __launch_bounds__(%d, 2) void tile(",
		TILE_THREADS);
	for (int i = 0; i < n_pointers; i++)
		fprintf(c.text, "%sfloat *__restrict__ p%d", i ? ", " : "", i);
	fprintf(c.text,
		")\n{\nextern __shared__ float4 shared[];\n"
		"__shared__ float part[%d];\n"
		"float *const scratch = (float *)shared;\n"
		"const int thread = threadIdx.x;\n",
		TILE_THREADS / 32);
	tile_cuda_sums(&c);
	for (int v = 0; v < p->n; v++)
		tile_cuda_sink(&c, v);
	fprintf(c.text, "}\n");
	fclose(c.text);
	return text;
}

#endif
