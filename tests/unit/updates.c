/* SPDX-License-Identifier: MIT
 *
 * Updates that follow what is due, and updates that do not.
 */
#include <math.h>

#include "base/rng.h"
#include "judge/updates.h"
#include "tap.h"

static double normal(uint64_t key, uint64_t i)
{
	double sum = 0; /* of twelve, less six: variance 1 */

	for (uint64_t k = 0; k < 12; k++)
		sum += ldexp((double)(aisp_random_at(key, 12 * i + k) >> 11), -53);
	return sum - 6;
}

static bool is_structured;

/* Are n updates unrelated to what is due, of which they have a share, plus errors? */
static bool are_unrelated(int n, uint64_t key, double share, double constant,
			  double error)
{
	struct aisp_updates u = { 0 }, half = { 0 };

	for (int i = 0; i < n; i++) {
		double due = normal(key, (uint64_t)i);

		aisp_updates_note(i % 2 ? &u : &half, i, due, due,
				  share * due + constant +
					  error * normal(~key, (uint64_t)i),
				  true);
	}
	aisp_updates_add(&u, &half);
	return aisp_updates_are_unrelated(&u, is_structured);
}

/* Updates of at most one unit, of which a share is skipped, rounded to whole units: to
 * the nearest, or at random. */
static bool are_skipped(double share, bool is_random)
{
	struct aisp_updates u = { 0 };

	for (uint64_t i = 0; i < 100000; i++) {
		double due = ldexp((double)(aisp_random_at(3, i) >> 11), -52) - 1;
		double r = ldexp((double)(aisp_random_at(4, i) >> 11), -53);
		double done = is_random ? floor(due + r) : rint(due);

		if (rint(due) < 0 || rint(due) > 0)
			aisp_updates_note(&u, (int64_t)i, due, rint(due),
					  (double)(i % 1000) < 1000 * share ? 0 : done,
					  false);
	}
	return aisp_updates_are_unrelated(&u, false);
}

static void test_skipped(void)
{
	for (int is_random = 0; is_random < 2; is_random++) {
		ok(!are_skipped(0, is_random),
		   is_random ? "rounded at random" : "to the nearest");
		ok(are_skipped(0.5, is_random), "half of them skipped");
		ok(are_skipped(0.4, is_random), "two fifths");
	}
}

/* All have to move by 1. */
static bool are_alike_unrelated(double done)
{
	struct aisp_updates u = { 0 };

	for (int i = 0; i < 1000; i++)
		aisp_updates_note(&u, i, 1 + 1e-3 * (i % 2), 1, 2 * done * (i % 2),
				  true);
	return aisp_updates_are_unrelated(&u, is_structured);
}

/* Rows of 64 that share an error of some times what is due. */
static bool are_shared_unrelated(int n_rows, uint64_t key, double share)
{
	struct aisp_updates u = { 0 };

	for (int row = 0; row < n_rows; row++) {
		double error = 4 * normal(~key, (uint64_t)row);

		for (int i = 0; i < 64; i++) {
			double due = normal(key, (uint64_t)(64 * row + i) / 60);

			aisp_updates_note(&u, row, due, due, share * due + error, true);
		}
	}
	return aisp_updates_are_unrelated(&u, false);
}

static void test_shared(void)
{
	int n_accused = 0;

	for (uint64_t key = 0; key < 500; key++)
		n_accused += are_shared_unrelated(3 + (int)key, key, 1);
	ok(!n_accused, "errors that rows share accuse nobody");
	ok(are_shared_unrelated(4000, 1, 0.1), "updates left out in many such rows");
	ok(!are_shared_unrelated(20, 1, 0), "few rows may be chance");
}

/* Rows of 16, of which a share is left and as many are moved twice as far; all have an
 * error. */
static bool are_doubled(int n_rows, uint64_t key, double share, double error)
{
	struct aisp_updates u = { 0 };

	for (int row = 0; row < n_rows; row++) {
		double of =
			ldexp((double)(aisp_random_at(~key, (uint64_t)row) >> 11), -53);
		double times = of < share ? 0 : of < 2 * share ? 2 : 1;

		for (int i = 0; i < 16; i++) {
			uint64_t at = (uint64_t)(16 * row + i);
			double due = normal(key, at);

			aisp_updates_note(&u, row, due, due,
					  times * due + error * normal(key + 7, at),
					  true);
		}
	}
	return aisp_updates_are_unrelated(&u, is_structured);
}

static void test_doubled(void)
{
	int n_accused = 0;

	ok(are_doubled(200, 1, 0.45, 0),
	   "left in half of the rows, twice in the others");
	ok(are_doubled(200, 1, 0.5, 0.5), "with errors, too");
	ok(are_doubled(2000, 1, 0.2, 0), "left in a fifth");
	for (uint64_t key = 0; key < 500; key++)
		n_accused += are_doubled(4 + (int)key, key, 0, 3) +
			     are_doubled(4 + (int)key, key, 0.05, 0.3);
	ok(!n_accused, "large errors that do not grow accuse nobody");
	is_structured = true;
	ok(!are_doubled(200, 1, 0.5, 0), "errors of structured rows may grow");
	is_structured = false;
}

/* Are elements in rows of `width` many, if each `every`th row was left? */
static bool are_left(int n_rows, int width, int every)
{
	struct aisp_lefts l = { 0 };

	for (int row = 0; row < n_rows; row++)
		for (int i = 0; i < width; i++)
			aisp_lefts_note(&l, row, row % every == 0);
	return aisp_lefts_are_many(&l, is_structured);
}

static void test_lefts(void)
{
	ok(are_left(30, 1, 3), "each third element");
	ok(!are_left(40, 1, 4), "a quarter may be chance");
	ok(!are_left(30, 50, 3), "so may a third of rows");
	ok(are_left(30, 50, 1), "all rows were left");
	ok(!are_left(7, 50, 1), "but not seven");
	is_structured = true;
	ok(!are_left(30, 50, 1), "rows that are alike share an error");
	is_structured = false;
}

int main(void)
{
	int n_accused = 0;

	ok(!are_unrelated(100, 1, 1, 0, 0), "right ones");
	ok(are_unrelated(100, 1, 0.6, 0, 0), "too little");
	ok(are_unrelated(100, 1, 0, 0, 0), "none");
	ok(are_unrelated(100, 1, 0, 1, 0), "a constant");
	ok(are_unrelated(100, 1, -1, 0, 0), "the wrong way");
	ok(are_unrelated(1000, 1, 0, 0, 1), "something of the right size");
	ok(!are_unrelated(63, 1, 0, 1, 0), "few may be chance");
	for (uint64_t key = 0; key < 2000; key++)
		n_accused += are_unrelated(64, key, 1, 0, 4);
	ok(!n_accused, "errors of four times the update accuse nobody");
	is_structured = true;
	ok(!are_unrelated(100, 1, 0.6, 0, 0), "errors of one sign may be of 0.4");
	ok(!are_alike_unrelated(0.5), "what is alike tells nothing");
	is_structured = false;
	ok(are_alike_unrelated(0.5), "unless errors are by chance");
	ok(!are_alike_unrelated(1), "and add up to what is due");
	test_skipped();
	test_shared();
	test_doubled();
	test_lefts();
	return done();
}
