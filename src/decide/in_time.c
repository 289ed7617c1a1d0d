/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>

#include "base/stats.h"
#include "in_time.h"
#include "means.h"
#include "outside.h"
#include "pair_arms.h"
#include "resolve.h"

#define CLOCKS_DIFFER 0.01

/* The launches of two arms in the same blocks: their times and clocks. */
struct paired {
	int n;
	double a_ns[AISP_MAX_LAUNCHES], b_ns[AISP_MAX_LAUNCHES];
	double resolved_ns, bias_ns; /* of the last pair; NaN if unknown */
	double clock_margin;   /* share of the shortest sample that the clock cannot
				  resolve */
	double free_margin[2]; /* share of a call that each could do before its bell */
	double loose_margin; /* share of a call that the error bound lets be left out */
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

static void pair(const struct aisp_arm *a, const struct aisp_arm *b, struct paired *p)
{
	struct aisp_pair pairs[AISP_MAX_LAUNCHES];

	p->resolved_ns = p->bias_ns = p->clock_margin = p->loose_margin = NAN;
	p->free_margin[0] = aisp_share_before_bell(a);
	p->free_margin[1] = aisp_share_before_bell(b);
	p->n = aisp_pair_arms(a, b, aisp_measured_counts, pairs);
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
 * If the arms ran at different clocks, the verdict must hold in cycles, too: the clock
 * is not the variant's merit.
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

/* Is it INCONCLUSIVE because a call may have saved that share, which exceeds `least`?
 */
static bool is_within(const struct aisp_comparison *c, double share, double least)
{
	return c->outcome == AISP_OUTCOME_INCONCLUSIVE && share > least &&
	       fabs(log(c->speedup)) <= log1p(share);
}

/* Is that share what made the margin? */
static bool is_margin(const struct aisp_comparison *c, double share)
{
	return share > AISP_MARGIN_MIN && fabs(share / c->margin - 1) < 0.01;
}

static enum aisp_margin_of cause_of(const struct paired *p,
				    const struct aisp_comparison *c)
{
	if (is_margin(c, p->loose_margin))
		return AISP_MARGIN_OF_BOUND;
	if (is_margin(c, p->free_margin[0]) || is_margin(c, p->free_margin[1]))
		return AISP_MARGIN_OF_BELL;
	return p->clock_margin >= 0.99 * c->margin ? AISP_MARGIN_OF_CLOCK
						   : AISP_MARGIN_OF_MACHINE;
}

/* The interval crosses the margin: what made it so wide, and what helps. */
static void add_cause(struct aisp_comparison *c)
{
	static const char *const causes[] = {
		[AISP_MARGIN_OF_CLOCK] =
			"that is the clock's, of short samples: larger sizes (--param) "
			"help",
		[AISP_MARGIN_OF_BELL] =
			"that is how long inputs are there before the bell, as a share "
			"of a call: larger sizes (--param), or more items in a call, "
			"make it less",
		[AISP_MARGIN_OF_BOUND] =
			"that is how much of a call the error bound lets be left out: "
			"tighten the workload's error_c",
	};

	if (c->outcome == AISP_OUTCOME_INCONCLUSIVE && c->margin > AISP_MARGIN_MAX &&
	    c->wants_pairs && causes[c->margin_of])
		aisp_comparison_add_why(c, causes[c->margin_of]);
}

/* The pairs end early here, also with --until-decided: no number of them can tell. */
static bool is_hopeless(const struct aisp_comparison *c)
{
	return c->outcome == AISP_OUTCOME_INCONCLUSIVE && c->speedup > 0 &&
	       !c->wants_pairs;
}

/* Says what made the margin so wide, and what helps. */
static void name_cause(const struct paired *p, struct aisp_comparison *c)
{
	bool is_clock = p->clock_margin > AISP_MARGIN_MAX;
	double free_margin = p->free_margin[c->speedup > 1];

	c->margin_of = cause_of(p, c);
	if (is_within(c, p->loose_margin, AISP_MARGIN_MIN))
		snprintf(c->why, sizeof(c->why),
			 "the error bound lets %.3g %% of a call be left out: no "
			 "smaller difference counts; tighten the workload's error_c",
			 100 * p->loose_margin);
	else if (is_within(c, free_margin, AISP_MARGIN_MAX))
		snprintf(c->why, sizeof(c->why),
			 "inputs are there before the bell for as long as %.3g %% of a "
			 "call: no smaller difference counts; larger sizes (--param), "
			 "or more items in a call, make it less",
			 100 * free_margin);
	else if (c->is_too_wide)
		aisp_say_too_wide(c, is_clock ? " (samples too short for the clock)"
					      : " (machine noise)");
	else
		add_cause(c);
	if (c->is_too_wide && c->margin_of == AISP_MARGIN_OF_MACHINE && !is_clock)
		aisp_comparison_add_why(c, "quiet the machine, `aisp doctor --noise`");
	if (is_hopeless(c))
		aisp_comparison_add_why(c, "more launches would not help");
}

static void decide_within(const struct paired *p, double margin,
			  struct aisp_comparison *c)
{
	aisp_decide(p->a_ns, p->b_ns, p->n, margin, c);
	aisp_confirm_by_means(&(struct aisp_means){ p->n, p->a_ns, p->b_ns,
						    p->a_mean_ns, p->b_mean_ns },
			      margin, c);
}

/*
 * What an arm could do before its bell makes that arm look faster, never the other:
 * FASTER need not allow for the baseline's share, nor SLOWER for the variant's.
 */
static void decide_in_time(const struct paired *p, double margin,
			   struct aisp_comparison *c)
{
	double a = fmax(margin, p->free_margin[0]), b = fmax(margin, p->free_margin[1]);
	struct aisp_comparison other;

	decide_within(p, b, c);
	if (a == b || c->outcome == AISP_OUTCOME_FASTER)
		return;
	decide_within(p, a, &other);
	if (a > b || other.outcome == AISP_OUTCOME_SLOWER)
		*c = other;
}

/* Fewer pairs count than the plan begins with: why? */
static void say_what_is_missing(const struct aisp_arm *a, const struct aisp_arm *b,
				struct aisp_comparison *c)
{
	int n_tried = aisp_pairs_tried(a, b);
	char words[80];

	if (c->n_pairs >= AISP_FIRST_LOOK || n_tried <= c->n_pairs)
		return;
	snprintf(words, sizeof(words),
		 "others disturbed %d of %d pairs, which do not count",
		 n_tried - c->n_pairs, n_tried);
	aisp_comparison_add_why(c, words);
}

void aisp_time_decide(const struct aisp_group *g, int other, int i,
		      struct aisp_comparison *result)
{
	struct paired p;

	pair(&g->arms[other], &g->arms[i], &p);
	decide_in_time(&p, fmax(g->margin, p.loose_margin), result);
	if (g->busy[0] && aisp_device_kind(g->device)->is_host)
		aisp_allow_for_others(result);
	name_cause(&p, result);
	aisp_resolve(result, aisp_median(p.a_ns, p.n), aisp_median(p.b_ns, p.n),
		     p.resolved_ns, p.bias_ns);
	if (p.n && aisp_device_kind(g->device)->is_in_cycles)
		decide_in_cycles(&p, result->margin, result);
	aisp_demand_pairs(result, g->limits->n_pairs);
	say_what_is_missing(&g->arms[other], &g->arms[i], result);
}
