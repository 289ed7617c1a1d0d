/* SPDX-License-Identifier: MIT
 *
 * decide.h - derive a verdict from paired launches.
 *
 * The unit is a launch, summarised by the median of its samples.  Launches of
 * baseline and optimized are paired; the estimate is the mean of
 * d = ln(optimized / baseline), with a t interval that is looked at after 10,
 * 15, 20, 30, 40, 80 and 160 pairs until it decides.
 */
#ifndef AISP_DECIDE_H
#define AISP_DECIDE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/margin.h"

/* What made a margin as wide as it is. */
enum aisp_margin_of {
	AISP_MARGIN_OF_MACHINE, /* its noise, or what the user asked for */
	AISP_MARGIN_OF_CLOCK,   /* samples are short for it */
	AISP_MARGIN_OF_BELL,    /* what a call can do before it */
	AISP_MARGIN_OF_BOUND,   /* what the error bound lets be left out */
};

/* Zero is INCONCLUSIVE, for comparisons without a verdict. */
enum aisp_outcome {
	AISP_OUTCOME_INCONCLUSIVE,
	AISP_OUTCOME_FASTER,
	AISP_OUTCOME_SLOWER,
	AISP_OUTCOME_SAME,    /* the difference is within the margin */
	AISP_OUTCOME_INVALID, /* set by the judge: a check failed */
	AISP_OUTCOME_SKIPPED, /* set by the judge: not measured */
	AISP_OUTCOME_BETTER,  /* like FASTER and SLOWER, for a score (decide/score.h) */
	AISP_OUTCOME_WORSE,
};

const char *aisp_outcome_name(enum aisp_outcome o); /* "FASTER" */

/* FASTER or BETTER. */
bool aisp_outcome_is_win(enum aisp_outcome o);

/*
 * Two-sided level of each look.  Of 40 000 comparisons simulated as in
 * tests/unit/decide_rates.c (normal noise, sd of d 1, 2 or 4 %) whose gain is
 * exactly the margin, 2.5 to 2.7 % ended as FASTER; with 0.05 at each look, 10 %.
 */
#define AISP_LOOK_ALPHA 0.011

/* Ratios are baseline over optimized; what could not be computed is NaN. */
struct aisp_comparison {
	enum aisp_outcome outcome;
	double speedup, speedup_lo, speedup_hi;
	double confidence; /* of the interval, at one look */
	double mde;        /* see aisp_decide */
	double margin;     /* region of practical equivalence, as a ratio change */
	int n_pairs;
	bool wants_pairs;      /* INCONCLUSIVE, and more pairs may tell */
	bool is_decided_early; /* decided with fewer pairs than the last look's */
	bool is_too_wide;      /* within a margin so wide that this says nothing */
	bool is_time_open;     /* a better score, in more time than allowed or not */
	enum aisp_margin_of margin_of; /* what made the margin, beside the user */
	char why[640]; /* why INCONCLUSIVE, or how few pairs; "" if all is said */
};

/*
 * Judge n_pairs pairs of launch medians in ns, launch i of one beside launch i
 * of the other.  With the interval [lo, hi] of the mean of d and
 * delta = ln(1 + margin):
 *	FASTER if hi < -delta, SLOWER if lo > delta, SAME if both within them
 *	and margin <= AISP_MARGIN_MAX, else INCONCLUSIVE.
 * FASTER and SLOWER stand only if the signed-rank test of d agrees: its larger
 * rank sum is on their side, and its p value is at most AISP_LOOK_ALPHA or, with
 * fewer than 8 pairs, whose p values cannot be so small, the smallest there is:
 * all d have one sign.
 *
 * Fewer than 3 pairs, a time that is not a positive finite number, and a margin
 * that is negative or not finite are INCONCLUSIVE.
 *
 * mde is the ratio change whose FASTER n pairs with this standard deviation s
 * show with 80 % power at one look: ln(1 + mde) = delta + (t(1 - alpha / 2) +
 * t(0.8)) s / sqrt(n), t with n - 1 degrees of freedom (J. Cohen, Statistical
 * Power Analysis; the central t stands for the noncentral one).
 */
void aisp_decide(const double *base_ns, const double *opt_ns, int n_pairs,
		 double margin, struct aisp_comparison *out);

/*
 * Why c is INCONCLUSIVE within a margin that is_too_wide.  cause: " (machine noise)";
 * "": unknown.
 */
void aisp_say_too_wide(struct aisp_comparison *c, const char *cause);

/* Adds words to why, behind "; " if there are some. */
void aisp_comparison_add_why(struct aisp_comparison *c, const char *words);

/*
 * Share of ln(speedup) that other programs on the machine may have caused.  Shared
 * caches and cores slow two similar variants alike: a gain of 3 % stays as it is, one
 * of 50 times may change by 12 % or more.  Measured by tools/busy_machine.pl on a Xeon
 * with two CPUs, beside a loop or a compiler: 64 of 79 intervals held the figure of the
 * quiet machine without this share, 78 with it.
 */
#define AISP_OTHERS_SHARE 0.03

/* Widens the interval of c by that share; withdraws a verdict if it is lost. */
void aisp_allow_for_others(struct aisp_comparison *c);

/*
 * A verdict from fewer pairs than the plan's first look becomes INCONCLUSIVE: time ran
 * out or launches were lost, so that this look was not planned, and so few times show
 * neither their tails nor their drift.  If the user asked for fewer pairs (n_asked; 0:
 * did not), a verdict from all of them stands, and says how few they are.
 */
void aisp_demand_pairs(struct aisp_comparison *c, int n_asked);

/* The plan's first and last look, and the most pairs that a user can ask for. */
#define AISP_FIRST_LOOK 10
#define AISP_PLAN_PAIRS 160
#define AISP_MAX_PAIRS  1000

bool aisp_is_look(int n_pairs);

/* The smallest look above n_pairs; -1 after the last. */
int aisp_next_look(int n_pairs);

/* What more pairs would show about an INCONCLUSIVE comparison. */
struct aisp_forecast {
	double n_pairs; /* needed in all, at the effect and spread seen; NaN: none do */
	double mde;     /* what that many would show with 80 % power, as c->mde */
	bool is_by_width;  /* n_pairs make the interval as narrow as the margin */
	bool is_on_margin; /* it is as narrow, and lies on the margin */
};

/*
 * From the interval of c: the smallest number N of pairs above c->n_pairs, from the
 * plan's first look on, whose interval would clear the margin with 80 % power, if the
 * mean and the standard deviation s of d stay what they are:
 * (t(1 - alpha / 2) + t(power)) s / sqrt(N) at most the distance of |mean d| from
 * ln(1 + margin).  FASTER and SLOWER must clear one edge, with power 0.8; SAME two,
 * with 0.9 each.  Without an interval N is the plan's first look.  Where N is above
 * AISP_MAX_PAIRS, the estimate may lie on the margin by chance alone, as long as half
 * the interval is wider than ln(1 + margin): then N is what makes it as narrow
 * (is_by_width).  If it is as narrow already, none will do (is_on_margin).
 */
void aisp_forecast(const struct aisp_comparison *c, struct aisp_forecast *f);

/*
 * The noise floor of a machine: the 95 % quantile of |mean d| over n A/A
 * comparisons, as d is, a logarithm.  NaN without any.
 */
double aisp_noise_floor(const double *abs_mean_d, int n);

/* The margin to decide with: AISP_MARGIN_MIN or the floor; NaN: none is known. */
double aisp_margin(double noise_floor);

/*
 * The order of the arms in one block: even blocks are a random permutation, each
 * odd block is the reverse of the one before, so that drift which is linear in
 * time cancels (with two arms ABBA or BAAB).  bits: fresh for each even block
 * and the same for the odd one after it.  order: n_arms (at most 20) indices.
 */
void aisp_plan_block(uint64_t bits, int block, int n_arms, int *order);

#endif
