/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "across.h"
#include "base/clock.h"
#include "conclude.h"
#include "files.h"
#include "gpu_note.h"
#include "heldout.h"
#include "ledger.h"
#include "machine/hostload.h"
#include "plan.h"
#include "seal.h"
#include "sol.h"

#define MS INT64_C(1000000)

#define N_SAMPLES_MIN   3
#define PILOT_LIMIT_NS  (20000 * MS)
#define PILOT_VERIFY_NS (20 * MS)
#define BUSY_CPUS       0.2 /* used by others: worth a word */
#define COMPARISON_NS   (15000 * MS)
#define MAX_STRETCH     4 /* times that, where others have the CPUs */

/* What a comparison may take. */
struct budget {
	double ns;
	int64_t start_ns;
	double waited_ns; /* by the judge for a CPU until then; NaN unknown */
};

const char *aisp_arm_status_name(enum aisp_arm_status s)
{
	static const char *const names[] = { "not run", "measured", "skipped",
					     "failed" };

	return names[s];
}

static bool is_trusted(const struct aisp_limits *limits, const struct aisp_measured *m)
{
	struct aisp_finding f;

	if (m->status != AISP_LAUNCH_OK)
		return false;
	for (int c = 0; aisp_checks[c]; c++)
		if (!aisp_is_left_out(limits, aisp_checks[c]) &&
		    !aisp_checks[c]->is_majority &&
		    aisp_check_run(aisp_checks[c], &m->evidence, &f) ==
			    AISP_VERDICT_FAIL)
			return false;
	return true;
}

/* A launch that cannot be trusted ends its arm; what it showed stays recorded. */
static void settle_if_bad(const struct aisp_limits *limits, struct aisp_arm *a,
			  const struct aisp_measured *m)
{
	if (is_trusted(limits, m))
		return;
	a->is_settled = true;
	if (m->status == AISP_LAUNCH_OK)
		return; /* the checks will say what is wrong */
	a->status = m->status == AISP_LAUNCH_UNSUPPORTED ? AISP_ARM_SKIPPED
							 : AISP_ARM_FAILED;
	snprintf(a->why, sizeof(a->why), "%s: %s", aisp_launch_status_name(m->status),
		 m->cause);
}

static void adopt_report(struct aisp_arm *a, const struct aisp_measured *m)
{
	if (!m->summary[0])
		return;
	a->cls = m->cls;
	memcpy(a->summary, m->summary, sizeof(a->summary));
	memcpy(a->library, m->library, sizeof(a->library));
}

/* What holds for all launches of an arm. */
static void add_facts(const struct aisp_group *g, const struct aisp_arm *a,
		      struct aisp_evidence *e)
{
	e->uses = g->contract.problem.uses;
	e->is_baseline = a == &g->arms[0];
	aisp_heldout_note(g, a, e);
	if (a->has_flags) {
		e->n_slower_flags = a->flags.n_slower;
		e->n_own_flags = a->flags.n_own;
	}
	aisp_gpu_note(g, a, e);
}

/* Count what one call of arm i asks the GPU for. */
static int trace(struct aisp_group *g, int i, struct aisp_bench *bench,
		 struct aisp_buffers *b, struct aisp_err *err)
{
	struct aisp_arm *a = &g->arms[i];
	int rc;

	if (!bench->on)
		return 0;
	rc = aisp_launch_trace(bench->paths, &bench->where, b, a->object,
			       g->sampling.limit_ns, &a->trace, a->no_trace, err);
	a->has_trace = !rc;
	return rc < 0 ? -1 : 0;
}

/* Launch arm i once more and append the record. */
static int launch(struct aisp_group *g, int i, struct aisp_bench *bench,
		  struct aisp_buffers *b, int block, int position, struct aisp_err *err)
{
	struct aisp_arm *a = &g->arms[i];
	size_t n = (size_t)a->n_launches + 1;
	struct aisp_measured *m = realloc(a->launches, n * sizeof(*m));
	int n_changed;

	if (!m)
		return aisp_err_errno(err, "memory for %zu launches", n);
	a->launches = m;
	m += a->n_launches;
	n_changed = aisp_group_changed(g, a, bench->paths);
	if (aisp_measure(m, bench, &g->contract, b, a->object, &g->sampling,
			 bench->n_launches++, err))
		return -1;
	m->block = block;
	m->position = position;
	m->evidence.n_changed = fmax(n_changed, aisp_group_changed(g, a, bench->paths));
	add_facts(g, a, &m->evidence);
	a->n_launches++;
	a->status = AISP_ARM_OK;
	aisp_seal_launch(bench, g, i);
	adopt_report(a, m);
	settle_if_bad(g->limits, a, m);
	return 0;
}

/* No check, be it left out or not, has anything against the launch. */
static bool is_clean(const struct aisp_measured *m)
{
	const struct aisp_limits all = { 0 };

	return m->status == AISP_LAUNCH_OK && !m->wrong[0] && is_trusted(&all, m);
}

/* What is wrong already needs no further sizes. */
static int hold_out(struct aisp_group *g, int i, struct aisp_bench *bench,
		    struct aisp_err *err)
{
	struct aisp_arm *a = &g->arms[i];

	if (!is_clean(&a->launches[0]))
		return 0;
	if (aisp_heldout_launch(g, a, bench, err))
		return -1;
	aisp_heldout_note(g, a, &a->launches[0].evidence);
	settle_if_bad(g->limits, a, &a->launches[0]);
	return 0;
}

bool aisp_is_active(const struct aisp_group *g, int arm)
{
	const struct aisp_arm *a = &g->arms[arm];

	return a->status != AISP_ARM_SKIPPED && a->status != AISP_ARM_FAILED;
}

static struct aisp_buffers *
new_buffers(struct aisp_group *g, const struct aisp_bench *bench, struct aisp_err *err)
{
	return aisp_buffers_new(&g->contract.problem, g->contract.param,
				g->sampling.calls_per_sample, bench->scratch_dir,
				bench->on, err);
}

/* One launch of each arm: does it run, is it right, how long does a call take? */
static int pilot(struct aisp_group *g, struct aisp_bench *bench,
		 const struct aisp_limits *limits, struct aisp_err *err)
{
	struct aisp_buffers *b;
	int rc = 0;

	g->sampling = (struct aisp_sampling){
		.calls_per_sample = 1,
		.n_warmup = 1,
		.n_samples = N_SAMPLES_MIN,
		.verify_budget_ns = PILOT_VERIFY_NS,
		.limit_ns =
			(int64_t)((double)PILOT_LIMIT_NS * limits->timeout_multiplier)
	};
	b = new_buffers(g, bench, err);
	if (!b)
		return -1;
	for (int i = 0; i < g->n_arms && !rc; i++) {
		if (!aisp_is_active(g, i) || *limits->is_stopped)
			continue;
		rc = trace(g, i, bench, b, err);
		if (!rc)
			rc = launch(g, i, bench, b, -1, i, err);
		if (rc)
			break;
		g->arms[i].pilot_ns = g->arms[i].launches[0].median_ns;
		rc = hold_out(g, i, bench, err);
	}
	aisp_buffers_free(b);
	return rc;
}

static void look(struct aisp_group *g)
{
	aisp_across_note(g);
	for (int i = 1; i < g->n_arms; i++) {
		struct aisp_arm *a = &g->arms[i];

		if (!a->is_wanted || a->is_settled || !aisp_is_active(g, i))
			continue;
		aisp_group_decide(g, 0, i, &g->versus_baseline[i]);
		a->is_settled = g->versus_baseline[i].result.outcome !=
					AISP_OUTCOME_INCONCLUSIVE ||
				g->versus_baseline[i].result.is_too_wide;
	}
}

static bool is_open(const struct aisp_group *g, int i)
{
	return g->arms[i].is_wanted && aisp_is_active(g, i) && !g->arms[i].is_settled;
}

static int count_open(const struct aisp_group *g)
{
	int n = 0;

	if (!aisp_is_active(g, 0) || g->arms[0].is_settled)
		return 0;
	for (int i = 1; i < g->n_arms; i++)
		n += is_open(g, i);
	return n;
}

/* The arms of the next block: what is open, the baseline, and the library. */
static int list_block(const struct aisp_group *g, int *arms)
{
	int n = 0;

	for (int i = 0; i < g->n_arms; i++)
		if (i == 0 || is_open(g, i) ||
		    (i == g->library && aisp_is_active(g, i)))
			arms[n++] = i;
	return n;
}

static int run_block(struct aisp_group *g, struct aisp_bench *bench,
		     struct aisp_buffers *b, struct aisp_err *err)
{
	int arms[AISP_MAX_ARMS], order[AISP_MAX_ARMS], n = list_block(g, arms);

	aisp_plan_order(&bench->seed, g->n_blocks, n, order);
	for (int k = 0; k < n; k++)
		if (launch(g, arms[order[k]], bench, b, g->n_blocks, k, err))
			return -1;
	g->n_blocks++;
	return 0;
}

bool aisp_is_over(const struct aisp_limits *limits)
{
	return *limits->is_stopped ||
	       (limits->deadline_ns && aisp_now_ns() > limits->deadline_ns);
}

static double timed_s(const struct aisp_arm *a)
{
	double ns = 0;

	for (int k = 0; k < a->n_launches; k++)
		for (int i = 0;
		     a->launches[k].block >= 0 && i < a->launches[k].n_samples; i++)
			ns += a->launches[k].samples_ns[i] *
			      a->launches[k].calls_per_sample;
	return ns / 1e9;
}

/* Each arm that is still compared was timed for as long as the user wants. */
static bool has_min_time(const struct aisp_group *g, const struct aisp_limits *limits)
{
	for (int i = 0; i < g->n_arms && limits->min_time_s > 0; i++)
		if ((i == 0 || is_open(g, i)) &&
		    timed_s(&g->arms[i]) < limits->min_time_s)
			return false;
	return true;
}

/*
 * A number of pairs that the user chose is looked at once, when it is complete;
 * looks before the least time are left out.  Either makes fewer looks than the plan
 * has, so that none of its error rates grows.
 */
static bool is_look(const struct aisp_group *g, const struct aisp_limits *limits)
{
	return limits->n_pairs ? g->n_blocks == limits->n_pairs
			       : aisp_is_look(g->n_blocks) && has_min_time(g, limits);
}

/* For who waits; after the plan's last each block may end the least time. */
static int next_look(const struct aisp_group *g, const struct aisp_limits *limits)
{
	int next = aisp_next_look(g->n_blocks);

	if (limits->n_pairs)
		return limits->n_pairs;
	return next > 0 ? next : g->n_blocks + 1;
}

/*
 * How long this comparison has taken, without the time that the judge was ready and
 * others had the CPUs; some of it always counts, so that it ends.
 */
static double own_ns(const struct budget *b)
{
	double elapsed_ns = (double)(aisp_now_ns() - b->start_ns);
	double waited_ns = aisp_process_delay_ns(getpid()) - b->waited_ns;

	return waited_ns > 0 ? fmax(elapsed_ns - waited_ns, elapsed_ns / MAX_STRETCH)
			     : elapsed_ns;
}

static bool wants_block(const struct aisp_group *g, const struct aisp_limits *limits,
			const struct budget *b)
{
	if (!count_open(g) || aisp_is_over(limits))
		return false;
	if (limits->n_pairs)
		return g->n_blocks < limits->n_pairs;
	if (!has_min_time(g, limits))
		return g->n_blocks < AISP_MAX_BLOCKS;
	return g->n_blocks < AISP_PLAN_PAIRS && own_ns(b) < b->ns;
}

static double budget_ns(const struct aisp_group *g, const struct aisp_limits *limits)
{
	double ns = limits->until_s > 0 ? limits->until_s * 1e9 : (double)COMPARISON_NS;

	return ns * count_open(g) * limits->timeout_multiplier;
}

static int run_blocks(struct aisp_group *g, struct aisp_bench *bench,
		      const struct aisp_limits *limits,
		      const struct aisp_progress *progress, struct aisp_err *err)
{
	const struct budget budget = { .ns = budget_ns(g, limits),
				       .start_ns = aisp_now_ns(),
				       .waited_ns = aisp_process_delay_ns(getpid()) };
	struct aisp_buffers *b = new_buffers(g, bench, err);
	int rc = 0;

	if (!b)
		return -1;
	while (!rc && wants_block(g, limits, &budget)) {
		progress->block(progress->arg, g, g->n_blocks, next_look(g, limits));
		rc = run_block(g, bench, b, err);
		if (!rc && is_look(g, limits))
			look(g);
	}
	g->is_cut = count_open(g) && aisp_is_over(limits);
	aisp_buffers_free(b);
	return rc;
}

static void find_library(struct aisp_group *g)
{
	for (int i = g->n_arms - 1; i > 0; i--)
		if (aisp_is_active(g, i) && g->arms[i].cls == AISP_CLASS_LIBRARY)
			g->library = i;
}

/* Without a baseline there is nothing to compare with. */
static void blame_baseline(struct aisp_group *g)
{
	for (int i = 1; i < g->n_arms; i++) {
		if (aisp_is_active(g, 0) || !aisp_is_active(g, i))
			continue;
		g->arms[i].status = g->arms[0].status;
		snprintf(g->arms[i].why, sizeof(g->arms[i].why), "its baseline %.*s",
			 500, g->arms[0].why);
	}
}

/* Without its device nothing of the group can run, nor was it compiled: each says why.
 */
static void skip_all(struct aisp_group *g, const char *why)
{
	for (int i = 0; i < g->n_arms; i++) {
		if (g->arms[i].status == AISP_ARM_FAILED)
			continue;
		g->arms[i].status = AISP_ARM_SKIPPED;
		snprintf(g->arms[i].why, sizeof(g->arms[i].why), "%s", why);
	}
}

/* "machine busy: others used 1.3 of 2 CPUs, most of it cc1" */
static void note_busy(struct aisp_group *g, const struct aisp_host_mark *from)
{
	double n_cpus = (double)sysconf(_SC_NPROCESSORS_ONLN);
	struct aisp_host_mark to = { 0 };
	struct aisp_host_load load;

	if (!aisp_host_mark_init(&to, NULL)) {
		aisp_host_load_between(from, &to, &load);
		if (load.others * n_cpus > BUSY_CPUS)
			snprintf(g->busy, sizeof(g->busy),
				 "machine busy: others used %.1f of %.0f CPUs, most of "
				 "it %s",
				 load.others * n_cpus, n_cpus, load.busiest);
	}
	aisp_host_mark_release(&to);
}

int aisp_group_measure(struct aisp_group *g, struct aisp_bench *bench,
		       const struct aisp_limits *limits,
		       const struct aisp_progress *progress, struct aisp_err *err)
{
	struct aisp_host_mark from = { 0 };
	struct aisp_err no_device;
	int rc;

	g->limits = limits;
	g->margin = limits->margin;
	g->slot_bytes = aisp_slot_bytes(&g->contract.problem);
	aisp_placement_choose(&bench->where, g->contract.problem.n_threads);
	if (aisp_bench_use(bench, g->device, &no_device)) {
		skip_all(g, no_device.msg);
		return 0;
	}
	if (aisp_bias_measure(bench, err))
		return -1;
	aisp_host_mark_init(&from, NULL);
	g->bias = bench->bias;
	g->is_spin = bench->where.is_spin;
	aisp_group_compare_flags(g);
	progress->block(progress->arg, g, 0, -1);
	rc = pilot(g, bench, limits, err);
	if (!rc) {
		find_library(g);
		aisp_group_plan(g, limits);
		rc = run_blocks(g, bench, limits, progress, err);
	}
	aisp_placement_leave(&bench->where);
	note_busy(g, &from);
	aisp_host_mark_release(&from);
	blame_baseline(g);
	aisp_sol_note(g, limits);
	aisp_seal_note(bench, g);
	aisp_across_note(g);
	aisp_group_conclude(g);
	return rc;
}

void aisp_group_release(struct aisp_group *g)
{
	for (int i = 0; i < g->n_arms; i++) {
		for (int k = 0; k < g->arms[i].n_launches; k++)
			aisp_measured_release(&g->arms[i].launches[k]);
		free(g->arms[i].launches);
	}
	aisp_contract_close(&g->contract);
	memset(g, 0, sizeof(*g));
}
