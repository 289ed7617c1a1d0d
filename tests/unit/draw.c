/* SPDX-License-Identifier: MIT
 *
 * Draws of prepare(): shares lie in [0, 1) and are even, and draws that must stay
 * unknown do not follow from those that were seen.
 */
#include <aisp/draw.h>
#include <math.h>
#include <stdbool.h>

#include "tap.h"

#define N 100000

/* Is the mean of N numbers within 5 standard deviations? */
static bool is_even(float (*share)(uint64_t, uint64_t))
{
	double sum = 0;

	for (uint64_t i = 0; i < N; i++) {
		float x = share(7, i);

		if (x < 0 || x >= 1)
			return false;
		sum += (double)x;
	}
	return fabs(sum / N - 0.5) < 5 * sqrt(1.0 / 12 / N);
}

/* Are there other bits whose draws are these, shifted by one? */
static bool is_shifted(uint64_t (*draw)(uint64_t, uint64_t), uint64_t bits)
{
	return draw(bits + 0x9e3779b97f4a7c15, 0) == draw(bits, 1);
}

static void test_shares(void)
{
	ok(is_even(aisp_draw_share), "shares are even");
	ok(is_even(aisp_share_unknown), "those that must stay unknown, too");
	ok((double)aisp_share_unknown(7, 3) ==
		   (double)(aisp_draw_unknown(7, 3) >> 40) / (1 << 24),
	   "the same number as a share");
}

static void test_unknown(void)
{
	ok(is_shifted(aisp_draw, 7), "one sequence goes on where another one is");
	ok(!is_shifted(aisp_draw_unknown, 7), "what must stay unknown has no sequence");
	ok(aisp_draw_unknown(7, 3) != aisp_draw_unknown(8, 3) &&
		   aisp_draw_unknown(7, 3) != aisp_draw_unknown(7, 4),
	   "but depends on the bits and on the place");
}

static void test_shuffle(void)
{
	int32_t x[64], n_seen[64] = { 0 };
	bool is_whole = true;

	for (int32_t i = 0; i < 64; i++)
		x[i] = i;
	aisp_shuffle(x, 64, 7);
	for (int i = 0; i < 64; i++)
		is_whole = is_whole && !n_seen[x[i]]++;
	ok(is_whole, "a shuffle loses nobody");
}

int main(void)
{
	test_shares();
	test_unknown();
	test_shuffle();
	return done();
}
