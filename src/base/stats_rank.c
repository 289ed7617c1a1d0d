/* SPDX-License-Identifier: MIT
 *
 * Wilcoxon's signed-rank test (F. Wilcoxon, Biometrics Bulletin 1, 1945).
 *
 * Ranks are kept doubled, so that the mean rank of a tie is an integer too.
 */
#include <math.h>
#include <stdlib.h>

#include "stats.h"

#define EXACT_MAX 30 /* 2^30 sign patterns are counted exactly in a double */

static int by_size(const void *a, const void *b)
{
	double x = fabs(*(const double *)a), y = fabs(*(const double *)b);

	return (x > y) - (x < y);
}

/* The differences that are not 0, by size.  Their number; -1 if one is NaN. */
static int copy_nonzero(const double *d, int n, double *nonzero)
{
	int k = 0;

	for (int i = 0; i < n; i++) {
		if (isnan(d[i]))
			return -1;
		if (d[i] != 0)
			nonzero[k++] = d[i];
	}
	qsort(nonzero, (size_t)k, sizeof(*nonzero), by_size);
	return k;
}

static void doubled_ranks(const double *by_rank, int n, double *rank2)
{
	for (int i = 0, j; i < n; i = j) {
		for (j = i; j < n && fabs(by_rank[j]) == fabs(by_rank[i]); j++)
			;
		for (int k = i; k < j; k++)
			rank2[k] = i + 1 + j;
	}
}

/*
 * P(W <= w) when each sign is a coin: ways[s] counts the sign patterns whose
 * doubled positive ranks add up to s.
 */
static double exact_tail(const double *rank2, int n, double w)
{
	double ways[EXACT_MAX * (EXACT_MAX + 1) + 1] = { 1 }, at_most = 0;
	int total = 0;

	for (int i = 0; i < n; i++) {
		int r = (int)rank2[i];

		total += r;
		for (int s = total; s >= r; s--)
			ways[s] += ways[s - r];
	}
	for (int s = 0; s <= 2 * w; s++)
		at_most += ways[s];
	return ldexp(at_most, -n);
}

/*
 * The same for many differences.  The variance of a sum of ranks with random
 * signs is a quarter of the sum of their squares; that corrects for ties.
 */
static double normal_tail(const double *rank2, int n, double w)
{
	double sum = 0, squares = 0;

	for (int i = 0; i < n; i++) {
		sum += rank2[i] / 2;
		squares += rank2[i] * rank2[i] / 4;
	}
	return 0.5 * erfc((sum / 2 - w - 0.5) / sqrt(squares / 2));
}

static void rank_sums(const double *by_rank, const double *rank2,
		      struct aisp_signed_rank *r)
{
	r->w_plus = r->w_minus = 0;
	for (int i = 0; i < r->n; i++)
		*(by_rank[i] > 0 ? &r->w_plus : &r->w_minus) += rank2[i] / 2;
}

struct aisp_signed_rank aisp_signed_rank(const double *d, int n)
{
	struct aisp_signed_rank r = { 0, NAN, NAN, NAN };
	double *by_rank = n > 0 ? malloc(2 * (size_t)n * sizeof(*d)) : NULL, *rank2, w;
	int k;

	if (!by_rank || (k = copy_nonzero(d, n, by_rank)) < 0)
		goto out;
	r.n = k;
	rank2 = by_rank + n;
	doubled_ranks(by_rank, r.n, rank2);
	rank_sums(by_rank, rank2, &r);
	w = fmin(r.w_plus, r.w_minus);
	r.p = fmin(1, 2 * (r.n <= EXACT_MAX ? exact_tail(rank2, r.n, w)
					    : normal_tail(rank2, r.n, w)));
out:
	free(by_rank);
	return r;
}
