/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "across_group.h"
#include "asks.h"
#include "common_fault.h"
#include "contract_trial.h"
#include "decide/arms.h"
#include "decide/conclude.h"
#include "decide/gpu_facts.h"
#include "decide/group_facts.h"
#include "decide/looks.h"
#include "decide/plan.h"
#include "decide/score.h"
#include "decide/sol.h"
#include "files.h"
#include "heldout.h"
#include "hostile.h"
#include "journal_launch.h"
#include "kernel/bundle.h"
#include "machine/hostload.h"
#include "measure_group.h"
#include "rival_group.h"
#include "time_budget.h"

#define MS INT64_C(1000000)

#define N_SAMPLES_MIN   3
#define PILOT_LIMIT_NS  (20000 * MS)
#define PILOT_VERIFY_NS (20 * MS)
#define COMPARISON_NS   (15000 * MS)

/* Facts that hold for all launches of an arm. */
static void add_facts(const struct aisp_group *g, const struct aisp_arm *a,
		      struct aisp_evidence *e)
{
	e->uses = g->problem->uses;
	e->is_baseline = a == &g->arms[0];
	e->loose = g->loose;
	e->loose_share = g->loose_share;
	e->alike_share = g->alike_share;
	aisp_heldout_note(g, a, e);
	if (a->has_flags) {
		e->n_slower_flags = a->flags.n_slower;
		e->n_own_flags = a->flags.n_own;
	}
	aisp_gpu_facts_note(g, a, e);
}

/* Count what one call of arm i asks the driver for. */
static int trace(struct aisp_group *g, int i, struct aisp_harness *harness,
		 struct aisp_buffers *b, struct aisp_err *err)
{
	const struct aisp_driver *driver = harness->device->kind->driver;
	struct aisp_arm *a = &g->arms[i];
	int rc;

	if (!driver || !driver->trace_plugin)
		return 0;
	if (aisp_group_serve(g, a, b, err))
		return -1;
	rc = aisp_launch_trace(harness->paths, &harness->where, b, a->object,
			       g->sampling.limit_ns, &a->trace, a->no_trace, err);
	a->has_trace = !rc;
	return rc < 0 ? -1 : 0;
}

/* The arm keeps the memory; gcc 14's analyser loses track of it in an array of arms. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wanalyzer-malloc-leak"

/* Room after the arm's launches; NULL with *err filled. */
static struct aisp_measured *room_for_launch(struct aisp_arm *a, struct aisp_err *err)
{
	size_t n = (size_t)a->n_launches + 1;
	struct aisp_measured *m = realloc(a->launches, n * sizeof(*m));

	if (!m) {
		aisp_err_errno(err, "memory for %zu launches", n);
		return NULL;
	}
	a->launches = m;
	m += a->n_launches;
	*m = (struct aisp_measured){ 0 };
	return m;
}

/* The arm's last launch was wrong on hostile data: is the baseline, too? */
static int share(const struct aisp_group *g, struct aisp_arm *a,
		 struct aisp_harness *harness, struct aisp_buffers *b,
		 const struct aisp_sampling *s, struct aisp_err *err)
{
	const struct aisp_faulty x = { g->contract, b, s, harness->n_launches - 1,
				       a->launches[a->n_launches - 1].apart };

	return aisp_common_fault_ask(g, a, harness, &x, err);
}

/* Launch arm i and append the record.  Returns 1 if the run was stopped, or a fault
 * is the contract's. */
static int launch(struct aisp_group *g, int i, struct aisp_harness *harness,
		  struct aisp_buffers *b, int block, int position, struct aisp_err *err)
{
	struct aisp_arm *a = &g->arms[i];
	struct aisp_measured *m = room_for_launch(a, err);
	struct aisp_sampling sampling;
	int n_changed;

	if (!m)
		return -1;
	n_changed = aisp_group_changed(g, a, harness->paths);
	aisp_hostile_choose(&g->sampling, harness, a, block);
	g->sampling.has_energy = !block; /* the pilot's calls are single */
	g->sampling.pair = g->merit.is_score ? block + 2 : 0; /* the pilot's is -1 */
	sampling = aisp_rival_sampling(g, harness, i, block);
	sampling.is_page_end = block % 2; /* for all arms, in turns */
	if (aisp_group_serve(g, a, b, err) ||
	    aisp_across_lead(harness, i, harness->n_launches, g->contract, &sampling,
			     err) ||
	    aisp_measure(m, harness, g->contract, b, a->object, &sampling,
			 harness->n_launches++, err)) {
		aisp_measured_release(m);
		return -1;
	}
	if (m->status == AISP_LAUNCH_STOPPED) {
		aisp_measured_release(m);
		return 1;
	}
	m->block = block;
	m->position = position;
	m->evidence.n_changed =
		fmax(n_changed, aisp_group_changed(g, a, harness->paths));
	add_facts(g, a, &m->evidence);
	aisp_score_charge(g, m);
	a->n_launches++;
	a->status = AISP_ARM_OK;
	aisp_journal_launch(harness, g, i);
	aisp_arm_settle(g->limits, a, m);
	sampling.least_tries = m->most_tries;
	return aisp_is_faulty(m, &sampling) ? share(g, a, harness, b, &sampling, err)
					    : 0;
}

#pragma GCC diagnostic pop

/* An arm that is wrong already needs no other sizes.  Returns what launch() returns. */
static int hold_out(struct aisp_group *g, int i, struct aisp_harness *harness,
		    struct aisp_err *err)
{
	struct aisp_arm *a = &g->arms[i];
	int rc;

	if (!aisp_is_clean(&a->launches[0]) || a->launches[0].evidence.n_invariant > 0)
		return 0;
	rc = aisp_heldout_launch(g, a, harness, err);
	if (rc)
		return rc;
	aisp_heldout_note(g, a, &a->launches[0].evidence);
	aisp_arm_settle(g->limits, a, &a->launches[0]);
	return 0;
}

/* One launch of each arm: does it run, is it right, how long does a call take? */
static int pilot(struct aisp_group *g, struct aisp_harness *harness,
		 const struct aisp_limits *limits, struct aisp_err *err)
{
	struct aisp_buffers *b;
	int rc = 0;

	g->sampling = (struct aisp_sampling){
		.calls_per_sample = 1,
		.n_warmup = limits->is_survey ? limits->n_warmup : 1,
		.n_samples = limits->is_survey ? limits->n_samples : N_SAMPLES_MIN,
		.has_arrivals = limits->has_arrivals,
		.verify_budget_ns = PILOT_VERIFY_NS,
		.limit_ns =
			(int64_t)((double)PILOT_LIMIT_NS * limits->timeout_multiplier),
		.limit_option = limits->timeout_option,
	};
	b = aisp_group_buffers(g, &g->sampling, harness, err);
	if (!b)
		return -1;
	for (int i = 0; i < g->n_arms && !rc; i++) {
		if (!aisp_is_active(g, i) || aisp_is_over(limits))
			continue;
		rc = trace(g, i, harness, b, err);
		if (!rc)
			rc = launch(g, i, harness, b, -1, i, err);
		if (rc)
			break;
		g->arms[i].pilot_ns = g->arms[i].launches[0].median_ns;
		if (!limits->is_survey)
			rc = hold_out(g, i, harness, err);
	}
	aisp_common_fault_end(g);
	aisp_buffers_free(b);
	return rc < 0 ? -1 : 0;
}

/* Returns what launch() returns. */
static int run_block(struct aisp_group *g, struct aisp_harness *harness,
		     struct aisp_buffers *b, struct aisp_err *err)
{
	int arms[AISP_MAX_ARMS], order[AISP_MAX_ARMS], n = aisp_list_block(g, arms);
	int rc = 0, k;

	aisp_rival_order(g, &harness->seed, n, order);
	for (k = 0; k < n && !rc; k++)
		rc = aisp_heldout_again(g, &g->arms[arms[k]], harness, err);
	for (k = 0; k < n && !rc; k++)
		rc = launch(g, arms[order[k]], harness, b, g->n_blocks, k, err);
	g->n_blocks += !rc || k > 1; /* some of its launches count */
	aisp_common_fault_end(g);
	return rc;
}

static bool wants_block(const struct aisp_group *g, const struct aisp_limits *limits,
			const struct aisp_time_budget *b)
{
	if (!aisp_count_open(g) || aisp_is_over(limits))
		return false;
	if (limits->n_pairs)
		return !aisp_has_pairs(g->n_blocks, aisp_count_whole(g), limits);
	if (!aisp_has_min_time(g, limits))
		return g->n_blocks < AISP_MAX_BLOCKS;
	return g->n_blocks < AISP_PLAN_PAIRS &&
	       aisp_time_spent_ns(b) < aisp_allowed_ns(g, limits, b->ns);
}

static double budget_ns(const struct aisp_group *g, const struct aisp_limits *limits)
{
	double ns = limits->until_s > 0 ? limits->until_s * 1e9 : (double)COMPARISON_NS;

	return ns * aisp_count_open(g) * limits->timeout_multiplier;
}

static int run_blocks(struct aisp_group *g, struct aisp_harness *harness,
		      const struct aisp_limits *limits,
		      const struct aisp_progress *progress, struct aisp_err *err)
{
	const struct aisp_time_budget budget =
		aisp_time_budget_new(budget_ns(g, limits));
	struct aisp_buffers *b = aisp_group_buffers(g, &g->sampling, harness, err);
	int rc = b ? 0 : -1;

	while (!rc && wants_block(g, limits, &budget)) {
		progress->block(progress->arg, g, g->n_blocks,
				aisp_next_group_look(g, limits));
		rc = run_block(g, harness, b, err);
		if (!rc && aisp_is_group_look(g, limits)) {
			aisp_host_load_since(g->since, g->busy, sizeof(g->busy));
			aisp_group_look(g);
		}
		if (!rc && harness->device->n_members)
			rc = aisp_group_deal(&b, g, harness, err);
	}
	g->is_cut = aisp_count_open(g) && aisp_is_over(limits);
	if (g->is_cut)
		snprintf(g->ended, sizeof(g->ended), "%s before this was decided",
			 aisp_why_over(limits));
	aisp_buffers_free(b);
	return rc < 0 ? -1 : 0;
}

/* Settle the group before its first launch, and where it runs. */
static void prepare(struct aisp_group *g, const struct aisp_limits *limits,
		    struct aisp_placement *where)
{
	struct aisp_problem room;

	g->limits = limits;
	g->margin = limits->margin;
	aisp_group_ask(g);
	room = aisp_group_room(g);
	g->slot_bytes = aisp_slot_bytes(&room);
	g->can_stage = aisp_can_stage(g->problem);
	for (int i = 0; i < g->n_arms; i++)
		g->is_gated |=
			aisp_is_active(g, i) && aisp_is_bundle(g->arms[i].object);
	/* Ranks on devices, too: what calls find is there when all gates open. */
	g->is_gated |= !aisp_device_kind(g->device)->is_host && g->problem->ranks.n;
	aisp_placement_choose(where, g->problem);
	where->is_gated = g->is_gated;
}

static int try_and_launch(struct aisp_group *g, struct aisp_harness *harness,
			  const struct aisp_limits *limits,
			  const struct aisp_progress *progress, struct aisp_err *err)
{
	int rc;

	if (aisp_across_follows(harness))
		return aisp_across_follow(g, harness, limits, err);
	rc = aisp_group_try_contract(g, harness, err);
	if (rc)
		return rc < 0 ? -1 : aisp_across_end_group(g, harness, err);
	progress->block(progress->arg, g, 0, -1);
	harness->where.end =
		(struct aisp_end){ limits->is_stopped, limits->deadline_ns };
	rc = aisp_rival_begin(g, harness, err);
	if (!rc)
		rc = pilot(g, harness, limits, err);
	if (!rc && !limits->is_survey) {
		aisp_group_find_library(g);
		aisp_group_plan(g, limits);
		aisp_group_spare(g, harness);
		rc = run_blocks(g, harness, limits, progress, err);
	}
	return rc ? rc : aisp_across_end_group(g, harness, err);
}

/* Draw verdicts from the launches that were made, even if not all were. */
static void conclude(struct aisp_group *g, struct aisp_harness *harness)
{
	aisp_group_blame_baseline(g);
	aisp_heldout_note_all(g);
	aisp_sol_note(g, g->limits);
	aisp_journal_facts_note(harness, g);
	aisp_group_facts_note(g);
	aisp_group_conclude(g);
}

/* NULL: nothing.  Without a CPU for the judge a step could go on off the clock. */
static const char *what_is_lacking(const struct aisp_group *g,
				   const struct aisp_harness *harness,
				   struct aisp_err *no_memory)
{
	const char *apart = aisp_across_declines(g, harness);

	if (apart)
		return apart;
	if (g->merit.is_clocked && !harness->where.is_spin)
		return "a clock for each step needs a CPU for the judge, beside the "
		       "variant's";
	if (!aisp_device_kind(g->device)->is_host && aisp_needs_host(g->contract))
		return aisp_needs_host(g->contract);
	return aisp_group_fits(g, harness, 1, no_memory) ? no_memory->msg : NULL;
}

int aisp_group_measure(struct aisp_group *g, struct aisp_harness *harness,
		       const struct aisp_limits *limits,
		       const struct aisp_progress *progress, struct aisp_err *err)
{
	struct aisp_host_mark since = { 0 };
	struct aisp_err no_device, no_memory;
	const char *lacking;
	int rc;

	prepare(g, limits, &harness->where);
	g->narrow = harness->n_user_inputs ? NULL : aisp_hostile_lacks(g->contract);
	if (aisp_harness_use(harness, g->device, g->problem->ranks.n, &no_device)) {
		aisp_group_skip(g, no_device.msg);
		return 0;
	}
	lacking = what_is_lacking(g, harness, &no_memory);
	if (lacking) {
		aisp_group_skip(g, lacking);
		return 0;
	}
	if (aisp_bias_measure(harness, err) ||
	    aisp_bias_note_eviction(harness, g->problem, err) ||
	    aisp_across_prepare(g, harness, err))
		return -1;
	g->bias = harness->bias;
	g->is_spin = harness->where.is_spin;
	aisp_host_mark_init(&since, NULL);
	g->since = &since;
	aisp_group_compare_flags(g);
	rc = try_and_launch(g, harness, limits, progress, err);
	aisp_rival_end(g);
	if (rc && err->is_broken)
		aisp_group_fail(g, err->msg);
	aisp_placement_leave(&harness->where);
	aisp_host_load_since(&since, g->busy, sizeof(g->busy));
	g->since = NULL;
	aisp_host_mark_release(&since);
	if (!aisp_across_follows(harness))
		conclude(g, harness);
	return rc;
}

void aisp_group_release(struct aisp_group *g)
{
	for (int i = 0; i < g->n_arms; i++) {
		for (int k = 0; k < g->arms[i].n_launches; k++)
			aisp_measured_release(&g->arms[i].launches[k]);
		free(g->arms[i].launches);
	}
	if (g->contract)
		aisp_contract_close(g->contract);
	memset(g, 0, sizeof(*g));
}
