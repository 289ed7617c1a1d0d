/* SPDX-License-Identifier: MIT
 *
 * tape_kernels.h - small operations, and what their gradients need.  A level is rows x
 * width numbers, a weight width x width.
 */
#ifndef TAPE_KERNELS_H
#define TAPE_KERNELS_H

#include <aisp/clones.h>
#include <string.h>

#include "share.h"

enum kind { LEAF, MULTIPLY, SHARE, TIMES, SILU, BACK, LEARN, SHARE_BACK, SLOPE };

/* What a kernel is called with; to: overwritten, or added to. */
struct call {
	float *to;
	const float *a, *b;
	int64_t rows, width;
	int is_added;
};

static inline void begin(float *to, int64_t n, int is_added)
{
	if (!is_added)
		memset(to, 0, sizeof(*to) * (size_t)n);
}

/* to[r][j]: sums over i of a[r][i] b[i][j] */
AISP_CLONES static void run_multiply(const struct call *c)
{
	int64_t n = c->width;

	for (int64_t r = 0; r < c->rows; r++) {
		float *restrict to = c->to + r * n;

		begin(to, n, c->is_added);
		for (int64_t i = 0; i < n; i++)
			for (int64_t j = 0; j < n; j++)
				to[j] += c->a[r * n + i] * c->b[i * n + j];
	}
}

/* to[r][i]: sums over j of a[r][j] b[i][j] */
AISP_CLONES static void run_back(const struct call *c)
{
	int64_t n = c->width;

	for (int64_t r = 0; r < c->rows; r++)
		for (int64_t i = 0; i < n; i++) {
			float sum = 0;

#pragma omp simd reduction(+ : sum)
			for (int64_t j = 0; j < n; j++)
				sum += c->a[r * n + j] * c->b[i * n + j];
			c->to[r * n + i] = c->is_added ? c->to[r * n + i] + sum : sum;
		}
}

/* to[i][j]: sums over r of a[r][i] b[r][j] */
AISP_CLONES static void run_learn(const struct call *c)
{
	int64_t n = c->width;

	for (int64_t i = 0; i < n; i++) {
		float *restrict to = c->to + i * n;

		begin(to, n, c->is_added);
		for (int64_t r = 0; r < c->rows; r++)
			for (int64_t j = 0; j < n; j++)
				to[j] += c->a[r * n + i] * c->b[r * n + j];
	}
}

/* Of each number of a level: x = what becomes of a[i] and b[i]. */
#define ELEMENTWISE(name, x)                                                           \
	AISP_CLONES static void run_##name(const struct call *c)                       \
	{                                                                              \
		const float *a = c->a, *b = c->b;                                      \
		float *restrict to = c->to;                                            \
		int64_t n = c->rows * c->width;                                        \
                                                                                       \
		(void)b;                                                               \
		if (c->is_added)                                                       \
			for (int64_t i = 0; i < n; i++)                                \
				to[i] += (x);                                          \
		else                                                                   \
			for (int64_t i = 0; i < n; i++)                                \
				to[i] = (x);                                           \
	}
ELEMENTWISE(share, share(a[i]))
ELEMENTWISE(times, a[i] * b[i])
ELEMENTWISE(silu, a[i] * share(a[i]))
ELEMENTWISE(share_back, a[i] * b[i] * (1 - b[i]))
ELEMENTWISE(slope, a[i] * share(b[i]) * (1 + b[i] * (1 - share(b[i]))))

static void (*const kernels[])(const struct call *c) = {
	[MULTIPLY] = run_multiply,
	[SHARE] = run_share,
	[TIMES] = run_times,
	[SILU] = run_silu,
	[BACK] = run_back,
	[LEARN] = run_learn,
	[SHARE_BACK] = run_share_back,
	[SLOPE] = run_slope,
};

/*
 * The net, in the words of a tape, which defines leaf() and operate(): both name a
 * node.
 */
struct tape;
static int32_t leaf(struct tape *t, int input, int64_t layer);
static int32_t operate(struct tape *t, enum kind kind, int32_t a, int32_t b);

static void say_net(struct tape *t, int64_t layers)
{
	int32_t h = leaf(t, X, 0);

	for (int64_t l = 0; l < layers; l++) {
		int32_t z = operate(t, MULTIPLY, h, leaf(t, W, l));

		h = operate(t, TIMES, z, operate(t, SHARE, z, z));
	}
}

#endif
