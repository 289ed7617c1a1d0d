/* SPDX-License-Identifier: MIT
 *
 * A Gaussian process over a made-up space: its predictions at points with a value, at
 * their neighbours, and far away.
 */
#include <math.h>

#include "tap.h"
#include "tune/surrogate.h"

enum { N = 60 };

static struct aisp_err err;
static struct aisp_space space;
static int point[N];

static bool is_near(double a, double b, double distance)
{
	return fabs(a - b) <= distance;
}

/* One value, at the first point: 0 of both parameters. */
static void test_one(void)
{
	const double one = 1;
	struct aisp_surrogate s;

	ok(!aisp_surrogate_init(&s, &space, point, N, 2), "room for two values");
	aisp_surrogate_learn(&s, &one, 1);
	ok(is_near(s.mean[0], 1, 0.02) && s.var[0] < 0.02, "a value is known");
	ok(s.mean[1] > s.mean[5] && s.mean[5] > s.mean[59] && s.mean[59] > 0,
	   "others are alike, the less the farther away");
	ok(s.var[1] < s.var[5] && s.var[5] < s.var[59], "and the less certain");
	ok(aisp_surrogate_gain(&s, 59, 1) > aisp_surrogate_gain(&s, 1, 1),
	   "more may be gained where less is certain");
	ok(is_near(aisp_surrogate_gain(&s, 0, -1), 2, 0.02) &&
		   aisp_surrogate_gain(&s, 0, 2) < 1e-6,
	   "and of what is known the difference, or nothing");
	aisp_surrogate_add(&s, 59, -1);
	ok(is_near(s.mean[59], -1, 0.05) && s.var[59] < 0.02, "one more");
	aisp_surrogate_add(&s, 30, 5);
	ok(s.mean[30] < 1, "no more than there is room for");
	aisp_surrogate_release(&s);
}

/* Values follow the first parameter only. */
static void test_lengths(void)
{
	struct aisp_surrogate s;
	double value[20];

	for (int i = 0; i < 20; i++) {
		point[i] = (i * 13 + 5) % N;
		value[i] = sin(0.7 * aisp_space_digit(&space, point[i], 0));
	}
	point[20] = 18; /* 3, 0 */
	ok(!aisp_surrogate_init(&s, &space, point, 21, 20), "room for twenty");
	aisp_surrogate_learn(&s, value, 20);
	ok(s.length[0] < s.length[1], "what changes with a parameter is of it");
	ok(is_near(s.mean[20], sin(2.1), 0.1), "so that a point is known by others");
	aisp_surrogate_release(&s);
}

int main(void)
{
	static const char text[] = "parameter x = 0 1 2 3 4 5 6 7 8 9\n"
				   "parameter y = 0 1 2 3 4 5\nsearch n=8\nfinal n=7\n";

	if (aisp_space_parse(&space, text, "x", &err))
		return 1;
	for (int i = 0; i < N; i++)
		point[i] = i;
	test_one();
	test_lengths();
	aisp_space_release(&space);
	return done();
}
