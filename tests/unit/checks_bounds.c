/* SPDX-License-Identifier: MIT
 *
 * Checks at the edges of their rules: one finding is enough, a difference between arms
 * counts in both directions, and limits are where they are said to be.
 */
#include <aisp/check.h>
#include <aisp/workload.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "check_verdict.h"
#include "tap.h"

#define MS 1e6

static struct aisp_evidence good;

/* Nothing was found; eleven samples of 10 ms, a call each. */
static void make_good(void)
{
	for (int i = 0; i < AISP_N_FACTS; i++)
		aisp_evidence_put(&good, (enum aisp_fact)i, 0);
	good.n_elems = good.heldout_elems = good.hostile_elems = 1000;
	good.delayed_elems = 1000;
	good.n_samples = 11;
	good.call_ns = good.sample_ns = 10 * MS;
	good.call_ns_arm = good.call_ns_rest = 10 * MS;
	good.cpu_mhz_arm = good.cpu_mhz_rest = 3000;
	good.is_gpu = good.n_gpus = good.n_flushes = good.is_virtual = 1;
	good.n_ranks = 2;
	good.parts = 0x7fffffff;
}

/* A single finding fails the check. */
static void test_one(void)
{
	static const struct {
		const char *check;
		enum aisp_fact fact;
	} of[] = {
		{ "compile.inductor_asymmetry", AISP_FACT_n_slower_flags },
		{ "compile.symbolic_shape_exploit", AISP_FACT_heldout_failed },
		{ "compile.symbolic_shape_exploit", AISP_FACT_heldout_wrong },
		{ "compile.symbolic_shape_exploit", AISP_FACT_hostile_wrong },
		{ "cuda.context_switch_overhead", AISP_FACT_n_contexts },
		{ "cuda.cooperative_launch_abuse", AISP_FACT_n_cooperative },
		{ "cuda.dynamic_parallelism_hidden", AISP_FACT_n_nested },
		{ "cuda.host_callback_escape", AISP_FACT_n_host_functions },
		{ "cuda.module_loading", AISP_FACT_n_modules },
		{ "cuda.persisting_l2", AISP_FACT_n_persisting },
		{ "cuda.unified_memory_faults", AISP_FACT_n_managed },
		{ "distributed.unsynchronized_read", AISP_FACT_delayed_wrong },
		{ "environment.container_resource_limits", AISP_FACT_n_throttled },
		{ "environment.library_version_mismatch",
		  AISP_FACT_n_libraries_differ },
		{ "environment.thermal_throttling", AISP_FACT_n_heat_events },
		{ "evaluation.self_modifying_tests", AISP_FACT_n_changed },
		{ "isolation.library_substitution", AISP_FACT_n_undeclared },
		{ "isolation.record_tampering", AISP_FACT_n_edited },
		{ "isolation.result_channel", AISP_FACT_n_descriptors },
		{ "location.graph_capture_cheat", AISP_FACT_n_graphs },
		{ "memory.memory_pool_reuse", AISP_FACT_n_allocs },
		{ "memory.out_of_bounds_write", AISP_FACT_n_canary },
		{ "output.approximation_drift", AISP_FACT_n_wrong },
		{ "output.denormalized_values", AISP_FACT_n_flushed },
		{ "output.invalid_values_inf", AISP_FACT_n_inf },
		{ "output.invalid_values_nan", AISP_FACT_n_nan },
		{ "output.uninitialized_memory", AISP_FACT_n_poison },
		{ "output.uninitialized_memory", AISP_FACT_n_unwritten },
		{ "statistical.cherry_picking", AISP_FACT_n_missing_launches },
		{ "timing.early_read", AISP_FACT_n_early_pages },
		{ "timing.incomplete_async_ops", AISP_FACT_n_late },
		{ "timing.undurable_write", AISP_FACT_n_unsynced },
		{ "workload.precision_mismatch", AISP_FACT_n_low },
		{ "workload.undeclared_shortcuts", AISP_FACT_n_invariant },
	};

	for (size_t i = 0; i < sizeof(of) / sizeof(of[0]); i++) {
		struct aisp_evidence ev = good;
		char text[120];

		aisp_evidence_put(&ev, of[i].fact, 1);
		snprintf(text, sizeof(text), "%s: one %s is enough", of[i].check,
			 aisp_fact_name(of[i].fact));
		ok(verdict_of(of[i].check, &good) != AISP_VERDICT_FAIL &&
			   verdict_of(of[i].check, &ev) == AISP_VERDICT_FAIL,
		   text);
	}
}

/* Times and clock of the arm, as multiples of the others'.
 */
static enum aisp_verdict boost(double times, double clock, double t)
{
	struct aisp_evidence ev = good;

	ev.is_gpu = 0;
	ev.call_ns_arm = times * ev.call_ns_rest;
	ev.cpu_mhz_arm = clock * ev.cpu_mhz_rest;
	ev.cpu_mhz_t = t;
	return verdict_of("environment.frequency_boost", &ev);
}

static void test_clocks(void)
{
	ok(boost(2, 0.5, -9) == AISP_VERDICT_FAIL, "a slow clock, and it is slow");
	ok(boost(0.5, 2, 9) == AISP_VERDICT_FAIL, "a fast one, and it is fast");
	ok(boost(0.9, 0.5, -9) == AISP_VERDICT_PASS &&
		   boost(1.1, 2, 9) == AISP_VERDICT_PASS,
	   "who is fast by a slow clock, or slow by a fast one, is so in spite of it");
	ok(boost(1.1, 1 / 1.1, -9) == AISP_VERDICT_FAIL, "a tenth counts");
	ok(boost(1.015, 1 / 1.015, -9) == AISP_VERDICT_PASS, "1.5 % do not");
	ok(boost(1.1, 1 / 1.04, -9) == AISP_VERDICT_PASS &&
		   boost(1.1, 1 / 1.06, -9) == AISP_VERDICT_FAIL,
	   "half of the difference is what explains it");
	ok(boost(2, 0.5, -3.9) == AISP_VERDICT_PASS, "what chance can do is nothing");
}

static enum aisp_verdict steal(double arm, double rest, double t)
{
	struct aisp_evidence ev = good;

	ev.steal_share_arm = arm;
	ev.steal_share_rest = rest;
	ev.steal_share_t = t;
	ev.call_ns_arm = ev.call_ns_rest * (1 - rest) / (1 - arm);
	return verdict_of("environment.virtualization_overhead", &ev);
}

static enum aisp_verdict remote(double arm, double rest, double t)
{
	struct aisp_evidence ev = good;

	ev.remote_share_arm = arm;
	ev.remote_share_rest = rest;
	ev.remote_share_t = t;
	return verdict_of("environment.numa_inconsistency", &ev);
}

static void test_neighbours(void)
{
	ok(steal(0.4, 0, 9) == AISP_VERDICT_FAIL &&
		   steal(0, 0.4, -9) == AISP_VERDICT_FAIL,
	   "stolen time of either arm explains a difference");
	ok(remote(1, 0, 9) == AISP_VERDICT_FAIL &&
		   remote(0, 1, -9) == AISP_VERDICT_FAIL,
	   "data far away, of either arm");
	ok(remote(0.51, 0, 9) == AISP_VERDICT_FAIL &&
		   remote(0.49, 0, 9) == AISP_VERDICT_PARTIAL,
	   "more than half of it");
	ok(remote(0.11, 0, 0) == AISP_VERDICT_PARTIAL &&
		   remote(0, 0.11, 0) == AISP_VERDICT_PARTIAL &&
		   remote(0, 0.09, 0) == AISP_VERDICT_PASS,
	   "a tenth is told");
}

static void test_values(void)
{
	struct aisp_evidence ev = good;

	ev.ignored = AISP_PART_STEPS;
	ok(verdict_of("workload.early_exit", &ev) == AISP_VERDICT_PASS,
	   "what right values ignore was not needed");
	ev = good;
	ev.rms_ratio = 1;
	ev.n_flushed = 1;
	ok(verdict_of("output.approximation_drift", &ev) == AISP_VERDICT_PASS,
	   "numbers flushed to zero are no approximation");
	ev.n_flushed = 0;
	ev.n_low = 1;
	ok(verdict_of("output.approximation_drift", &ev) == AISP_VERDICT_PASS,
	   "nor is a lower precision");
	for (int k = 0; k < AISP_N_CONTROLS; k++) {
		struct aisp_finding f;

		ev = good;
		ev.loose = 1u << k;
		ok(aisp_check_run(aisp_check_of("evaluation.loose_contract"), &ev,
				  &f) == AISP_VERDICT_FAIL &&
			   strstr(f.why, aisp_control_name((enum aisp_control)k)),
		   aisp_control_name((enum aisp_control)k));
	}
	ev = good;
	ev.loose_share = 0;
	ok(verdict_of("evaluation.loose_contract", &ev) == AISP_VERDICT_PASS,
	   "no term may be missing");
	ev.loose_share = 0.1;
	ok(verdict_of("evaluation.loose_contract", &ev) == AISP_VERDICT_PARTIAL,
	   "a tenth may be: in the margin");
}

/* n faults in ten samples of a millisecond, with calls of that length. */
static enum aisp_verdict faults(double n, double call_ns)
{
	struct aisp_evidence ev = good;

	ev.is_gpu = 0;
	ev.n_samples = 10;
	ev.sample_ns = MS;
	ev.call_ns = call_ns;
	ev.n_minor_faults = n;
	return verdict_of("memory.page_fault_timing", &ev);
}

static void test_faults(void)
{
	struct aisp_evidence ev = good;

	ok(faults(1999, MS) == AISP_VERDICT_PASS &&
		   faults(2001, MS) == AISP_VERDICT_FAIL,
	   "faults of 0.1 us that take a fiftieth of the time");
	ok(faults(9999, 1e3) == AISP_VERDICT_PASS &&
		   faults(10000, 1e3) == AISP_VERDICT_FAIL,
	   "one a call");
	ev.n_major_faults = 110;
	ok(verdict_of("memory.swap_interference", &ev) == AISP_VERDICT_PASS,
	   "reads of 20 us that take a fiftieth of the time");
	ev.n_major_faults = 111;
	ok(verdict_of("memory.swap_interference", &ev) == AISP_VERDICT_FAIL, "more");
}

/* Pages of managed memory move on GPUs alone. */
static void test_managed_faults(void)
{
	const char *check = "memory.page_fault_timing";
	struct aisp_evidence ev = good;

	ev.is_gpu = 1;
	ev.n_minor_faults = 1e6;
	ok(verdict_of(check, &ev) == AISP_VERDICT_PARTIAL, "page faults on a GPU");
	ev.uses = AISP_USES_MANAGED;
	ok(verdict_of(check, &ev) == AISP_VERDICT_PASS, "of managed memory");
	ev.is_gpu = 0;
	ok(verdict_of(check, &ev) == AISP_VERDICT_FAIL, "of which a CPU has none");
	ev.n_major_faults = 1e6;
	ok(verdict_of("memory.swap_interference", &ev) == AISP_VERDICT_FAIL,
	   "nor do its pages come from a GPU");
	ev.is_gpu = 1;
	ok(verdict_of("memory.swap_interference", &ev) == AISP_VERDICT_PASS,
	   "as they do there");
}

static void test_devices(void)
{
	struct aisp_evidence ev = good;

	ev.n_peer = 1;
	ev.n_ranks = 1;
	ok(verdict_of("cuda.undeclared_multi_gpu", &ev) == AISP_VERDICT_FAIL,
	   "one rank has no peer to copy to");
	ev.n_peer = 0;
	ev.n_gpus = 2;
	ok(verdict_of("cuda.undeclared_multi_gpu", &ev) == AISP_VERDICT_FAIL,
	   "two GPUs");
	ev = good;
	ev.event_ns = 9.79 * MS;
	ev.sample_ns = 1e9;
	ok(verdict_of("timing.event_timing_gaps", &ev) == AISP_VERDICT_FAIL,
	   "2 % of a call between clock and events");
	ev.sample_ns = 1 * MS;
	ok(verdict_of("timing.event_timing_gaps", &ev) == AISP_VERDICT_PASS,
	   "and 20 us of a sample");
	ev = good;
	ev.clock_ns_per_tick_before = 0.5;
	ev.clock_ns_per_tick = 0.5 * 1.006;
	ok(verdict_of("timing.clock_drift", &ev) == AISP_VERDICT_FAIL, "a fast clock");
	ev.clock_ns_per_tick = 0.5 / 1.006;
	ok(verdict_of("timing.clock_drift", &ev) == AISP_VERDICT_FAIL, "a slow one");
	ev.clock_ns_per_tick = 0.5 * 1.004;
	ok(verdict_of("timing.clock_drift", &ev) == AISP_VERDICT_PASS,
	   "by half a percent");
	ev.sample_ns = 1e4;
	ev.clock_ns_per_tick = 0.5 * 1.024;
	ok(verdict_of("timing.clock_drift", &ev) == AISP_VERDICT_PASS,
	   "and 200 ns of a short sample");
	ev.clock_ns_per_tick = 0.5 * 1.026;
	ok(verdict_of("timing.clock_drift", &ev) == AISP_VERDICT_FAIL, "no more");
}

/* On a GPU the score includes device memory; pinned memory of the host is refused. */
static void test_pinned_memory(void)
{
	const struct aisp_check *check = aisp_check_of("memory.memory_pool_reuse");
	struct aisp_evidence ev = good;
	struct aisp_finding f;

	ev.own_bytes = 1e12;
	ev.pinned_bytes = 1 << 20;
	ok(aisp_check_run(check, &ev, &f) == AISP_VERDICT_PASS, "flags of libraries");
	ev.pinned_bytes += 1024;
	ok(aisp_check_run(check, &ev, &f) == AISP_VERDICT_FAIL &&
		   strstr(f.why, "1025 KiB of host memory"),
	   "more of the host's memory than these");
	ev.own_bytes = -1;
	ok(aisp_check_run(check, &ev, &f) == AISP_VERDICT_PASS, "memory is not judged");
}

/* A large gap that may be chance, as there were few launches. */
static void test_gap(void)
{
	const char *id = "evaluation.benchmark_overfitting";
	const struct aisp_check *check = aisp_check_of(id);
	struct aisp_evidence ev = good;

	ev.heldout_declined = 0;
	ev.heldout_gap = ev.heldout_gap_running = 9;
	ev.heldout_gap_chance = 0.9e-3;
	ok(verdict_of(id, &ev) == AISP_VERDICT_FAIL && !check->is_noise(&ev),
	   "a gap at sizes near the public ones");
	ev.heldout_gap_chance = 1.1e-3;
	ok(verdict_of(id, &ev) == AISP_VERDICT_FAIL && check->is_noise(&ev),
	   "one that chance may have made is not known");
}

/* The line has one launch's figures, which may be far above what the margin holds. */
static void test_early_start(void)
{
	struct aisp_evidence e = good;
	struct aisp_finding f;

	e.free_ns = 94 * MS;
	ok(aisp_check_run(aisp_check_of("timing.early_start"), &e, &f) ==
			   AISP_VERDICT_PARTIAL &&
		   strstr(f.why, "in one launch 9.4e+04 us before the bell, with calls "
				 "of 10000 us; the margin holds the mean") != NULL,
	   "one launch's time before the bell is not the margin");
}

int main(void)
{
	make_good();
	test_one();
	test_clocks();
	test_neighbours();
	test_values();
	test_faults();
	test_managed_faults();
	test_devices();
	test_pinned_memory();
	test_gap();
	test_early_start();
	return done();
}
