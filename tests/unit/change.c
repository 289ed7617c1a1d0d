/* SPDX-License-Identifier: MIT
 *
 * Change points: the first one against the definition in the paper's words; how often
 * noise alone makes one; the results for steps, outliers and short series.
 */
#include <math.h>
#include <stdint.h>

#include "base/change.h"
#include "tap.h"

#define N 60

static uint64_t seed = 11;

static double uniform(void)
{
	uint64_t z = seed += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
	return ((double)((z ^ (z >> 31)) >> 11) + 0.5) * 0x1p-53;
}

static double normal(void)
{
	return sqrt(-2 * log(uniform())) * cos(2 * M_PI * uniform());
}

static double mean_distance(const double *x, int n, const double *y, int m)
{
	double sum = 0;

	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++)
			sum += fabs(x[i] - y[j]);
	return sum / n / m;
}

/* Equations (4) and (5): Q of X = [0, at), Y = [at, end). */
static double q_of(const double *x, int at, int end)
{
	double n = at, m = end - at;

	return n * m / (n + m) *
	       (2 * mean_distance(x, at, x + at, end - at) -
		mean_distance(x, at, x, at) * n / (n - 1) -
		mean_distance(x + at, end - at, x + at, end - at) * m / (m - 1));
}

static int first_change(const double *x, int n, int min_side)
{
	double best = -INFINITY;
	int found = -1;

	for (int at = min_side; at <= n - min_side; at++)
		for (int end = at + min_side; end <= n; end++)
			if (q_of(x, at, end) > best) {
				best = q_of(x, at, end);
				found = at;
			}
	return found;
}

static void test_definition(void)
{
	struct aisp_change c;
	double x[N];
	int n_wrong = 0;

	for (int k = 0; k < 20; k++) {
		for (int i = 0; i < 25; i++)
			x[i] = normal() + (i >= 5 + k % 10);
		n_wrong += aisp_changes(x, 25, 2, 1, &c, 1) != 1 ||
			   c.at != first_change(x, 25, 2);
	}
	ok(!n_wrong, "the first split is the paper's argument of the maximum");
}

static void test_steps(void)
{
	struct aisp_change c[8];
	double x[N];
	int n;

	for (int i = 0; i < N; i++)
		x[i] = 0.1 * normal() + (i >= 20) - 2 * (i >= 40);
	n = aisp_changes(x, N, 2, 0.01, c, 8);
	ok(n == 2 && c[0].at == 20 && c[1].at == 40 && c[0].p <= 0.01,
	   "two steps of ten standard deviations are found, where they are");
	for (int i = 0; i < N; i++)
		x[i] = normal();
	x[30] = 50;
	ok(!aisp_changes(x, N, 2, 0.01, c, 8), "one outlier is no change");
	for (int i = 0; i < N; i++)
		x[i] = 0.1 * normal() + (i >= N - 1);
	ok(!aisp_changes(x, N, 2, 0.01, c, 8), "nor is one last value");
	x[N - 2] += 1;
	ok(aisp_changes(x, N, 2, 0.01, c, 8) == 1 && c[0].at == N - 2,
	   "two last values are");
	for (int i = 0; i < N; i++)
		x[i] = 3;
	ok(!aisp_changes(x, N, 2, 0.05, c, 8), "a constant has none");
	ok(!aisp_changes(x, 3, 2, 0.05, c, 8) && !aisp_changes(x, 0, 2, 0.05, c, 8),
	   "three values, or none, are too few");
}

/* 0.05 +- 3 standard errors of 300 series: 0.012 to 0.088. */
static void test_false_alarms(void)
{
	struct aisp_change c;
	double x[20];
	int n_alarms = 0;

	for (int k = 0; k < 300; k++) {
		for (int i = 0; i < 20; i++)
			x[i] = k % 2 ? normal() : tan(3 * (uniform() - 0.5));
		n_alarms += aisp_changes(x, 20, 2, 0.05, &c, 1) > 0;
	}
	printf("# %d of 300\n", n_alarms);
	ok(n_alarms >= 4 && n_alarms <= 26,
	   "noise alone makes one at the level's rate");
}

int main(void)
{
	test_definition();
	test_steps();
	test_false_alarms();
	return done();
}
