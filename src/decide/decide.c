/* SPDX-License-Identifier: MIT
 *
 * The decision rule.  Nothing here measures, and nothing here is random.
 */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/stats.h"
#include "decide.h"
#include "run/word.h"

static const int looks[] = { AISP_FIRST_LOOK, 15, 20, 30, 40, 80, AISP_PLAN_PAIRS };

#define N_LOOKS   ((int)(sizeof(looks) / sizeof(looks[0])))
#define MIN_PAIRS 3 /* with 2 pairs the t quantile is 58: the interval is useless */

const char *aisp_outcome_name(enum aisp_outcome o)
{
	static const char *const names[] = { "INCONCLUSIVE", "FASTER",  "SLOWER",
					     "SAME",         "INVALID", "SKIPPED",
					     "BETTER",       "WORSE" };

	return names[o];
}

bool aisp_outcome_is_win(enum aisp_outcome o)
{
	return o == AISP_OUTCOME_FASTER || o == AISP_OUTCOME_BETTER;
}

int aisp_next_look(int n_pairs)
{
	for (int i = 0; i < N_LOOKS; i++)
		if (looks[i] > n_pairs)
			return looks[i];
	return -1;
}

bool aisp_is_look(int n_pairs)
{
	return aisp_next_look(n_pairs - 1) == n_pairs;
}

double aisp_noise_floor(const double *abs_mean_d, int n)
{
	return aisp_quantile(abs_mean_d, n, 0.95);
}

double aisp_margin(double noise_floor)
{
	return fmax(AISP_MARGIN_MIN, expm1(noise_floor));
}

__attribute__((format(printf, 2, 3))) static void because(struct aisp_comparison *out,
							  const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(out->why, sizeof(out->why), fmt, ap);
	va_end(ap);
}

static bool is_time(double ns)
{
	return isfinite(ns) && ns > 0;
}

/* Fills d.  Returns 0, or -1 with the reason in *out. */
static int log_ratios(const double *base_ns, const double *opt_ns, double *d,
		      struct aisp_comparison *out)
{
	for (int i = 0; i < out->n_pairs; i++) {
		if (!is_time(base_ns[i]) || !is_time(opt_ns[i])) {
			because(out, "pair %d: %g ns against %g ns is no pair of times",
				i + 1, base_ns[i], opt_ns[i]);
			return -1;
		}
		d[i] = log(opt_ns[i]) - log(base_ns[i]);
	}
	return 0;
}

static void estimate(const double *d, struct aisp_comparison *out)
{
	int n = out->n_pairs;
	struct aisp_interval ci = aisp_mean_interval(d, n, out->confidence);
	double t = aisp_t_quantile(1 - AISP_LOOK_ALPHA / 2, n - 1) +
		   aisp_t_quantile(0.8, n - 1);

	out->speedup_lo = exp(-ci.hi);
	out->speedup_hi = exp(-ci.lo);
	out->mde = expm1(log1p(out->margin) + t * aisp_sd(d, n) / sqrt(n));
}

static enum aisp_outcome by_interval(struct aisp_comparison *c)
{
	switch (aisp_word_of_interval(c->speedup_lo, c->speedup_hi, c->margin,
				      &c->is_too_wide)) {
	case AISP_WORD_FASTER:
		return AISP_OUTCOME_FASTER;
	case AISP_WORD_SLOWER:
		return AISP_OUTCOME_SLOWER;
	case AISP_WORD_SAME:
		return AISP_OUTCOME_SAME;
	default:
		return AISP_OUTCOME_INCONCLUSIVE;
	}
}

static bool is_agreed(const struct aisp_signed_rank *r, enum aisp_outcome o,
		      int n_pairs)
{
	bool is_side = o == AISP_OUTCOME_FASTER ? r->w_minus > r->w_plus
						: r->w_plus > r->w_minus;

	return is_side && r->p <= fmax(AISP_LOOK_ALPHA, ldexp(2, -n_pairs));
}

static enum aisp_outcome confirm(const double *d, enum aisp_outcome o,
				 struct aisp_comparison *out)
{
	struct aisp_signed_rank r;

	if (o != AISP_OUTCOME_FASTER && o != AISP_OUTCOME_SLOWER)
		return o;
	r = aisp_signed_rank(d, out->n_pairs);
	if (is_agreed(&r, o, out->n_pairs))
		return o;
	because(out, "the t interval says %s, the signed-rank test does not (p = %.2g)",
		aisp_outcome_name(o), r.p);
	return AISP_OUTCOME_INCONCLUSIVE;
}

/* If the margin is too wide, no number of pairs can show SAME. */
static bool can_pairs_tell(const struct aisp_comparison *c)
{
	return c->margin <= AISP_MARGIN_MAX || fabs(log(c->speedup)) > log1p(c->margin);
}

void aisp_say_too_wide(struct aisp_comparison *c, const char *cause)
{
	if (c->speedup_lo <= 1 && c->speedup_hi >= 1)
		because(c, "margin of %.3g %%%s is too wide to call anything SAME",
			100 * c->margin, cause);
	else
		because(c,
			"the interval lies within the margin of %.3g %%%s, which could "
			"explain the difference",
			100 * c->margin, cause);
}

static void say_why(struct aisp_comparison *out)
{
	if (out->is_too_wide)
		aisp_say_too_wide(out, "");
	else if (out->outcome == AISP_OUTCOME_INCONCLUSIVE)
		because(out,
			"after %d pairs the interval still crosses the margin of %.3g "
			"%%",
			out->n_pairs, 100 * out->margin);
	else if (out->n_pairs < AISP_FIRST_LOOK)
		because(out, "only %d pairs; the plan begins with %d", out->n_pairs,
			AISP_FIRST_LOOK);
	else if (out->n_pairs > AISP_PLAN_PAIRS)
		because(out, "%d pairs; the plan ends with %d", out->n_pairs,
			AISP_PLAN_PAIRS);
}

static void judge(const double *base_ns, const double *opt_ns, double *d,
		  struct aisp_comparison *out)
{
	if (log_ratios(base_ns, opt_ns, d, out))
		return;
	out->speedup = exp(-aisp_mean(d, out->n_pairs));
	out->wants_pairs = true;
	if (out->n_pairs < MIN_PAIRS) {
		because(out, "%d pair%s; an interval needs %d", out->n_pairs,
			out->n_pairs == 1 ? "" : "s", MIN_PAIRS);
		return;
	}
	estimate(d, out);
	out->outcome = confirm(d, by_interval(out), out);
	out->wants_pairs =
		out->outcome == AISP_OUTCOME_INCONCLUSIVE && can_pairs_tell(out);
	out->is_decided_early = out->outcome != AISP_OUTCOME_INCONCLUSIVE &&
				out->n_pairs < looks[N_LOOKS - 1];
	if (!out->why[0])
		say_why(out);
}

void aisp_decide(const double *base_ns, const double *opt_ns, int n_pairs,
		 double margin, struct aisp_comparison *out)
{
	double *d;

	*out = (struct aisp_comparison){ .speedup = NAN,
					 .speedup_lo = NAN,
					 .speedup_hi = NAN,
					 .confidence = 1 - AISP_LOOK_ALPHA,
					 .mde = NAN,
					 .margin = margin,
					 .n_pairs = n_pairs };
	if (!(margin >= 0) || isinf(margin)) {
		because(out, "a margin of %g makes no sense", margin);
		return;
	}
	if (n_pairs < 1) {
		because(out, "no pairs");
		return;
	}
	d = malloc((size_t)n_pairs * sizeof(*d));
	if (d)
		judge(base_ns, opt_ns, d, out);
	else
		because(out, "no memory for %d pairs", n_pairs);
	free(d);
}

void aisp_comparison_add_why(struct aisp_comparison *c, const char *words)
{
	size_t used = strlen(c->why);

	snprintf(c->why + used, sizeof(c->why) - used, "%s%s", used ? "; " : "", words);
}

void aisp_allow_for_others(struct aisp_comparison *c)
{
	double times = exp(AISP_OTHERS_SHARE * fabs(log(c->speedup)));
	enum aisp_outcome before = c->outcome;

	if (!(c->speedup_lo > 0)) /* NaN too: no interval */
		return;
	c->speedup_lo /= times;
	c->speedup_hi *= times;
	if (before == AISP_OUTCOME_INCONCLUSIVE || by_interval(c) == before)
		return;
	because(c, "%s but for what others do to it", aisp_outcome_name(before));
	c->outcome = AISP_OUTCOME_INCONCLUSIVE;
	c->is_decided_early = false;
	c->wants_pairs = true;
}

void aisp_demand_pairs(struct aisp_comparison *c, int n_asked)
{
	bool is_users = n_asked > 0 && n_asked < AISP_FIRST_LOOK;
	int n_least = is_users ? n_asked : AISP_FIRST_LOOK;

	if (c->n_pairs >= n_least || c->outcome == AISP_OUTCOME_INCONCLUSIVE)
		return;
	because(c, "%s by %d pairs, where %s %d: too few to stand on",
		aisp_outcome_name(c->outcome), c->n_pairs,
		is_users ? "you asked for" : "the plan begins with", n_least);
	c->outcome = AISP_OUTCOME_INCONCLUSIVE;
	c->is_decided_early = false;
	c->wants_pairs = true;
}

/* The least effect that n pairs with standard deviation sd show with that power. */
static double resolved(double sd, double n, double power)
{
	int df = (int)fmin(n, 1e6) - 1;

	return (aisp_t_quantile(1 - AISP_LOOK_ALPHA / 2, df) +
		aisp_t_quantile(power, df)) *
	       sd / sqrt(n);
}

/* The smallest n above `from` that resolves the gap; t falls with n.  A power of one
 * half asks that half the interval is no wider than the gap. */
static double pairs_for(double gap, double sd, double power, int from)
{
	double lo = from, hi = from + 1;

	while (resolved(sd, hi, power) > gap && hi < 1e9) {
		lo = hi;
		hi *= 2;
	}
	while (hi - lo > 1) {
		double mid = floor((lo + hi) / 2);

		if (resolved(sd, mid, power) > gap)
			lo = mid;
		else
			hi = mid;
	}
	return hi;
}

/* Too many pairs for the effect seen: what would so many say that narrow the interval?
 */
static void doubt_effect(struct aisp_forecast *f, double half, double delta,
			 double n_narrow)
{
	f->is_on_margin = half <= delta;
	f->is_by_width = !f->is_on_margin && n_narrow <= AISP_MAX_PAIRS;
	if (f->is_on_margin)
		f->n_pairs = NAN;
	else if (f->is_by_width)
		f->n_pairs = n_narrow;
}

void aisp_forecast(const struct aisp_comparison *c, struct aisp_forecast *f)
{
	double delta = log1p(c->margin), effect = fabs(log(c->speedup)), half, sd, gap,
	       power;
	int n = c->n_pairs;

	*f = (struct aisp_forecast){ .n_pairs = AISP_FIRST_LOOK, .mde = NAN };
	if (n < MIN_PAIRS || !(c->speedup_hi >= c->speedup_lo) || !(c->speedup_lo > 0))
		return;
	half = log(c->speedup_hi / c->speedup_lo) / 2;
	sd = half * sqrt(n) / aisp_t_quantile(1 - AISP_LOOK_ALPHA / 2, n - 1);
	gap = fabs(effect - delta);
	power = effect > delta ? 0.8 : 0.9;
	f->n_pairs = pairs_for(gap, sd, power,
			       n < AISP_FIRST_LOOK ? AISP_FIRST_LOOK - 1 : n);
	if (n < AISP_FIRST_LOOK && f->n_pairs > AISP_MAX_PAIRS)
		f->n_pairs = AISP_FIRST_LOOK; /* so few say nothing about so many */
	if (f->n_pairs > AISP_MAX_PAIRS)
		doubt_effect(f, half, delta, pairs_for(delta, sd, 0.5, n));
	f->mde = expm1(delta + resolved(sd, f->is_on_margin ? n : f->n_pairs, 0.8));
}

/* Takes the permutation with number bits % n_arms! in a mixed-radix numbering. */
void aisp_plan_block(uint64_t bits, int block, int n_arms, int *order)
{
	for (int i = 0; i < n_arms; i++) {
		int j = (int)(bits % (uint64_t)(i + 1));

		bits /= (uint64_t)(i + 1);
		order[i] = order[j];
		order[j] = i;
	}
	for (int i = 0; block % 2 && i < n_arms / 2; i++) {
		int swap = order[i];

		order[i] = order[n_arms - 1 - i];
		order[n_arms - 1 - i] = swap;
	}
}
