/* SPDX-License-Identifier: MIT
 *
 * Each check on evidence made by hand.
 */
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include <aisp/check.h>
#include <aisp/workload.h>

#include "check_verdict.h"
#include "tap.h"

static struct aisp_evidence good;

static void make_good_surroundings(void)
{
	good.clock_ns_per_tick = good.clock_ns_per_tick_before = 0.5;
	good.resolution_ns = 100;
	good.margin = 0.01;
	good.n_samples = good.n_samples_planned = good.n_scored = 11;
	good.n_steps = 257;
	good.is_closed = good.is_clocked = 1;
	good.n_warmup = 2;
	good.n_pairs = 10;
	good.least_ns = 9e6;
	good.slow_share = good.is_traced = good.unmapped_bytes = 0;
	good.address_limit_bytes = 0x1p31;
	good.priority = good.priority_first = 20;
	good.n_cpus = 1;
	good.n_cpus_lacking = good.n_cpus_other = 0;
	good.device = good.device_first = good.driver = good.driver_first = 7;
	good.governor = good.governor_first = 7;
	good.power_limit_w = good.power_limit_w_first = 200;
	good.n_heat_events = good.n_throttled = good.is_virtual = 0;
	good.quota_cpus = good.quota_cpus_first = 0;
	good.n_libraries = 4;
	good.n_libraries_differ = 0;
	good.call_ns_arm = 10e6;
	good.call_ns_rest = 5e6;
	good.delay_share = 0;
	good.n_retaken = good.is_disturbed = 0;
	good.steal_share_arm = good.steal_share_rest = 0;
	good.cpu_mhz_arm = good.cpu_mhz_rest = 3000;
	good.remote_share = good.remote_share_arm = good.remote_share_rest = 0;
	good.steal_share_t = good.cpu_mhz_t = 9;
	good.remote_share_t = 9;
}

/* The evidence of an honest launch. */
static void make_good(void)
{
	aisp_evidence_init(&good);
	good.n_elems = 1000;
	good.n_wrong = good.n_unwritten = good.n_poison = good.n_nan = good.n_inf = 0;
	good.rms_ratio = good.max_ratio = 0.1;
	good.own_bytes = good.own_host_bytes = good.pinned_bytes = 0;
	good.n_late = good.n_canary = good.n_invariant = good.n_early_pages = 0;
	good.is_fresh = good.is_sandboxed = good.is_readonly = 1;
	good.n_threads = good.n_threads_allowed = 2;
	good.sol_fraction = 0.8;
	good.is_spin = 1;
	good.wake_ns = good.wake_empty_ns = 20e3;
	good.sample_ns = good.call_ns = good.event_ns = 10e6;
	good.is_gpu = good.n_gpus = 1;
	good.uses = good.n_in_changed = good.n_unsynced = good.gpu_busy_share = 0;
	good.n_streams = good.n_kernels = good.n_flushes = 1;
	good.n_graphs = good.n_cooperative = good.n_nested = 0;
	good.has_namespaces = good.has_no_caps = good.has_landlock = 1;
	good.has_load_filter = good.has_limits = good.has_sealed_plan = 1;
	good.is_judge_intact = good.is_seed_secret = 1;
	good.n_filters = 2;
	good.alike_share = 0;
	good.is_in_judge = 0;
	good.n_descriptors = good.n_environment = good.n_shared = 0;
	good.n_undeclared = good.n_changed = good.free_ns = good.after_ns = 0;
	good.n_shown = 1;
	good.n_slower_flags = good.n_own_flags = 0;
	good.heap_bytes = 200 << 10;
	good.limit_ns = 2e9;
	good.n_samples = good.n_samples_planned = good.n_compared = 11;
	good.n_addresses = 4;
	good.n_minor_faults = good.n_major_faults = 0;
	good.to_host_bytes = good.n_pinned = good.has_host_data = 0;
	good.n_unended = good.n_contexts = good.n_persisting = good.n_modules = 0;
	good.n_kept = 0;
	good.n_flushed = good.n_low = good.ignored = good.is_baseline = 0;
	good.parts = 0x7fffffff; /* all of them */
	good.has_fp_changed = 0;
	good.n_journal = 20;
	good.n_edited = good.n_missing_launches = 0;
	good.heldout_declined = good.heldout_failed = good.heldout_wrong = 0;
	good.heldout_elems = good.hostile_elems = good.delayed_elems = 900;
	good.hostile_wrong = good.delayed_wrong = 0;
	good.n_ranks = 2;
	good.heldout_gap = 1;
	good.heldout_gap_running = NAN; /* unknown, as it did not wait for a CPU */
	good.loose = 0;
	good.flush_cold_ns = 60e3;
	good.flush_hot_ns = 30e3;
	good.trace_ns = 9e6;
	good.n_host_functions = good.n_allocs = good.n_managed = good.n_peer = 0;
	make_good_surroundings();
}

/* In each case one fact differs from those of the honest launch. */
static const struct {
	const char *check;
	enum aisp_fact fact;
	double value;
	enum aisp_verdict want;
	const char *why; /* part of it */
} cases[] = {
#include "cases_environment.h"
#include "cases_gpu.h"
#include "cases_isolation.h"
#include "cases_rows.h"
#include "cases_values.h"
	{ "location.background_thread", AISP_FACT_n_threads, 2, AISP_VERDICT_PASS, "" },
	{ "location.background_thread", AISP_FACT_n_threads, 1, AISP_VERDICT_PASS, "" },
	{ "location.background_thread", AISP_FACT_n_threads, 3, AISP_VERDICT_FAIL,
	  "3 threads, 2 declared" },
	{ "location.background_thread", AISP_FACT_is_sandboxed, 0, AISP_VERDICT_PARTIAL,
	  "not filtered" },
	{ "memory.input_output_aliasing", AISP_FACT_is_readonly, 1,
	  AISP_VERDICT_PREVENTED, "refused" },
	{ "memory.input_output_aliasing", AISP_FACT_is_readonly, 0, AISP_VERDICT_PASS,
	  "no fingerprint" },
	{ "memory.input_output_aliasing", AISP_FACT_n_in_changed, 1,
	  AISP_VERDICT_PREVENTED, "refused" },
	{ "location.graph_capture_cheat", AISP_FACT_n_graphs, 1, AISP_VERDICT_FAIL,
	  "1 graph" },
	{ "location.graph_capture_cheat", AISP_FACT_is_gpu, 0, AISP_VERDICT_NA, "" },
	{ "memory.memory_pool_reuse", AISP_FACT_n_allocs, 1, AISP_VERDICT_FAIL,
	  "1 alloc" },
	{ "memory.memory_pool_reuse", AISP_FACT_is_gpu, 0, AISP_VERDICT_PASS, "" },
	{ "memory.out_of_bounds_write", AISP_FACT_n_canary, 0, AISP_VERDICT_PASS, "" },
	{ "memory.out_of_bounds_write", AISP_FACT_n_canary, 1, AISP_VERDICT_FAIL,
	  "1 byte" },
	{ "output.approximation_drift", AISP_FACT_n_wrong, 0, AISP_VERDICT_PASS, "" },
	{ "output.approximation_drift", AISP_FACT_n_wrong, 1, AISP_VERDICT_FAIL,
	  "1 of all 1000 elements compared in the launch" },
	{ "output.approximation_drift", AISP_FACT_rms_ratio, 0.25, AISP_VERDICT_PASS,
	  "" },
	{ "output.approximation_drift", AISP_FACT_rms_ratio, 0.26, AISP_VERDICT_FAIL,
	  "0.26" },
	{ "output.approximation_drift", AISP_FACT_n_elems, 0, AISP_VERDICT_UNKNOWN,
	  "no element" },
	{ "output.invalid_values_inf", AISP_FACT_n_inf, 0, AISP_VERDICT_PASS, "" },
	{ "output.invalid_values_inf", AISP_FACT_n_inf, 1, AISP_VERDICT_FAIL,
	  "1 elements" },
	{ "output.invalid_values_nan", AISP_FACT_n_nan, 0, AISP_VERDICT_PASS, "" },
	{ "output.invalid_values_nan", AISP_FACT_n_nan, 1, AISP_VERDICT_FAIL,
	  "1 elements" },
	{ "output.stale_cache", AISP_FACT_is_fresh, 1, AISP_VERDICT_PREVENTED,
	  "its own inputs" },
	{ "output.stale_cache", AISP_FACT_is_fresh, 0, AISP_VERDICT_PARTIAL, "repeat" },
	{ "output.uninitialized_memory", AISP_FACT_n_poison, 0, AISP_VERDICT_PASS, "" },
	{ "output.uninitialized_memory", AISP_FACT_n_poison, 1, AISP_VERDICT_FAIL,
	  "1 cache lines" },
	{ "output.uninitialized_memory", AISP_FACT_n_unwritten, 1, AISP_VERDICT_FAIL,
	  "1 elements" },
	{ "timing.early_start", AISP_FACT_free_ns, 99e3, AISP_VERDICT_PREVENTED,
	  "99 us before" },
	{ "timing.early_start", AISP_FACT_free_ns, 101e3, AISP_VERDICT_PARTIAL,
	  "stood for 101 us of an episode" },
	{ "timing.event_timing_gaps", AISP_FACT_event_ns, 9.79e6, AISP_VERDICT_PASS,
	  "" },
	{ "timing.event_timing_gaps", AISP_FACT_event_ns, 9.7e6, AISP_VERDICT_FAIL,
	  "9700 us by events" },
	{ "timing.event_timing_gaps", AISP_FACT_event_ns, 10.3e6, AISP_VERDICT_FAIL,
	  "from outside" },
	{ "timing.event_timing_gaps", AISP_FACT_event_ns, NAN, AISP_VERDICT_FAIL,
	  "no events" },
	{ "timing.event_timing_gaps", AISP_FACT_is_gpu, 0, AISP_VERDICT_NA, "" },
	{ "timing.incomplete_async_ops", AISP_FACT_n_late, 0, AISP_VERDICT_PASS, "" },
	{ "timing.early_read", AISP_FACT_n_early_pages, -1, AISP_VERDICT_NA,
	  "no input" },
	{ "timing.early_read", AISP_FACT_n_early_pages, 0, AISP_VERDICT_PASS, "" },
	{ "timing.early_read", AISP_FACT_n_early_pages, 3, AISP_VERDICT_FAIL,
	  "3 pages" },
	{ "timing.incomplete_async_ops", AISP_FACT_n_late, 1, AISP_VERDICT_FAIL,
	  "1 output lines" },
	{ "timing.physics_floor", AISP_FACT_sol_fraction, 1.05, AISP_VERDICT_PASS, "" },
	{ "timing.physics_floor", AISP_FACT_sol_fraction, 1.051, AISP_VERDICT_FAIL,
	  "or the workload counts more flops" },
	{ "timing.unsynced_streams", AISP_FACT_n_streams, 2, AISP_VERDICT_FAIL,
	  "2 streams" },
	{ "timing.unsynced_streams", AISP_FACT_is_gpu, 0, AISP_VERDICT_NA, "" },
	{ "workload.undeclared_shortcuts", AISP_FACT_n_invariant, 0, AISP_VERDICT_PASS,
	  "" },
	{ "workload.undeclared_shortcuts", AISP_FACT_n_invariant, 1, AISP_VERDICT_FAIL,
	  "1 call" },
	{ "workload.undeclared_shortcuts", AISP_FACT_n_invariant, -1, AISP_VERDICT_NA,
	  "states none" },
};

#define N_CASES ((int)(sizeof(cases) / sizeof(cases[0])))

static void test_cases(void)
{
	for (int i = 0; i < N_CASES; i++) {
		const struct aisp_check *check = aisp_check_of(cases[i].check);
		struct aisp_evidence ev = good;
		struct aisp_finding f = { "" };
		char name[160];

		aisp_evidence_put(&ev, cases[i].fact, cases[i].value);
		snprintf(name, sizeof(name), "%s: %s %g is %s", cases[i].check,
			 aisp_fact_name(cases[i].fact), cases[i].value,
			 aisp_verdict_name(cases[i].want));
		ok(check && aisp_check_run(check, &ev, &f) == cases[i].want &&
			   (cases[i].why[0] ? !!strstr(f.why, cases[i].why)
					    : !f.why[0]),
		   name);
	}
}

static int n_cases_of(const char *id)
{
	int n = 0;

	for (int i = 0; i < N_CASES; i++)
		n += !strcmp(cases[i].check, id);
	return n;
}

static bool needs(const struct aisp_check *c, enum aisp_fact fact)
{
	for (int i = 0; i < c->n_needs; i++)
		if (c->needs[i] == fact)
			return true;
	return false;
}

/* Without any of its facts a check is unknown; without all others it is known. */
static void test_missing(const struct aisp_check *c)
{
	struct aisp_finding f;
	int is_unknown = 1, is_named = 1, is_known = 1;

	for (int k = 0; k < AISP_N_FACTS; k++) {
		struct aisp_evidence ev = good;
		enum aisp_verdict v;

		aisp_evidence_put(&ev, (enum aisp_fact)k, NAN);
		v = aisp_check_run(c, &ev, &f);
		if (needs(c, (enum aisp_fact)k)) {
			is_unknown &= v == AISP_VERDICT_UNKNOWN;
			is_named &= !strncmp(f.why, aisp_fact_name((enum aisp_fact)k),
					     strlen(aisp_fact_name((enum aisp_fact)k)));
		} else {
			is_known &= v != AISP_VERDICT_UNKNOWN;
		}
	}
	ok(is_unknown && is_named,
	   "UNKNOWN without a fact that it needs, which is named");
	ok(is_known, "and only then");
}

/* Counts the conversions of a sentence. */
static int n_said(const char *says)
{
	int n = 0;

	for (; *says; says++)
		if (*says == '%' && says[1] == '%')
			says++;
		else if (*says == '%')
			n++;
	return n;
}

/* A clause has as many values as its sentence names, all of facts that it needs. */
static void test_clause(const struct aisp_check *g, const struct aisp_clause *c)
{
	int n = 0;

	while (n < AISP_MAX_VALUES && c->values[n].unit != 0) {
		ok(needs(g, c->values[n].fact), "a value that it needs");
		n++;
	}
	ok(n_said(c->says) == n, "as many values as the sentence names");
}

static void test_guarantee(const struct aisp_check *g)
{
	const struct aisp_clause *c = g->clauses;
	bool is_prevented = false;

	for (; c->applies; c++) {
		test_clause(g, c);
		is_prevented |= c->verdict == AISP_VERDICT_PREVENTED;
		ok(c->verdict != AISP_VERDICT_FAIL, "cannot fail");
	}
	test_clause(g, c);
	is_prevented |= c->verdict == AISP_VERDICT_PREVENTED;
	ok(c - g->clauses > 0 && c - g->clauses < AISP_MAX_CLAUSES,
	   "what holds depends on something, and the last clause on nothing");
	ok(is_prevented && g->is_prevented, "says when the interface is in force");
}

static void test_table(void)
{
	for (int i = 0; aisp_checks[i]; i++) {
		const struct aisp_check *c = aisp_checks[i];
		struct aisp_finding f;
		enum aisp_verdict v = aisp_check_run(c, &good, &f);

		ok(v == AISP_VERDICT_PASS || v == AISP_VERDICT_PREVENTED, c->id);
		ok(n_cases_of(c->id) >= 2, "has cases here");
		ok(c->n_needs > 0 && c->n_needs <= AISP_MAX_NEEDS && c->cheat &&
			   c->defence,
		   "says what it is about");
		ok(!i || strcmp(aisp_checks[i - 1]->id, c->id) < 0, "in order");
		test_missing(c);
		if (!aisp_is_rule(c))
			test_guarantee(c);
	}
}

/* Inputs were writable, and were changed. */
static void test_changed_inputs(void)
{
	const char *check = "memory.input_output_aliasing";
	struct aisp_evidence ev = good;

	ev.is_readonly = 0;
	ev.n_in_changed = 1;
	ok(verdict_of(check, &ev) == AISP_VERDICT_FAIL, "a changed input");
	ev.n_in_changed = NAN;
	ok(verdict_of(check, &ev) == AISP_VERDICT_PARTIAL, "nobody looked");
}

/* Without a GPU no driver is to blame. */
static void test_page_faults(void)
{
	const char *check = "memory.page_fault_timing";
	struct aisp_evidence ev = good;

	ev.is_gpu = 0;
	ev.n_minor_faults = 1e6;
	ok(verdict_of(check, &ev) == AISP_VERDICT_FAIL, "page faults");
	ev.n_samples = 2;
	ev.sample_ns = ev.call_ns = 1e3;
	ev.n_minor_faults = 7;
	ok(verdict_of(check, &ev) == AISP_VERDICT_PASS, "some are the loader's");
	ev.n_minor_faults = 8;
	ok(verdict_of(check, &ev) == AISP_VERDICT_FAIL, "more are not");
	ev.uses = AISP_USES_ALLOC;
	ok(verdict_of(check, &ev) == AISP_VERDICT_PASS, "declared");
}

/* A variant's own memory on the CPU counts where memory is judged. */
static void test_own_memory(void)
{
	const struct aisp_check *check = aisp_check_of("memory.memory_pool_reuse");
	struct aisp_evidence ev = good;
	struct aisp_finding f;

	ev.is_gpu = 0;
	ev.own_bytes = -1;
	ok(aisp_check_run(check, &ev, &f) == AISP_VERDICT_NA, "memory is not judged");
	ev.own_bytes = (192 + 64 * ev.n_threads_allowed) * 1024;
	ok(aisp_check_run(check, &ev, &f) == AISP_VERDICT_PASS, "as much as libraries");
	ev.own_bytes += 1024;
	ok(aisp_check_run(check, &ev, &f) == AISP_VERDICT_FAIL &&
		   strstr(f.why, "321 KiB of its own"),
	   "and a little");
	ev.own_bytes = NAN;
	ok(aisp_check_run(check, &ev, &f) == AISP_VERDICT_UNKNOWN, "nobody looked");
}

/* If tensors lie in the host's memory, copies are part of the work. */
static void test_host_data(void)
{
	struct aisp_evidence ev = good;

	ev.to_host_bytes = 1e9;
	ev.n_pinned = 1;
	ev.has_host_data = 1;
	ok(verdict_of("location.cpu_spillover", &ev) == AISP_VERDICT_PASS,
	   "tensors in the host's memory");
}

static void test_libraries(void)
{
	struct aisp_evidence ev = good;
	struct aisp_finding f;
	const struct aisp_check *c = aisp_check_of("isolation.library_substitution");

	snprintf(ev.undeclared, sizeof(ev.undeclared), "liba.so");
	ev.n_undeclared = 1;
	ok(aisp_check_run(c, &ev, &f) == AISP_VERDICT_FAIL &&
		   !strncmp(f.why, "liba.so, which", 14),
	   "a library that nobody declared is named");
	ev.n_undeclared = 3;
	ok(aisp_check_run(c, &ev, &f) == AISP_VERDICT_FAIL &&
		   strstr(f.why, "liba.so and 2 more") != NULL,
	   "others are counted");
}

/* Uses that a workload declares are no findings. */
static void test_declared(void)
{
	struct aisp_evidence ev = good;
	struct aisp_finding f;

	ev.uses = ~0u;
	ev.n_streams = ev.n_graphs = ev.n_cooperative = ev.n_nested = 7;
	ev.n_host_functions = ev.n_allocs = ev.n_managed = 7;
	for (int i = 0; aisp_checks[i]; i++)
		ok(aisp_check_run(aisp_checks[i], &ev, &f) != AISP_VERDICT_FAIL,
		   aisp_checks[i]->id);
}

static void test_facts(void)
{
	struct aisp_evidence ev;
	int is_nan = 1;

	aisp_evidence_init(&ev);
	for (int i = 0; i < AISP_N_FACTS; i++)
		is_nan &= isnan(aisp_evidence_get(&ev, (enum aisp_fact)i)) != 0;
	ok(is_nan, "nothing is known at first");
	aisp_evidence_put(&ev, AISP_FACT_n_late, 3);
	ok(ev.n_late == 3 && isnan(ev.n_canary) && isnan(ev.n_inf),
	   "a fact is its field");
	ok(strcmp(aisp_fact_name(AISP_FACT_n_late), "n_late") == 0 &&
		   strcmp(aisp_fact_unit(AISP_FACT_n_late), "lines") == 0 &&
		   strstr(aisp_fact_meaning(AISP_FACT_n_late), "after run()"),
	   "and has words");
	ok(AISP_VERDICT_UNKNOWN == 0 &&
		   strcmp(aisp_verdict_name(AISP_VERDICT_NA), "N/A") == 0,
	   "what nobody set is UNKNOWN");
}

/* Outputs are wrong, and follow all inputs but one part. */
static void test_ignored(void)
{
	static const struct {
		const char *check;
		int ignored;
	} of[] = {
		{ "workload.early_exit", AISP_PART_STEPS },
		{ "workload.batch_shrinking", AISP_PART_BATCH },
		{ "workload.sequence_truncation", AISP_PART_SEQUENCE },
		{ "workload.hidden_downsampling", AISP_PART_IMAGE },
		{ "workload.sparsity_mismatch", AISP_PART_NONZEROS },
		{ "workload.sparsity_mismatch", AISP_PART_PATTERN },
		{ "workload.attention_mask_mismatch", AISP_PART_MASK },
		{ "workload.kv_cache_size_mismatch", AISP_PART_CACHE },
		{ "distributed.rank_skipping", AISP_PART_RANKS },
		{ "distributed.collective_short_circuit", AISP_IGNORED_OTHER_RANKS },
		{ "output.constant_output", AISP_IGNORED_ALL },
	};
	struct aisp_evidence ev = good;
	struct aisp_finding f;

	ev.n_wrong = 5;
	for (size_t i = 0; i < sizeof(of) / sizeof(of[0]); i++) {
		int n_failed = 0;

		ev.ignored = of[i].ignored;
		for (int k = 0; aisp_checks[k]; k++)
			n_failed += aisp_check_run(aisp_checks[k], &ev, &f) ==
				    AISP_VERDICT_FAIL;
		ok(verdict_of(of[i].check, &ev) == AISP_VERDICT_FAIL && n_failed == 1,
		   of[i].check);
	}
	ev.ignored = 0;
	ok(verdict_of("output.approximation_drift", &ev) == AISP_VERDICT_FAIL,
	   "values that follow all of the inputs are an approximation");
	ev.is_baseline = 1;
	ok(verdict_of("output.approximation_drift", &ev) == AISP_VERDICT_PASS &&
		   verdict_of("output.invalid_ground_truth", &ev) == AISP_VERDICT_FAIL,
	   "of a baseline they put the reference in doubt");
}

int main(void)
{
	make_good();
	test_facts();
	test_cases();
	test_table();
	test_changed_inputs();
	test_page_faults();
	test_own_memory();
	test_host_data();
	test_libraries();
	test_declared();
	test_ignored();
	return done();
}
