/* SPDX-License-Identifier: MIT
 *
 * block_bound.h - numbers in double beside what fp32's rounding may have done to them,
 * for the reference of a chain of products.  Errors of operations are independent of
 * each other, so that squares add up; *_error is in units of fp32's roundoff.  A sum's
 * own error is that of its partial sums, whichever way the terms are ordered.
 */
#ifndef BLOCK_BOUND_H
#define BLOCK_BOUND_H

#include <float.h>
#include <math.h>
#include <stdint.h>

struct bound {
	double x, error;
};

static inline struct bound bound_of(double x, double square)
{
	/* Below the least normal number roundoff is absolute. */
	double least = (double)FLT_MIN / ((double)FLT_EPSILON / 2);
	struct bound b = { x, sqrt(square + x * x + least * least) };

	return b;
}

static inline double bound_square(double x)
{
	return x * x;
}

static inline struct bound bound_add(struct bound a, struct bound b)
{
	return bound_of(a.x + b.x, bound_square(a.error) + bound_square(b.error));
}

static inline struct bound bound_multiply(struct bound a, struct bound b)
{
	return bound_of(a.x * b.x,
			bound_square(a.error * b.x) + bound_square(a.x * b.error));
}

static inline struct bound bound_divide(struct bound a, struct bound b)
{
	double y = a.x / b.x;

	return bound_of(y,
			bound_square(a.error / b.x) + bound_square(y * b.error / b.x));
}

static inline struct bound bound_exact(double x)
{
	struct bound b = { x, 0 };

	return b;
}

/* By a polynomial: an error of the exponent is a relative one, and its own too. */
static inline struct bound bound_exp(struct bound a)
{
	double y = exp(a.x), shift = a.error * (double)FLT_EPSILON / 2;

	/* The relative error is cut off at a large value, so that it stays finite. */
	return bound_of(y,
			bound_square(y * (fmin(expm1(shift), 1e30) * 2 / FLT_EPSILON +
					  2 + fabs(a.x))));
}

static inline struct bound bound_root(struct bound a)
{
	double y = sqrt(a.x);

	return bound_of(y, bound_square(a.error / (2 * y)));
}

/* The sum of n products of numbers that lie `far` apart. */
static inline struct bound bound_dot(const struct bound *a, const struct bound *b,
				     int64_t far, int64_t n)
{
	double sum = 0, square = 0, terms = 0;

	for (int64_t k = 0; k < n; k++, b += far) {
		double term = a[k].x * b->x;

		sum += term;
		terms += bound_square(term);
		square += bound_square(a[k].error * b->x) +
			  bound_square(a[k].x * b->error) + bound_square(sum);
	}
	return bound_of(sum, square + (double)n * terms);
}

#endif
