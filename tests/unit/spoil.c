/* SPDX-License-Identifier: MIT
 *
 * An element that the control spoils is wrong by more than terms that nearly cancel may
 * be, and by as much as neighbours usually differ.
 */
#include "judge/spoil.h"

#include "tap.h"

#include <math.h>
#include <string.h>

#define N 6

static const float right[N] = { 1e6f, 1e-3f, 2e-3f, 3e-3f, -1e6f, 1e6f };

/* By how much elements are wrong in all, and how many, for that key. */
static int n_off(uint64_t key, double *by)
{
	static struct aisp_contract c = { .problem = { .n_out = 1 } };
	float x[N];
	struct aisp_tensor t = {
		.data = x, .dtype = AISP_F32, .rank = 1, .shape = { N }
	};
	const struct aisp_io io = { .out = &t };
	int n = 0;

	memcpy(x, right, sizeof(x));
	aisp_spoil_one(&c, &io, key);
	*by = 0;
	for (int i = 0; i < N; i++) {
		n += x[i] != right[i];
		*by += fabs((double)x[i] - (double)right[i]);
	}
	return n;
}

/* By how much one element is wrong, where steps are 100, ..., 127, and a huge one. */
static double usual(uint64_t key)
{
	enum { M = 29 };
	static struct aisp_contract c = { .problem = { .n_out = 1 } };
	float x[M] = { 0 }, was[M];
	struct aisp_tensor t = {
		.data = x, .dtype = AISP_F32, .rank = 1, .shape = { M }
	};
	const struct aisp_io io = { .out = &t };
	double by = 0;

	for (int i = 1; i < M; i++)
		x[i] = x[i - 1] + 99 + (float)i;
	memcpy(was, x, sizeof(x));
	aisp_spoil_one(&c, &io, key);
	for (int i = 0; i < M; i++)
		by += fabs((double)x[i] - (double)was[i]);
	return by;
}

int main(void)
{
	int n_usual = 0;
	int n_ones = 0, n_large = 0;

	for (uint64_t key = 0; key < N; key++) {
		double by;

		n_ones += n_off(key, &by) == 1;
		n_large += by > 1;
	}
	for (uint64_t key = 0; key < 29; key++)
		n_usual += usual(key) == 114;
	ok(n_usual == 29, "neither by little nor by much, wherever the search begins");
	ok(n_ones == N, "one element");
	ok(n_large == N, "beyond the roundings of large terms");
	return done();
}
