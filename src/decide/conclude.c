/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "advice.h"
#include "base/pairing.h"
#include "base/stats.h"
#include "conclude.h"
#include "ledger.h"
#include "means.h"
#include "outside.h"
#include "resolve.h"
#include "score.h"
#include "sol.h"

#define CLOCKS_DIFFER 0.01

/* The launches of two arms in the same blocks: their times and clocks. */
struct paired {
	int n;
	double a_ns[AISP_MAX_LAUNCHES], b_ns[AISP_MAX_LAUNCHES];
	double resolved_ns, bias_ns; /* by the last of them; NaN not known */
	double clock_margin; /* what the clock cannot tell of the shortest sample */
	double free_margin;  /* what could be done of a call before its bell */
	double loose_margin; /* what the error bound lets be left out of one */
	double a_mean_ns[AISP_MAX_LAUNCHES], b_mean_ns[AISP_MAX_LAUNCHES];
	double a_mhz[AISP_MAX_LAUNCHES], b_mhz[AISP_MAX_LAUNCHES]; /* NaN on the CPU */
};

static double clock_margin(const struct aisp_evidence *e)
{
	return e->resolution_ns / e->sample_ns;
}

static double loose_margin(const struct aisp_evidence *e)
{
	return e->loose_share / (1 - e->loose_share);
}

/* The block of each launch as aisp_pair_launches() wants it; the pilot's is -1. */
static int blocks_of(const struct aisp_arm *a, int64_t blocks[AISP_MAX_LAUNCHES])
{
	int n = a->n_launches < AISP_MAX_LAUNCHES ? a->n_launches : AISP_MAX_LAUNCHES;

	for (int i = 0; i < n; i++)
		blocks[i] = aisp_measured_counts(&a->launches[i]) ? a->launches[i].block
								  : -1;
	return n;
}

static void pair(const struct aisp_arm *a, const struct aisp_arm *b, struct paired *p)
{
	int64_t a_blocks[AISP_MAX_LAUNCHES], b_blocks[AISP_MAX_LAUNCHES];
	struct aisp_pair pairs[AISP_MAX_LAUNCHES];

	p->resolved_ns = p->bias_ns = p->clock_margin = p->loose_margin = NAN;
	p->free_margin = fmax(aisp_share_before_bell(a), aisp_share_before_bell(b));
	p->n = aisp_pair_launches(a_blocks, blocks_of(a, a_blocks), b_blocks,
				  blocks_of(b, b_blocks), pairs);
	for (int i = 0; i < p->n; i++) {
		const struct aisp_measured *x = &a->launches[pairs[i].a];
		const struct aisp_measured *y = &b->launches[pairs[i].b];

		p->resolved_ns = y->evidence.resolved_ns;
		p->bias_ns = y->evidence.bias_ns;
		p->clock_margin =
			fmax(p->clock_margin, fmax(clock_margin(&x->evidence),
						   clock_margin(&y->evidence)));
		p->loose_margin = fmax(p->loose_margin, loose_margin(&y->evidence));
		p->a_ns[i] = x->median_ns;
		p->b_ns[i] = y->median_ns;
		p->a_mean_ns[i] = x->evidence.mean_ns;
		p->b_mean_ns[i] = y->evidence.mean_ns;
		p->a_mhz[i] = x->evidence.sm_mhz;
		p->b_mhz[i] = y->evidence.sm_mhz;
	}
}

/*
 * Where the arms ran at different clocks, the verdict must hold in cycles too: the
 * clock is not the variant's merit.
 */
static void decide_in_cycles(struct paired *p, double margin,
			     struct aisp_comparison *result)
{
	double a_mhz = aisp_median(p->a_mhz, p->n), b_mhz = aisp_median(p->b_mhz, p->n);
	struct aisp_comparison cycles;

	if (!(fabs(a_mhz / b_mhz - 1) > CLOCKS_DIFFER))
		return; /* NaN too */
	for (int i = 0; i < p->n; i++) {
		p->a_ns[i] *= p->a_mhz[i];
		p->b_ns[i] *= p->b_mhz[i];
	}
	aisp_decide(p->a_ns, p->b_ns, p->n, margin, &cycles);
	if (cycles.outcome == result->outcome)
		return;
	snprintf(result->why, sizeof(result->why),
		 "%s in time, %s in cycles: the clocks were %.0f and %.0f MHz",
		 aisp_outcome_name(result->outcome), aisp_outcome_name(cycles.outcome),
		 a_mhz, b_mhz);
	result->outcome = AISP_OUTCOME_INCONCLUSIVE;
}

/* Is it open since a share of a call, more than least, may be saved for nothing? */
static bool is_within(const struct aisp_comparison *c, double share, double least)
{
	return c->outcome == AISP_OUTCOME_INCONCLUSIVE && share > least &&
	       fabs(log(c->speedup)) <= log1p(share);
}

/* Who made the margin so wide, and what helps. */
static void name_cause(const struct paired *p, struct aisp_comparison *c)
{
	bool is_clock = p->clock_margin > AISP_MARGIN_MAX;

	if (is_within(c, p->loose_margin, AISP_MARGIN_MIN))
		snprintf(c->why, sizeof(c->why),
			 "the error bound lets %.3g %% of a call be left out: no "
			 "smaller difference counts; tighten the workload's error_c",
			 100 * p->loose_margin);
	else if (is_within(c, p->free_margin, AISP_MARGIN_MAX))
		snprintf(c->why, sizeof(c->why),
			 "inputs lie there before the bell, for %.3g %% of a call: no "
			 "smaller difference counts; larger sizes (--param) make calls "
			 "longer",
			 100 * p->free_margin);
	else if (c->is_too_wide)
		snprintf(c->why, sizeof(c->why),
			 "margin of %.3g %% (%s) is too wide to call anything SAME%s",
			 100 * c->margin,
			 is_clock ? "samples too short for the clock" : "machine noise",
			 is_clock ? "" : "; quiet the machine, `aisp doctor --noise`");
}

void aisp_group_decide(const struct aisp_group *g, int other, int i,
		       struct aisp_match *match)
{
	struct paired p;
	double margin;

	match->other = other;
	if (g->merit.is_score) {
		aisp_score_decide(g, other, i, &match->result);
		return;
	}
	pair(&g->arms[other], &g->arms[i], &p);
	margin = fmax(g->margin, fmax(p.free_margin, p.loose_margin));
	aisp_decide(p.a_ns, p.b_ns, p.n, margin, &match->result);
	aisp_confirm_by_means(
		&(struct aisp_means){ p.n, p.a_ns, p.b_ns, p.a_mean_ns, p.b_mean_ns },
		margin, &match->result);
	if (g->busy[0] && aisp_device_kind(g->device)->is_host)
		aisp_allow_for_others(&match->result);
	name_cause(&p, &match->result);
	aisp_resolve(&match->result, aisp_median(p.a_ns, p.n), aisp_median(p.b_ns, p.n),
		     p.resolved_ns, p.bias_ns);
	if (p.n && aisp_device_kind(g->device)->is_in_cycles)
		decide_in_cycles(&p, margin, &match->result);
	aisp_demand_pairs(&match->result, g->limits->n_pairs);
}

/* What the first launch with a wrong output says of it: of timed calls before others,
 * at these sizes before others; NULL if all are right. */
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

/* A wrong output is called wrong, by its element, whatever check found it first; who
 * ended badly at other sizes is told where, and how. */
static void blame(struct aisp_comparison *c, const struct aisp_arm *a,
		  const char *check, const char *why)
{
	const char *wrong = wrong_of(a);

	if (!wrong && a->heldout.has_ended_badly && a->heldout.end[0])
		snprintf(c->why, sizeof(c->why), "%s: %s: %s: %.400s", a->name, check,
			 why, a->heldout.end);
	else if (!wrong)
		snprintf(c->why, sizeof(c->why), "%s: %s: %s", a->name, check, why);
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

/* The first check that an arm fails, of those that blame the machine or the others. */
static bool fails(const struct aisp_group *g, const struct aisp_arm *a,
		  bool is_of_machine, struct aisp_comparison *result)
{
	for (int c = 0; aisp_checks[c]; c++) {
		struct aisp_finding f;

		if (blames_machine(g, a, aisp_checks[c]) != is_of_machine ||
		    aisp_is_left_out(g->limits, aisp_checks[c]) ||
		    aisp_arm_check(a, aisp_checks[c], &f) != AISP_VERDICT_FAIL)
			continue;
		blame(result, a, aisp_checks[c]->id, f.why);
		return true;
	}
	return false;
}

/* What only an undisturbed launch could have told. */
static bool is_untold(const struct aisp_arm *a, struct aisp_comparison *result)
{
	const struct aisp_heldout *h = &a->heldout;

	if (!h->is_tried || !h->is_disturbed || !isnan(h->call_ns))
		return false;
	snprintf(result->why, sizeof(result->why),
		 "%s: other programs disturbed each of its launches at sizes that are "
		 "not announced, so that nothing is known of its time there; the %d "
		 "pair%s at the announced size count%s",
		 a->name, result->n_pairs, result->n_pairs == 1 ? "" : "s",
		 result->n_pairs == 1 ? "s" : "");
	return true;
}

#define REMEMBERS 2    /* times as long on new data, beside the other arm */
#define SLOWER    1.15 /* what is more is no noise */
#define STILL     1.1  /* times as fast on new data: a gain is left */

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

/* On new data nothing of it would be left.  Who knows a part by heart is not much
 * slower on them. */
static bool is_gain_known_by_heart(const struct aisp_comparison *c, double times)
{
	return c->speedup < STILL * times;
}

/* What the user gave is the same in every call: does a variant know it by heart? */
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

/* A variant may decline sizes; then it won at this one alone. */
static void say_that_it_declines(const struct aisp_arm *opt, struct aisp_comparison *c)
{
	for (int k = 0; k < opt->n_launches; k++)
		if (aisp_outcome_is_win(c->outcome) &&
		    opt->launches[k].evidence.heldout_declined == 1)
			snprintf(c->why, sizeof(c->why),
				 "only at: these parameters; it declines sizes near "
				 "them");
}

/* Who knows that may leave out the other bits. */
static void say_that_input_is_narrow(const struct aisp_group *g,
				     struct aisp_comparison *c)
{
	if (g->narrow && aisp_outcome_is_win(c->outcome) && !c->why[0])
		snprintf(c->why, sizeof(c->why),
			 "only for: integers of 8 bits in '%s', whose workload states "
			 "no fill for it (include/aisp/fills.h)",
			 g->narrow);
}

static void append(struct aisp_comparison *result, const char *words)
{
	size_t used = strlen(result->why);

	snprintf(result->why + used, sizeof(result->why) - used, "%s%s",
		 used ? "; " : "", words);
}

/* In most launches that could tell, of either arm. */
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
		append(result, g->busy);
	if ((was_gpu_busy(base) || was_gpu_busy(opt)) &&
	    !strstr(result->why, "GPU busy"))
		append(result, "GPU busy: others kept the judge's own kernels waiting");
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
	if (!g->merit.is_score) /* which nobody's work changes */
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
