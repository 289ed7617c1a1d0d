/* SPDX-License-Identifier: MIT
 *
 * Facts of an arm from launches at sizes that are not announced.
 */
#include <math.h>
#include <string.h>

#include "base/rng.h"
#include "judge/heldout.h"
#include "judge/heldout_values.h"
#include "tap.h"

static struct aisp_group g;
static struct aisp_evidence e;

/* Times of both arms at the public sizes, then at the others, in us. */
static double gap(double base, double opt, double base_held, double opt_held)
{
	g.n_arms = 2;
	g.arms[0].pilot_ns = 1e3 * base;
	g.arms[1].pilot_ns = 1e3 * opt;
	g.arms[0].heldout.call_ns = 1e3 * base_held;
	g.arms[1].heldout.call_ns = 1e3 * opt_held;
	g.arms[1].heldout.is_tried = true;
	g.arms[0].heldout.most_ns = g.arms[1].heldout.least_ns = NAN;
	g.arms[1].heldout.most_ns = NAN;
	g.arms[1].heldout.running_ns = NAN;
	aisp_evidence_init(&e);
	aisp_heldout_note(&g, &g.arms[1], &e);
	return e.heldout_gap;
}

static bool is_about(double x, double y)
{
	return fabs(x - y) < 1e-12;
}

enum { ROWS, K, THREADS };

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	aisp_add_in(pr, (struct aisp_spec){ "a", AISP_F32, 1, { p[ROWS] } });
	aisp_add_out(pr, (struct aisp_spec){ "b", AISP_F32, 1, { p[ROWS] } });
	pr->n_threads = (int)p[THREADS];
	pr->flops = (double)(p[ROWS] * p[K] * p[K] * p[K]);
	if (p[K] > 9)
		pr->invalid = "k must not exceed 9";
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	(void)io, (void)o, (void)first, (void)n, (void)ref, (void)mag;
}

static const struct aisp_workload workload = {
	.abi = AISP_ABI,
	.title = "sizes",
	.n_params = 3,
	.params = { { "rows", 37, 4096, 16384, "rows" },
		    { "k", 5, 8, 9, "of them" },
		    { "threads", 2, 2, 2, "threads" } },
	.problem = problem,
	.reference = reference,
};

static struct {
	int n, rows, k, both, other_k, threads;
} far; /* draws, and which parameters are larger than announced, or others */

static void draw_far(enum aisp_preset preset, unsigned larger)
{
	struct aisp_contract public = { .workload = &workload }, c;
	struct aisp_err err;

	aisp_contract_preset(&public, preset, AISP_DEVICE_CPU);
	if (aisp_contract_evaluate(&public, &err))
		printf("# %s\n", err.msg);
	memset(&far, 0, sizeof(far));
	for (uint64_t bits = 0; bits < 200; bits++) {
		if (!aisp_heldout_choose_far(&c, &public, larger,
					     aisp_random_at(1, bits)))
			continue;
		far.n++;
		far.rows += c.param[ROWS] > public.param[ROWS];
		far.k += c.param[K] > public.param[K];
		far.both += c.param[ROWS] > public.param[ROWS] &&
			    c.param[K] > public.param[K];
		far.other_k += c.param[K] != public.param[K] && c.param[K] != 5;
		far.threads += c.problem.n_threads != 2;
	}
}

static void test_far(void)
{
	draw_far(AISP_PRESET_DEFAULT, 1 << ROWS);
	ok(far.n == 200 && far.rows == 200 && !far.k,
	   "the parameter that is asked for is larger than announced");
	ok(far.other_k > 100, "small ones change");
	ok(!far.threads, "threads do not");
	draw_far(AISP_PRESET_DEFAULT, 1 << ROWS | 1 << K);
	ok(far.n == 200 && far.both == 200, "or two of them");
	draw_far(AISP_PRESET_DEFAULT, 1 << THREADS);
	ok(!far.n, "more threads are no larger problem");
	draw_far(AISP_PRESET_LARGE, 1 << K);
	ok(!far.n, "nothing that the workload refuses");
}

/* Tiles for 37 rows and a k of 5. */
static void test_tiles(void)
{
	struct aisp_contract public = { .workload = &workload }, c;
	struct aisp_err err;

	aisp_contract_preset(&public, AISP_PRESET_SMALL, AISP_DEVICE_CPU);
	ok(!aisp_contract_evaluate(&public, &err) &&
		   aisp_heldout_choose_tiles(&c, &public) && c.param[ROWS] == 64 &&
		   c.param[K] == 5 && c.param[THREADS] == 2,
	   "a whole tile of what is large enough for one");
	ok(aisp_heldout_choose_announced(&c, &public, AISP_DEVICE_CPU) &&
		   c.param[ROWS] == 4096,
	   "what is announced, where it is cheap");
	ok(!aisp_contract_evaluate(&c, &err) &&
		   !aisp_heldout_choose_announced(&c, &c, AISP_DEVICE_CPU) &&
		   !aisp_heldout_choose_tiles(&c, &c),
	   "nothing that it is already");
}

/* With a k of 9 the work is half as much again as with 8. */
static void test_work(void)
{
	const struct aisp_contract public = { .workload = &workload,
					      .param = { 100000000, 8, 2 } };
	struct aisp_contract evaluated = public, c;
	struct aisp_err err;

	ok(!aisp_contract_evaluate(&evaluated, &err) &&
		   !aisp_heldout_choose_far(&c, &evaluated, 1 << ROWS | 1 << K, 1) &&
		   aisp_heldout_choose_far(&c, &evaluated, 1 << ROWS, 1) &&
		   aisp_heldout_choose_far(&c, &evaluated, 1 << K, 1),
	   "nothing that takes much longer than what is announced");
}

static void packed_problem(const int64_t *p, struct aisp_problem *pr)
{
	aisp_add_in(pr, (struct aisp_spec){ "a", AISP_F4E2M1, 2, { p[ROWS], 512 } });
	aisp_add_out(pr, (struct aisp_spec){ "b", AISP_F32, 1, { p[ROWS] } });
	pr->n_threads = (int)p[THREADS];
	pr->flops = (double)(p[ROWS] * p[K] * p[K] * p[K]);
}

/* With a k of 9 the work is 1.28 times as much; with elements of a byte it would be
 * 1.21 times. */
static void test_packed(void)
{
	struct aisp_workload packed = workload;
	struct aisp_contract public = { .workload = &packed,
					.param = { 1000000, 8, 2 } };
	struct aisp_contract c;
	struct aisp_err err;

	packed.problem = packed_problem;
	ok(!aisp_contract_evaluate(&public, &err) &&
		   !aisp_heldout_choose_far(&c, &public, 1 << ROWS | 1 << K, 1) &&
		   aisp_heldout_choose_far(&c, &public, 1 << ROWS, 1),
	   "two elements of 4 bits are a byte of work");
}

static void ranked_problem(const int64_t *p, struct aisp_problem *pr)
{
	aisp_add_in(pr, (struct aisp_spec){ "a", AISP_F32, 1, { p[ROWS] } });
	aisp_add_out(pr, (struct aisp_spec){ "b",
					     AISP_F32,
					     2,
					     { p[THREADS], p[ROWS] },
					     .part = { AISP_PART_RANKS } });
	pr->ranks.n = (int)p[THREADS];
	pr->flops = (double)p[ROWS];
}

static void test_peers(void)
{
	struct aisp_workload ranked = workload;
	struct aisp_contract public = { .workload = &ranked, .param = { 1000, 8, 2 } };
	struct aisp_contract c;
	struct aisp_err err;
	int n_chosen = 0, n_alone = 0;

	ranked.problem = ranked_problem;
	ranked.params[THREADS].small = 2;
	ok(!aisp_contract_evaluate(&public, &err), "ranks by a parameter");
	for (uint64_t bits = 0; bits < 64; bits++) {
		if (!aisp_heldout_choose_far(&c, &public, 1 << ROWS, bits))
			continue;
		n_chosen++;
		n_alone += c.problem.ranks.n == 1;
	}
	ok(n_chosen > 32 && !n_alone, "several ranks, where several are announced");
}

/* The gap if others disturbed all launches of either arm. */
static double disturbed_gap(double base_most, double opt_least)
{
	gap(1000, 200, NAN, NAN);
	g.arms[0].heldout.most_ns = 1e3 * base_most;
	g.arms[1].heldout.least_ns = 1e3 * opt_least;
	aisp_heldout_note(&g, &g.arms[1], &e);
	return e.heldout_gap;
}

static void test_disturbed(void)
{
	ok(is_about(disturbed_gap(1000, 8000), 40),
	   "what it ran itself is its own, whoever else had the CPUs");
	ok(is_about(disturbed_gap(2000, 8000), 20),
	   "what the baseline took is no more than that");
	ok(isnan(disturbed_gap(1000, NAN)) && isnan(disturbed_gap(NAN, 8000)),
	   "nobody knows without both bounds");
	gap(1000, 200, 1000, 800);
	g.arms[1].heldout.least_ns = 1e9;
	aisp_heldout_note(&g, &g.arms[1], &e);
	ok(is_about(e.heldout_gap, 4), "a launch that nobody disturbed says it all");
	g.arms[1].heldout.most_ns = 400e3;
	aisp_heldout_note(&g, &g.arms[1], &e);
	ok(is_about(e.heldout_gap, 2), "but for one that is faster among others");
}

/* Threads that wait for each other spin while one of them has no CPU. */
static void test_spinning(void)
{
	struct aisp_heldout h = { .call_ns = NAN, .least_ns = NAN, .most_ns = NAN };
	struct aisp_measured m = { .status = AISP_LAUNCH_OK, .median_ns = 9e6 };

	m.evidence.is_disturbed = 1;
	m.evidence.call_cpu_ns = 8e6;
	m.evidence.n_threads = 2;
	aisp_heldout_take(&h, &m, true);
	ok(h.is_disturbed && isnan(h.least_ns) && h.most_ns == 9e6,
	   "what two threads ran in a disturbed launch bounds nothing");
	m.evidence.n_threads = 1;
	aisp_heldout_take(&h, &m, true);
	ok(h.least_ns == 8e6 && h.n_timed == 2, "what one thread ran it needed");
	m.evidence.is_disturbed = 0;
	aisp_heldout_take(&h, &m, true);
	m.evidence.is_disturbed = 1;
	aisp_heldout_take(&h, &m, true);
	ok(h.n_timed == 1,
	   "beside an undisturbed launch disturbed ones are no witnesses");
}

static double others_ns =
	NAN; /* what others ran of the last call; NaN: nothing known */

/* The gap if n_fast of n launches at the public sizes are 20 times as fast as the
 * others, and as all 16 at other sizes. */
static double gap_of(int n, int n_fast)
{
	struct aisp_measured launches[10] = { 0 };

	for (int i = 0; i < n; i++) {
		launches[i].status = AISP_LAUNCH_OK;
		launches[i].median_ns = i < n_fast ? 100e3 : 2e6;
	}
	if (!isnan(others_ns)) {
		launches[n - 1].evidence.is_disturbed = 1;
		launches[n - 1].evidence.call_cpu_ns =
			others_ns > 0 ? 2e6 - others_ns : 0;
	}
	g.arms[1].launches = launches;
	g.arms[1].n_launches = n;
	g.arms[1].heldout.n_timed = 16;
	gap(1000, 100, 1000, 2000);
	g.arms[1].n_launches = g.arms[1].heldout.n_timed = 0;
	return e.heldout_gap;
}

static void test_chance(void)
{
	ok(is_about(gap_of(10, 1), 1), "slow in nine launches of ten, as elsewhere");
	ok(is_about(gap_of(1, 1), 20) && is_about(e.heldout_gap_chance, 1.0 / 17),
	   "one fast launch is chance in one of 17 cases");
	ok(is_about(gap_of(4, 4), 20) && is_about(e.heldout_gap_chance, 1.0 / 4845),
	   "four are not");
	ok(is_about(gap_of(5, 4), 20), "nor beside a slow pilot");
	others_ns = 0;
	ok(is_about(gap_of(4, 3), 1), "a slow launch is one, whoever had the CPUs");
	others_ns = 1900e3;
	ok(is_about(gap_of(4, 3), 20), "but for what others ran in it");
}

/* One of two spinning threads queued for a CPU during most of a call of 9 ms. */
static void test_queued(void)
{
	struct aisp_heldout h = { .call_ns = NAN, .running_ns = NAN };
	struct aisp_measured m = { .status = AISP_LAUNCH_OK, .median_ns = 9e6 };

	m.evidence.running_ns = 1e6;
	aisp_heldout_take(&h, &m, true);
	m.evidence.running_ns = NAN;
	aisp_heldout_take(&h, &m, true);
	ok(h.call_ns == 9e6 && h.running_ns == 1e6, "what is left without waits");
	gap(1000, 200, 1000, 2000);
	ok(isnan(e.heldout_gap_running), "where waits are not known, nothing");
	g.arms[1].heldout.running_ns = 400e3;
	aisp_heldout_note(&g, &g.arms[1], &e);
	ok(is_about(e.heldout_gap, 10) && is_about(e.heldout_gap_running, 2),
	   "the gap beside that without waits");
	g.arms[1].heldout.running_ns = 0;
	aisp_heldout_note(&g, &g.arms[1], &e);
	ok(e.heldout_gap_running == 1, "waits of several threads may be all of it");
	disturbed_gap(1000, 8000);
	ok(is_about(e.heldout_gap_running, 40),
	   "what one thread ran is no time that it waited");
}

/* All elements are right; beside them one fact has that value. */
static int64_t n_wrong(enum aisp_fact fact, double value, double n_low)
{
	struct aisp_heldout h = { 0 };
	struct aisp_measured m = { .status = AISP_LAUNCH_OK };

	for (int i = 0; i < AISP_N_FACTS; i++)
		aisp_evidence_put(&m.evidence, (enum aisp_fact)i, 0);
	m.evidence.n_elems = 100;
	m.evidence.n_low = n_low;
	aisp_evidence_put(&m.evidence, fact, value);
	aisp_heldout_take(&h, &m, false);
	return h.n_wrong;
}

static void test_stray(void)
{
	struct aisp_contract c = { .workload = &workload, .param = { 37, 5, 2 } };
	struct aisp_heldout h = { 0 };
	struct aisp_measured m = { .status = AISP_LAUNCH_OK };

	ok(!n_wrong(AISP_FACT_n_canary, 0, 0), "all is right");
	ok(n_wrong(AISP_FACT_n_canary, 24, 0) == 1 &&
		   n_wrong(AISP_FACT_n_late, 3, 0) == 1 &&
		   n_wrong(AISP_FACT_n_in_changed, 1, 0) == 1 &&
		   n_wrong(AISP_FACT_n_poison, 2, 0) == 1,
	   "writes that no element shows are wrong, too");
	ok(n_wrong(AISP_FACT_n_canary, 24, 5) == 5,
	   "beside wrong elements they are told");
	ok(n_wrong(AISP_FACT_n_invariant, 2, 0) == 1, "as is a broken invariant");
	aisp_evidence_init(&m.evidence);
	m.evidence.n_canary = 24;
	aisp_heldout_keep(&h, &c, AISP_DIST_NORMAL, &m);
	ok(!strcmp(h.fault, "rows=37 k=5 threads=2, normal inputs: 24 bytes beside the "
			    "outputs changed"),
	   "and said, with the sizes");
	h.fault[0] = 0;
	snprintf(m.wrong, sizeof(m.wrong), "b[3] is 1");
	aisp_heldout_keep(&h, &c, AISP_DIST_NORMAL, &m);
	ok(strstr(h.fault, "inputs: b[3] is 1") != NULL, "unless an element says it");
	h.fault[0] = m.wrong[0] = 0;
	aisp_evidence_init(&m.evidence);
	m.evidence.n_invariant = 1;
	snprintf(m.evidence.broken, sizeof(m.evidence.broken), "no permutation");
	aisp_heldout_keep(&h, &c, AISP_DIST_NORMAL, &m);
	ok(strstr(h.fault, "inputs: 1 call broke the invariant: no permutation") !=
		   NULL,
	   "or the invariant does");
	m.status = AISP_LAUNCH_HUNG;
	snprintf(m.cause, sizeof(m.cause), "no answer");
	aisp_heldout_keep(&h, &c, AISP_DIST_NORMAL, &m);
	ok(strstr(h.end, "inputs: no answer") != NULL, "or how it ended");
}

static struct aisp_measured ended(enum aisp_launch_status status)
{
	struct aisp_measured m = { .status = status, .median_ns = 5e6 };

	m.evidence.n_elems = 100;
	m.evidence.n_nan = status == AISP_LAUNCH_OK;
	return m;
}

static struct aisp_heldout near_or_far(bool is_far, enum aisp_launch_status first,
				       enum aisp_launch_status second)
{
	struct aisp_heldout h = { .call_ns = NAN };
	const struct aisp_measured a = ended(first), b = ended(second);

	if (is_far) {
		aisp_heldout_take_far(&h, &a);
		aisp_heldout_take_far(&h, &b);
	} else {
		aisp_heldout_take(&h, &a, true);
		aisp_heldout_take(&h, &b, true);
	}
	return h;
}

static void test_ends(void)
{
	const enum aisp_launch_status good = AISP_LAUNCH_OK, hung = AISP_LAUNCH_HUNG;
	const enum aisp_launch_status no = AISP_LAUNCH_UNSUPPORTED;
	const enum aisp_launch_status bad = AISP_LAUNCH_CRASHED;
	struct aisp_measured slow = ended(good);
	struct aisp_heldout h;

	h = near_or_far(true, good, bad);
	ok(h.has_ended_badly && h.n_elems == 100 && h.n_wrong == 1 && isnan(h.call_ns),
	   "far away values count, and ends, but no time");
	ok(near_or_far(true, bad, good).has_ended_badly &&
		   near_or_far(true, hung, good).has_ended_badly,
	   "whichever came first");
	h = near_or_far(true, no, no);
	ok(!h.is_tried && !h.is_declined && !h.has_ended_badly,
	   "who declines there says nothing");
	h = near_or_far(false, no, good);
	ok(h.is_tried && h.is_declined && !h.has_ended_badly && h.n_elems == 100,
	   "near them who declined once has declined");
	ok(near_or_far(false, bad, good).has_ended_badly,
	   "who crashed once has crashed");
	h = near_or_far(false, good, good);
	slow.median_ns = 9e6;
	aisp_heldout_take(&h, &slow, true);
	ok(h.call_ns == 5e6, "the fastest launch is its time");
	ok(!near_or_far(false, hung, good).has_ended_badly &&
		   near_or_far(false, hung, good).call_ns == 5e6 &&
		   near_or_far(false, hung, hung).has_ended_badly,
	   "who hangs must hang twice");
}

/* A variant that recognises the pilot may be slow in it. */
static void test_slow_pilot(void)
{
	struct aisp_measured launches[2] = {
		{ .status = AISP_LAUNCH_OK, .median_ns = 200e3 },
		{ .status = AISP_LAUNCH_OK, .median_ns = 2e3 },
	};

	launches[1].evidence.is_disturbed = 1;
	g.arms[1].launches = launches;
	g.arms[1].n_launches = 2;
	ok(is_about(gap(1000, 2000, 1000, 2000), 10),
	   "one fast launch is not its public time");
	g.arms[1].n_launches = 0;
}

int main(void)
{
	test_slow_pilot();
	test_stray();
	test_ends();
	test_queued();
	test_far();
	test_disturbed();
	test_spinning();
	test_chance();
	test_tiles();
	test_work();
	test_packed();
	test_peers();
	ok(is_about(gap(1000, 200, 900, 180), 0.9), "both take a little less: no gap");
	ok(is_about(gap(1000, 200, 1000, 800), 4), "its advantage is gone");
	ok(is_about(gap(1000, 200, 2000, 800), 2), "of which the baseline loses half");
	ok(is_about(gap(1000, 200, 500, 800), 4), "a faster baseline is no excuse");
	ok(gap(1000, 1, 1000, 99) == 1, "a call below 100 us is noise");
	ok(isnan(gap(1000, 200, NAN, 800)) && isnan(gap(1000, 200, 900, NAN)) &&
		   isnan(gap(1000, 200, 0, 800)),
	   "nobody knows without both times");
	g.arms[1].heldout.n_elems = 10;
	g.arms[1].heldout.n_wrong = 3;
	g.arms[1].heldout.is_declined = true;
	gap(1, 1, 1, 1);
	ok(e.heldout_elems == 10 && e.heldout_wrong == 3 && e.heldout_declined == 1 &&
		   e.heldout_failed == 0,
	   "what was compared, and what it said");
	g.arms[1].heldout.has_ended_badly = true;
	gap(1, 1, 1, 1);
	ok(e.heldout_failed == 1, "it crashed");
	g.arms[1].heldout.is_tried = false;
	aisp_evidence_init(&e);
	aisp_heldout_note(&g, &g.arms[1], &e);
	ok(isnan(e.heldout_elems), "no facts of what was not tried");
	return done();
}
