/* SPDX-License-Identifier: MIT
 *
 * accept_exact.h - a step of ch15:accept, which comes before: over 10^5 drafts of
 * another model what comes out at each position is distributed as the large model says,
 * by a chi-square test.  A draw from p, not from what p has more than q, is found by
 * it.
 */
#include "tap.h"

#define N     100000
#define TOKEN 11
#define K     2
#define LIMIT 40.0 /* of chi-square with 10 degrees of freedom: 2 in 10^5 are above */

/* Of 64; q has tokens that p lacks, and lacks some that p has. */
static const float large[K + 1][TOKEN] = {
	{ 20, 1, 0, 7, 2, 10, 4, 4, 8, 5, 3 },
	{ 1, 1, 1, 1, 1, 1, 1, 1, 1, 5, 50 },
	{ 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 4 },
};
static const float small[K][TOKEN] = {
	{ 5, 12, 4, 0, 2, 10, 20, 2, 0, 6, 3 },
	{ 9, 9, 9, 9, 9, 9, 2, 2, 2, 2, 2 },
};

static float p[N * (K + 1) * TOKEN], q[N * K * TOKEN], u[N * (K + 1)];
static int32_t draft[N * K], n_out[N], next_out[N];
static float scratch[2 * N * K * TOKEN];

static struct aisp_tensor in[] = {
	{ p, NULL, AISP_F32, 3, { N, K + 1, TOKEN } },
	{ q, NULL, AISP_F32, 3, { N, K, TOKEN } },
	{ draft, NULL, AISP_I32, 2, { N, K } },
	{ u, NULL, AISP_F32, 2, { N, K + 1 } },
};
static struct aisp_tensor out[] = {
	{ n_out, NULL, AISP_I32, 1, { N } },
	{ next_out, NULL, AISP_I32, 1, { N } },
};
static const int64_t param[] = { N, TOKEN, K, 1 };
static const struct aisp_io io = {
	.in = in, .out = out, .param = param, .workspace = scratch
};

static void fill(void)
{
	for (int64_t i = 0; i < N * (K + 1); i++) {
		u[i] = aisp_draw_share(1, (uint64_t)i);
		for (int t = 0; t < TOKEN; t++)
			p[i * TOKEN + t] = large[i % (K + 1)][t] / 64;
	}
	for (int64_t i = 0; i < N * K; i++) {
		for (int t = 0; t < TOKEN; t++)
			q[i * TOKEN + t] = small[i % K][t] / 64;
		draft[i] = draw_draft(q + i * TOKEN, TOKEN,
				      (double)aisp_draw_share(2, (uint64_t)i));
	}
}

/* Of what came out at a position, where all drafts before it counted. */
static double chi_square(int position)
{
	int64_t count[TOKEN] = { 0 }, n = 0;
	double sum = 0;

	for (int64_t row = 0; row < N; row++) {
		if (n_out[row] < position)
			continue;
		n++;
		count[n_out[row] > position ? draft[row * K + position]
					    : next_out[row]]++;
	}
	for (int t = 0; t < TOKEN; t++) {
		double expected = (double)n * (double)large[position][t] / 64;
		double off = (double)count[t] - expected;

		if (expected > 0)
			sum += off * off / expected;
		else if (count[t])
			return INFINITY;
	}
	return sum;
}

static void test_exact(void)
{
	ok(run(&io, NULL) == 0, "a call");
	for (int i = 0; i <= K; i++) {
		double x = chi_square(i);

		ok(x < LIMIT, "distributed as the large model says");
	}
}

/* The draw is from p, though a draft was refused. */
static void test_power(void)
{
	for (int64_t row = 0; row < N; row++) {
		struct choice c = choice_of(&io, row, n_out[row]);
		float total = 0;

		c.q = NULL;
		for (int64_t t = 0; t < TOKEN; t++)
			total += weight_at(&c, t);
		next_out[row] = walk(&c, 0, 0, share_of(&io, row) * total);
	}
	ok(chi_square(0) > LIMIT, "a draw from p is found");
	ok(chi_square(K) < LIMIT, "but where all drafts count it is right");
}

int main(void)
{
	fill();
	test_exact();
	test_power();
	return done();
}
