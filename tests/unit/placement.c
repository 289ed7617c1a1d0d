/* SPDX-License-Identifier: MIT
 *
 * Where judge and workers run: on different CPUs if calls are timed and CPUs suffice;
 * if workers may sleep, no one spins, and all may use all CPUs.
 */
#include "judge/launch.h"

#include "tap.h"

static bool share_all(const struct aisp_placement *p, const cpu_set_t *all)
{
	return CPU_EQUAL(&p->judge, all) && CPU_EQUAL(&p->worker, all);
}

int main(void)
{
	const struct aisp_problem one = { .n_threads = 1 },
				  many = { .n_threads = 1 << 20 };
	struct aisp_placement timed = { 0 }, asleep = { .may_sleep = true };
	cpu_set_t all, both;

	sched_getaffinity(0, sizeof(all), &all);
	aisp_placement_choose(&timed, &one);
	CPU_AND(&both, &timed.judge, &timed.worker);
	ok(CPU_COUNT(&all) == 1 || (timed.is_spin && !CPU_COUNT(&both)),
	   "who is timed has a CPU that is not the judge's");
	aisp_placement_choose(&timed, &many);
	ok(!timed.is_spin && share_all(&timed, &all),
	   "with more threads than CPUs, all");
	aisp_placement_choose(&asleep, &one);
	ok(!asleep.is_spin && share_all(&asleep, &all),
	   "who may sleep keeps no CPU busy");
	return done();
}
