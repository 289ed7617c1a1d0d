/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "change.h"
#include "rng.h"

#define N_PERMUTATIONS 999

/* The best split of the values [from, to): into [from, at) and [at, end). */
struct split {
	int from, to, at;
	double q; /* the paper's Q, -1 if the segment is too short to split */
};

struct series {
	const double *x;
	int n, min_side;
	double *sums;          /* (n + 1)^2: see distances() */
	struct split *segment; /* of the current division, by position */
	int n_segments;
};

/*
 * sums[i][j] adds up |x[a] - x[b]| over a < i, b < j, so that any block of
 * distances is four look-ups; i and j count from `from`.
 */
static void distances(struct series *s, const double *x, int n)
{
	size_t row = (size_t)n + 1;

	for (int i = 0; i <= n; i++)
		s->sums[i] = 0;
	for (int i = 1; i <= n; i++) {
		double *now = s->sums + (size_t)i * row, *before = now - row, sum = 0;

		now[0] = 0;
		for (int j = 1; j <= n; j++) {
			sum += fabs(x[i - 1] - x[j - 1]);
			now[j] = before[j] + sum;
		}
	}
}

static double block(const struct series *s, int n, int i0, int i1, int j0, int j1)
{
	size_t row = (size_t)n + 1;
	const double *top = s->sums + (size_t)i0 * row,
		     *end = s->sums + (size_t)i1 * row;

	return end[j1] - end[j0] - top[j1] + top[j0];
}

/* mn / (m + n) times the energy distance of [0, at) and [at, end). */
static double divergence(const struct series *s, int n, int at, int end)
{
	double m = at, k = end - at;
	double between = 2 * block(s, n, 0, at, at, end) / (m * k);
	/* The paper halves the double sum and divides by the number of pairs. */
	double left = block(s, n, 0, at, 0, at) / (m * (m - 1));
	double right = block(s, n, at, end, at, end) / (k * (k - 1));

	return m * k / (m + k) * (between - left - right);
}

static struct split best_split(struct series *s, const double *x, int from, int to)
{
	struct split best = { .from = from, .to = to, .q = -1 };
	int n = to - from;

	if (n < 2 * s->min_side)
		return best;
	distances(s, x + from, n);
	for (int at = s->min_side; at <= n - s->min_side; at++)
		for (int end = at + s->min_side; end <= n; end++) {
			double q = divergence(s, n, at, end);

			if (q > best.q) {
				best.q = q;
				best.at = from + at;
			}
		}
	return best;
}

static int widest(const struct series *s)
{
	int best = 0;

	for (int i = 1; i < s->n_segments; i++)
		if (s->segment[i].q > s->segment[best].q)
			best = i;
	return best;
}

/* Shuffles within each segment, as the test's null hypothesis says. */
static void shuffle(const struct series *s, double *x, uint64_t key)
{
	for (int i = 0; i < s->n_segments; i++)
		for (int k = s->segment[i].to - 1; k > s->segment[i].from; k--) {
			uint64_t n = (uint64_t)k - (uint64_t)s->segment[i].from + 1;
			int j = k - (int)aisp_random_below(key, (uint64_t)k, n);
			double swap = x[k];

			x[k] = x[j];
			x[j] = swap;
		}
}

/* Stops as soon as p is above level: it can only grow. */
static double p_value(struct series *s, double q, double level, double *x)
{
	int n_far = 0;

	for (int i = 0; i < N_PERMUTATIONS; i++) {
		double most = -1;

		memcpy(x, s->x, (size_t)s->n * sizeof(*x));
		shuffle(s, x, (uint64_t)i);
		for (int k = 0; k < s->n_segments; k++)
			most = fmax(most, best_split(s, x, s->segment[k].from,
						     s->segment[k].to)
						  .q);
		n_far += most >= q * (1 - 1e-12); /* equal but for rounding */
		if ((n_far + 1.0) / (N_PERMUTATIONS + 1) > level)
			return 1;
	}
	return (n_far + 1.0) / (N_PERMUTATIONS + 1);
}

static void divide(struct series *s, int i)
{
	struct split old = s->segment[i];

	memmove(&s->segment[i + 2], &s->segment[i + 1],
		(size_t)(s->n_segments - i - 1) * sizeof(old));
	s->segment[i] = best_split(s, s->x, old.from, old.at);
	s->segment[i + 1] = best_split(s, s->x, old.at, old.to);
	s->n_segments++;
}

static int by_position(const void *a, const void *b)
{
	return ((const struct aisp_change *)a)->at -
	       ((const struct aisp_change *)b)->at;
}

static int search(struct series *s, double level, double *work, struct aisp_change *out,
		  int max)
{
	int n = 0;

	while (n < max) {
		int i = widest(s);
		struct split *w = &s->segment[i];
		double p = w->q < 0 ? 1 : p_value(s, w->q, level, work);

		if (p > level)
			break;
		out[n++] = (struct aisp_change){ w->at, p };
		divide(s, i);
	}
	qsort(out, (size_t)n, sizeof(*out), by_position);
	return n;
}

int aisp_changes(const double *x, int n, int min_side, double level,
		 struct aisp_change *out, int max)
{
	struct series s = { .x = x, .n = n, .min_side = min_side, .n_segments = 1 };
	double *work = NULL;
	int found = -1;

	if (n < 2 * min_side)
		return 0;
	s.sums = calloc((size_t)(n + 1) * (size_t)(n + 1), sizeof(*s.sums));
	s.segment = calloc((size_t)n + 1, sizeof(*s.segment));
	work = calloc((size_t)n, sizeof(*work));
	if (s.sums && s.segment && work) {
		s.segment[0] = best_split(&s, x, 0, n);
		found = search(&s, level, work, out, max);
	}
	free(s.sums);
	free(s.segment);
	free(work);
	return found;
}
