/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "advice.h"
#include "arms.h"
#include "bound_words.h"
#include "conclude.h"
#include "exactness.h"
#include "in_time.h"
#include "ledger.h"
#include "outside.h"
#include "score.h"
#include "sol.h"

void aisp_group_decide(const struct aisp_group *g, int other, int i,
		       struct aisp_match *match)
{
	match->other = other;
	if (g->merit.is_score)
		aisp_score_decide(g, other, i, &match->result);
	else
		aisp_time_decide(g, other, i, &match->result);
}

/* The message of the first launch with a wrong output: first from timed calls, then
 * from untimed ones, then from other sizes; NULL if all outputs are right. */
static const char *wrong_of(const struct aisp_arm *a)
{
	const char *apart = NULL;

	for (int k = 0; k < a->n_launches; k++) {
		const struct aisp_measured *m = &a->launches[k];

		if (m->status == AISP_LAUNCH_OK && m->wrong[0])
			return m->wrong;
		if (m->status == AISP_LAUNCH_OK && m->apart[0] && !apart)
			apart = m->apart;
	}
	if (apart)
		return apart;
	return a->heldout.fault[0] ? a->heldout.fault : NULL;
}

/* The baseline is a second reference: that they differ is the fault of either, or of
 * the bound. */
static void blame_contract(struct aisp_comparison *c, const struct aisp_group *g,
			   const char *wrong, const char *check)
{
	char bound[96];

	snprintf(c->why, sizeof(c->why),
		 "%s and the reference disagree: %.300s (%s); one of them is wrong%s "
		 "(docs/write_a_pair.md)",
		 g->arms[0].name, wrong, check, aisp_bound_words(g->problem, bound));
}

/* Names the wrong element, whichever check found it first.  If the arm ended badly at
 * other sizes instead, says where and how. */
static void blame(struct aisp_comparison *c, const struct aisp_group *g,
		  const struct aisp_arm *a, const char *check, const char *why)
{
	const char *wrong = wrong_of(a);

	if (!wrong && a->heldout.has_ended_badly && a->heldout.end[0])
		snprintf(c->why, sizeof(c->why), "%s: %s: %s: %.400s", a->name, check,
			 why, a->heldout.end);
	else if (!wrong)
		snprintf(c->why, sizeof(c->why), "%s: %s: %s", a->name, check, why);
	else if (a == g->arms)
		blame_contract(c, g, wrong, check);
	else if (!strncmp(check, "output.", 7))
		snprintf(c->why, sizeof(c->why), "%s: wrong: %.400s (%s)", a->name,
			 wrong, check);
	else
		snprintf(c->why, sizeof(c->why), "%s: wrong: %.400s (%s: %s)", a->name,
			 wrong, check, why);
}

static bool blames_machine(const struct aisp_group *g, const struct aisp_arm *a,
			   const struct aisp_check *c)
{
	const struct aisp_device_kind *kind = aisp_device_kind(g->device);
	char why[200];

	return c->is_of_machine || aisp_arm_fails_by_noise(a, c) ||
	       (c->is_of_roof &&
		(aisp_sol_is_close(g, a) ||
		 (kind->doubts_peaks &&
		  kind->doubts_peaks(&g->limits->peaks, why, sizeof(why)))));
}

/* Finds the first failed check, among those that blame the machine or the others. */
static bool fails(const struct aisp_group *g, const struct aisp_arm *a,
		  bool is_of_machine, struct aisp_comparison *result)
{
	for (int c = 0; aisp_checks[c]; c++) {
		struct aisp_finding f;

		if (blames_machine(g, a, aisp_checks[c]) != is_of_machine ||
		    aisp_is_left_out(g->limits, aisp_checks[c]) ||
		    aisp_arm_check(a, aisp_checks[c], &f) != AISP_VERDICT_FAIL)
			continue;
		blame(result, g, a, aisp_checks[c]->id, f.why);
		return true;
	}
	return false;
}

static bool is_untold(const struct aisp_arm *a, struct aisp_comparison *result)
{
	if (!aisp_arm_is_untold(a))
		return false;
	snprintf(result->why, sizeof(result->why),
		 "%s: other programs disturbed each of its launches at sizes that are "
		 "not announced, so that nothing is known of its time there, which "
		 "%d pair%s at the announced size cannot tell",
		 a->name, result->n_pairs, result->n_pairs == 1 ? "" : "s");
	return true;
}

#define REMEMBERS 2    /* times as long on new data as the other arm */
#define SLOWER    1.15 /* times as long: not explained by noise */
#define STILL     1.1  /* times as fast on new data: some gain remains */

/* How much longer calls take on data other than the user's; NaN if not tried. */
static double freshness(const struct aisp_arm *a)
{
	double sum = 0;
	int n = 0;

	for (int k = 0; k < a->n_launches; k++) {
		const struct aisp_evidence *e = &a->launches[k].evidence;

		if (!aisp_measured_counts(&a->launches[k]) || isnan(e->fresh_ns))
			continue;
		sum += log(e->fresh_ns / e->call_ns);
		n++;
	}
	return n ? exp(sum / n) : NAN;
}

/* On new data the gain would vanish.  A variant that remembers only a part of the data
 * is not much slower on new ones. */
static bool is_gain_known_by_heart(const struct aisp_comparison *c, double times)
{
	return c->speedup < STILL * times;
}

/* The user's data are the same in every call: does a variant remember them? */
static void say_that_data_repeat(const struct aisp_arm *base,
				 const struct aisp_arm *opt, struct aisp_comparison *c)
{
	double times = freshness(opt) / freshness(base);

	if (!aisp_outcome_is_win(c->outcome) || opt->launches[0].evidence.is_fresh != 0)
		return;
	snprintf(c->why, sizeof(c->why), "same data in every call");
	if (!(times > REMEMBERS ||
	      (times > SLOWER && is_gain_known_by_heart(c, times))))
		return;
	c->outcome = AISP_OUTCOME_INCONCLUSIVE;
	snprintf(c->why, sizeof(c->why),
		 "same data in every call; on others %s takes %.3g times as long: it "
		 "may remember them",
		 opt->name, times);
}

/* A variant may decline sizes near these: then it won only at these. */
static void say_that_it_declines(const struct aisp_arm *opt, struct aisp_comparison *c)
{
	for (int k = 0; k < opt->n_launches; k++)
		if (aisp_outcome_is_win(c->outcome) &&
		    opt->launches[k].evidence.heldout_declined == 1)
			snprintf(c->why, sizeof(c->why),
				 "only at: these parameters; it declines sizes near "
				 "them");
	if (opt->only[0] && !c->why[0] && aisp_outcome_is_win(c->outcome))
		snprintf(c->why, sizeof(c->why), "only where: %s", opt->only);
}

/* A variant that knows the input's range may leave out the other bits. */
static void say_that_input_is_narrow(const struct aisp_group *g,
				     struct aisp_comparison *c)
{
	if (g->narrow && aisp_outcome_is_win(c->outcome) && !c->why[0])
		snprintf(c->why, sizeof(c->why),
			 "only for: integers of 8 bits in '%s', whose workload states "
			 "no fill for it (include/aisp/fills.h)",
			 g->narrow);
}

/* A variant may keep from call to call what it computed from an input that its workload
 * makes alike in each. */
static void say_that_input_is_alike(const struct aisp_group *g,
				    struct aisp_comparison *c)
{
	char words[200];

	if (!g->alike || !aisp_outcome_is_win(c->outcome))
		return;
	snprintf(words, sizeof(words),
		 "only for: an input '%.80s' that is the same in each call (%.3g %% of "
		 "it)",
		 g->alike, 100 * g->alike_share);
	aisp_comparison_add_why(c, words);
}

/* The GPU was busy in most launches that measured it. */
static bool was_gpu_busy(const struct aisp_arm *a)
{
	int n = 0, n_busy = 0;

	for (int k = 0; k < a->n_launches; k++) {
		n += !isnan(a->launches[k].evidence.gpu_busy_share);
		n_busy += aisp_is_gpu_busy(&a->launches[k].evidence);
	}
	return 2 * n_busy > n;
}

static void say_who_was_busy(const struct aisp_group *g, const struct aisp_arm *base,
			     const struct aisp_arm *opt, struct aisp_comparison *result)
{
	if (result->outcome != AISP_OUTCOME_INCONCLUSIVE)
		return;
	if (g->busy[0])
		aisp_comparison_add_why(result, g->busy);
	if ((was_gpu_busy(base) || was_gpu_busy(opt)) &&
	    !strstr(result->why, "GPU busy"))
		aisp_comparison_add_why(
			result,
			"GPU busy: others kept the judge's own kernels waiting");
}

/*
 * A failed check of either arm makes the comparison INVALID; one that blames the
 * machine leaves it INCONCLUSIVE.
 */
static void judge_match(const struct aisp_group *g, int i, struct aisp_match *match)
{
	const struct aisp_arm *base = &g->arms[match->other], *opt = &g->arms[i];
	struct aisp_comparison *result = &match->result;

	if (fails(g, base, false, result) || fails(g, opt, false, result))
		result->outcome = AISP_OUTCOME_INVALID;
	else if (!g->merit.is_score &&
		 (fails(g, base, true, result) || fails(g, opt, true, result) ||
		  is_untold(base, result) || is_untold(opt, result)))
		result->outcome = AISP_OUTCOME_INCONCLUSIVE;
	if (!g->merit.is_score && !aisp_device_kind(g->device)->is_async)
		aisp_doubt_work_outside(base, opt, result);
	say_that_data_repeat(base, opt, result);
	say_that_it_declines(opt, result);
	say_that_input_is_narrow(g, result);
	if (!g->merit.is_score) { /* work that was kept changes no score */
		say_that_input_is_alike(g, result);
		aisp_say_less_exact(base, opt, result);
	}
	if (g->ended[0] && result->outcome == AISP_OUTCOME_INCONCLUSIVE)
		aisp_comparison_add_why(result, g->ended);
	if (!g->merit.is_score || g->merit.is_clocked || result->is_time_open)
		say_who_was_busy(g, base, opt, result);
}

void aisp_group_conclude(struct aisp_group *g)
{
	for (int i = 1; i < g->n_arms; i++) {
		if (!g->arms[i].is_wanted || !aisp_is_active(g, i) ||
		    !aisp_is_active(g, 0))
			continue;
		aisp_group_decide(g, 0, i, &g->versus_baseline[i]);
		judge_match(g, i, &g->versus_baseline[i]);
		aisp_match_advise(g, i, &g->versus_baseline[i]);
		if (!g->library || g->library == i || !aisp_is_active(g, g->library))
			continue;
		aisp_group_decide(g, g->library, i, &g->versus_library[i]);
		judge_match(g, i, &g->versus_library[i]);
	}
}
