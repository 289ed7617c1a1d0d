/* SPDX-License-Identifier: MIT
 *
 * block_elements.h - an operation on elements or rows as a pass over memory of its own.
 */
#ifndef BLOCK_ELEMENTS_H
#define BLOCK_ELEMENTS_H

#include "block_memory.h"

#include <aisp/clones.h>
#include <aisp/exp2.h>

#define LOG2E 0x1.715476p+0f

/* Either operand may be one number for the whole row. */
#define FORMS(sign)                                                                    \
	if (is_one & 1)                                                                \
		for (int64_t j = 0; j < n; j++)                                        \
			y[j] = *a sign b[j];                                           \
	else if (is_one & 2)                                                           \
		for (int64_t j = 0; j < n; j++)                                        \
			y[j] = a[j] sign * b;                                          \
	else                                                                           \
		for (int64_t j = 0; j < n; j++)                                        \
			y[j] = a[j] sign b[j];                                         \
	break

AISP_CLONES static void block_row(enum block_op op, int64_t n, float *restrict y,
				  const float *a, const float *b, int is_one)
{
	float sum = 0, max = -INFINITY;

	switch (op) {
	case BLOCK_ADD:
		FORMS(+);
	case BLOCK_SUBTRACT:
		FORMS(-);
	case BLOCK_MULTIPLY:
		FORMS(*);
	case BLOCK_DIVIDE:
		FORMS(/);
	case BLOCK_EXP:
		for (int64_t j = 0; j < n; j++) {
			float t = a[j] * LOG2E;

			y[j] = aisp_exp2f(t < 127 ? t : 127);
		}
		break;
	case BLOCK_ROOT:
		for (int64_t j = 0; j < n; j++)
			y[j] = sqrtf(a[j]);
		break;
	case BLOCK_ROW_SUM:
#pragma omp simd reduction(+ : sum)
		for (int64_t j = 0; j < n; j++)
			sum += a[j];
		*y = sum;
		break;
	default:
#pragma omp simd reduction(max : max)
		for (int64_t j = 0; j < n; j++)
			max = a[j] > max ? a[j] : max;
		*y = max;
	}
}

/* Is x a number, or a whole matrix of v's shape without gaps? */
static int block_is_flat(const struct block_matrix *x, const struct block_node *v)
{
	return (x->rows == 1 && x->cols == 1) ||
	       (x->rows == v->rows && x->cols == v->cols && x->stride == x->cols);
}

static void block_run_element(const struct block_memory *m, const struct aisp_io *io,
			      int v)
{
	const struct block_node *x = &m->g.node[v];
	struct block_matrix y = block_view(m, io, v), a = block_view(m, io, x->a);
	struct block_matrix b = block_view(m, io, x->b < 0 ? x->a : x->b);
	int64_t rows = x->rows, n = a.cols > b.cols ? a.cols : b.cols;
	int is_reduced = x->op == BLOCK_ROW_SUM || x->op == BLOCK_ROW_MAX, is_one;

	is_one = (a.cols == 1 && b.cols > 1) | 2 * (b.cols == 1 && a.cols > 1);
	if (!is_reduced && block_is_flat(&a, x) && block_is_flat(&b, x)) {
		is_one = (a.rows * a.cols == 1) | 2 * (b.rows * b.cols == 1);
		n = rows * x->cols;
		rows = 1;
	}
	for (int64_t i = 0; i < rows; i++)
		block_row(x->op, n, y.at + i * y.stride, a.at + i % a.repeat * a.stride,
			  b.at + i % b.repeat * b.stride, is_one);
}

#endif
