/* SPDX-License-Identifier: MIT
 *
 * Counters of energy in a folder made up for it.
 */
#include <math.h>

#include "machine/energy.h"
#include "machine_tree.h"
#include "tap.h"

#define ZONES "/sys/class/powercap/intel-rapl:"

static void put_zone(int zone, const char *name, const char *uj)
{
	char path[80];

	snprintf(path, sizeof(path), ZONES "%d/name", zone);
	tree_put(path, name);
	snprintf(path, sizeof(path), ZONES "%d/energy_uj", zone);
	tree_put(path, uj);
	snprintf(path, sizeof(path), ZONES "%d/max_energy_range_uj", zone);
	tree_put(path, "1000000\n");
}

static void test_moves(void)
{
	struct aisp_energy_count c = { 0 };

	aisp_energy_see(&c, 100, 0); /* no time known before */
	aisp_energy_see(&c, 100, 7);
	ok(!aisp_energy_moves(&c) && isnan(aisp_energy_of_call(&c)), "it stands still");
	aisp_energy_see(&c, 190, 20);
	for (int i = 1; i < AISP_ENERGY_MOVES; i++) {
		aisp_energy_see(&c, 190 + 5 * i, 20 + 10 * i);
		aisp_energy_see(&c, 190 + 5 * i, 21 + 10 * i);
	}
	ok(aisp_energy_moves(&c) == AISP_ENERGY_MOVES - 1 &&
		   isnan(aisp_energy_of_call(&c)),
	   "too few moves behind the first one");
	aisp_energy_see(&c, 190 + 5 * AISP_ENERGY_MOVES, 20 + 10 * AISP_ENERGY_MOVES);
	ok(fabs(aisp_energy_of_call(&c) - 0.5) < 1e-9,
	   "from one move to another, whenever it was looked at between");
}

int main(void)
{
	struct aisp_energy from, to, none;

	tree_make();
	aisp_energy_read(&none);
	ok(!none.n && isnan(aisp_energy_between(&none, &none)),
	   "no counter, no energy");
	put_zone(0, "package-0\n", "100000\n");
	put_zone(1, "psys\n", "700000\n");
	put_zone(2, "package-1\n", "900000\n");
	aisp_energy_read(&from);
	ok(from.n == 2 && from.uj[1] == 900000, "packages, not the machine as a whole");
	put_zone(0, "package-0\n", "350000\n");
	put_zone(1, "psys\n", "900000\n");
	put_zone(2, "package-1\n", "150000\n");
	aisp_energy_read(&to);
	ok(fabs(aisp_energy_between(&from, &to) - 0.5) < 1e-9,
	   "joules of both, of which one began anew");
	ok(isnan(aisp_energy_between(&none, &to)), "a counter that was not there");
	tree_put(ZONES "0/energy_uj", "secret\n");
	aisp_energy_read(&to);
	ok(!to.n && isnan(aisp_energy_between(&from, &to)),
	   "nor one that is no number");
	tree_remove();
	test_moves();
	return done();
}
