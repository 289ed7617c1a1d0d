/* SPDX-License-Identifier: MIT
 *
 * Checks of a launch's surroundings that depend on a second fact: a device, a
 * declaration, the size of the difference.
 */
#include <aisp/check.h>
#include <aisp/workload.h>
#include <string.h>

#include "tap.h"

static struct aisp_evidence good;

/* All facts that these checks need; the arm took twice as long as the others. */
static void make_good(void)
{
	for (int i = 0; i < AISP_N_FACTS; i++)
		aisp_evidence_put(&good, (enum aisp_fact)i, 0);
	good.call_ns_arm = 10e6;
	good.call_ns_rest = 5e6;
	good.cpu_mhz_arm = good.cpu_mhz_rest = 3000;
	good.cpu_mhz_t = good.steal_share_t = 9;
}

static void test_deferred(void)
{
	struct aisp_evidence ev = good;
	struct aisp_finding f;

	ev.is_gpu = 0;
	ev.call_ns = 10e6;
	ev.after_ns = 99e3;
	ok(aisp_check_run(aisp_check_of("timing.deferred_work"), &ev, &f) ==
			   AISP_VERDICT_PREVENTED &&
		   strstr(f.why, "99 us behind a call"),
	   "who stands still behind its answer puts nothing off");
	ev.after_ns = 101e3;
	ok(aisp_check_run(aisp_check_of("timing.deferred_work"), &ev, &f) ==
			   AISP_VERDICT_PARTIAL &&
		   strstr(f.why, "101 us behind"),
	   "in more than a hundredth of a call there is room for it");
}

static void test_around(void)
{
	struct aisp_evidence ev = good;
	struct aisp_finding f;

	ev.is_gpu = 0;
	ev.unmapped_bytes = 0x1p20;
	ok(aisp_check_run(aisp_check_of("statistical.gc_interference"), &ev, &f) ==
			   AISP_VERDICT_FAIL &&
		   strstr(f.why, "1 MiB"),
	   "memory given back in timed calls");
	ev.uses = AISP_USES_ALLOC;
	ok(aisp_check_run(aisp_check_of("statistical.gc_interference"), &ev, &f) ==
		   AISP_VERDICT_PASS,
	   "unless that is declared");
	ev.cpu_mhz_arm = 1500;
	ok(aisp_check_run(aisp_check_of("environment.frequency_boost"), &ev, &f) ==
		   AISP_VERDICT_FAIL,
	   "a clock that explains the difference");
	ev.call_ns_arm = 1e6;
	ok(aisp_check_run(aisp_check_of("environment.frequency_boost"), &ev, &f) ==
		   AISP_VERDICT_PASS,
	   "one that would explain the contrary does not count");
	ev = good;
	ev.n_cpus_lacking = 1;
	ev.uses = AISP_USES_AFFINITY;
	ok(aisp_check_run(aisp_check_of("environment.device_mismatch"), &ev, &f) ==
		   AISP_VERDICT_PASS,
	   "a thread that pins itself, declared");
	ev = good;
	ev.is_virtual = 1;
	ev.steal_share_arm = 0.4;
	ok(aisp_check_run(aisp_check_of("environment.virtualization_overhead"), &ev,
			  &f) == AISP_VERDICT_FAIL,
	   "stolen time that explains the difference");
	ev.steal_share_t = 3;
	ok(aisp_check_run(aisp_check_of("environment.virtualization_overhead"), &ev,
			  &f) == AISP_VERDICT_PARTIAL,
	   "by chance");
}

static void test_peers(void)
{
	struct aisp_evidence ev = good;
	struct aisp_finding f;

	ev.is_gpu = ev.n_gpus = ev.n_peer = 1;
	ev.n_ranks = 0;
	ok(aisp_check_run(aisp_check_of("cuda.undeclared_multi_gpu"), &ev, &f) ==
		   AISP_VERDICT_FAIL,
	   "a copy to another GPU");
	ev.n_ranks = 2;
	ok(aisp_check_run(aisp_check_of("cuda.undeclared_multi_gpu"), &ev, &f) !=
		   AISP_VERDICT_FAIL,
	   "is what ranks are for");
}

int main(void)
{
	make_good();
	test_deferred();
	test_around();
	test_peers();
	return done();
}
