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

/* Are n updates unrelated to what is due, of which they have a share, plus errors? */
static bool are_unrelated(int n, uint64_t key, double share, double constant,
			  double error)
{
	struct aisp_updates u = { 0 }, half = { 0 };

	for (int i = 0; i < n; i++) {
		double due = normal(key, (uint64_t)i);

		aisp_updates_note(i % 2 ? &u : &half, due,
				  share * due + constant +
					  error * normal(~key, (uint64_t)i));
	}
	aisp_updates_add(&u, &half);
	return aisp_updates_are_unrelated(&u);
}

int main(void)
{
	struct aisp_updates alike = { 0 };
	int n_accused = 0;

	ok(!are_unrelated(100, 1, 1, 0, 0), "right ones");
	ok(!are_unrelated(100, 1, 0.6, 0, 0), "rough ones");
	ok(are_unrelated(100, 1, 0, 0, 0), "none");
	ok(are_unrelated(100, 1, 0, 1, 0), "a constant");
	ok(are_unrelated(100, 1, -1, 0, 0), "the wrong way");
	ok(are_unrelated(1000, 1, 0, 0, 1), "something of the right size");
	ok(!are_unrelated(63, 1, 0, 1, 0), "few may be chance");
	for (uint64_t key = 0; key < 2000; key++)
		n_accused += are_unrelated(64, key, 1, 0, 4);
	ok(!n_accused, "errors of four times the update accuse nobody");
	for (int i = 0; i < 1000; i++)
		aisp_updates_note(&alike, 1 + 1e-3 * (i % 2), 1);
	ok(!aisp_updates_are_unrelated(&alike), "what is alike tells nothing");
	return done();
}
