/* SPDX-License-Identifier: MIT
 *
 * Is an update done after once?  Two rows of 32 elements, by hand.
 */
#include <math.h>

#include "judge/settles.h"
#include "tap.h"

#define N 64

static float start[N], once[N];
static double again[N];

/* Each element moves by `first`, then by `second`. */
static void fill(double first, double second)
{
	for (int i = 0; i < N; i++) {
		start[i] = 1;
		once[i] = (float)(1 + first);
		again[i] = (double)once[i] + second;
	}
}

static bool settles(void)
{
	const struct aisp_tensor from = {
		.data = start, .dtype = AISP_F32, .rank = 2, .shape = { 2, N / 2 }
	};
	struct aisp_tensor to = from;

	to.data = once;
	return aisp_update_settles(&from, &to, again);
}

static bool settles_after(double first, double second)
{
	fill(first, second);
	return settles();
}

static void test_sizes(void)
{
	ok(settles_after(0.5, 0.124) && !settles_after(0.5, 0.126),
	   "a second move of a quarter of the first one is another update");
	ok(!settles_after(0x1p-19, 0x1p-19), "however small both are");
	ok(settles_after(0, 0x1p-22) && !settles_after(0, 0x1p-20),
	   "four units in the last place are rounding");
	fill(0, 0x1p-20);
	once[1] = 16;
	ok(!settles(), "of a row's largest value, not of another row's");
	once[N / 2] = 16;
	ok(settles(), "and of both, if both have such a value");
}

static void test_few(void)
{
	fill(0.5, 0);
	for (int i = 0; i < N / 16; i++)
		again[N - 1 - i] += 1;
	ok(settles(), "a few elements may move again");
	again[0] += 1;
	ok(!settles(), "more than one in sixteen may not");
	fill(0.5, 0);
	for (int i = 0; i < N; i++)
		again[i] = once[i] = i % 2 ? (float)NAN : INFINITY;
	ok(settles(), "NaN and infinities that stay have not moved");
	for (int i = 0; i < N; i++)
		once[i] = 1;
	ok(!settles(), "a number that becomes NaN has");
}

int main(void)
{
	test_sizes();
	test_few();
	return done();
}
