/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>

#include "base/stats.h"
#include "outside.h"

#define CHOICE   1.05 /* times: a shared CPU slows calls by less */
#define WAKES_NS 20e3 /* the wake-up times of honest arms differ by less */

static double before_bell(const struct aisp_evidence *e)
{
	return e->free_ns / e->call_ns;
}

static double behind_answer(const struct aisp_evidence *e)
{
	return e->after_ns / e->call_ns;
}

static double awake(const struct aisp_evidence *e)
{
	return e->wake_ns;
}

static double sample(const struct aisp_evidence *e)
{
	return e->sample_ns;
}

/* Lists the value of each launch that counts and has one; returns their number. */
static int each_of(const struct aisp_arm *a,
		   double (*value_of)(const struct aisp_evidence *),
		   double values[AISP_MAX_LAUNCHES])
{
	int n = 0;

	for (int k = 0; k < a->n_launches && n < AISP_MAX_LAUNCHES; k++) {
		double value = value_of(&a->launches[k].evidence);

		if (a->launches[k].block < 0 ||
		    !aisp_measured_counts(&a->launches[k]) || !isfinite(value))
			continue;
		values[n++] = value;
	}
	return n;
}

/* The mean bounds what a call can have saved by work outside of its time. */
static double mean_of(const struct aisp_arm *a,
		      double (*value_of)(const struct aisp_evidence *))
{
	double values[AISP_MAX_LAUNCHES];
	int n = each_of(a, value_of, values);

	return n ? aisp_mean(values, n) : 0;
}

/* The median, since others may delay a few launches for long.  NaN: unknown. */
static double median_of(const struct aisp_arm *a,
			double (*value_of)(const struct aisp_evidence *))
{
	double values[AISP_MAX_LAUNCHES];
	int n = each_of(a, value_of, values);

	return n ? aisp_median(values, n) : NAN;
}

double aisp_share_before_bell(const struct aisp_arm *a)
{
	return mean_of(a, before_bell);
}

static bool could_explain(const struct aisp_comparison *c, double share)
{
	return aisp_outcome_is_win(c->outcome) && log(c->speedup) <= log1p(share);
}

/* The worker stops soon after its answer, but not soon beside a short call. */
static void say_what_lay_behind(const struct aisp_arm *opt, struct aisp_comparison *c)
{
	double share = mean_of(opt, behind_answer);

	if (!c->why[0] && could_explain(c, share))
		snprintf(c->why, sizeof(c->why),
			 "after each answer %s could run on for %.3g %% of a call's "
			 "time, which no clock measures: work put off until then would "
			 "explain the difference; nothing shows that there was any, so "
			 "the verdict stands; larger sizes (--param) leave less room "
			 "for it",
			 opt->name, 100 * share);
}

static void doubt_wakes(const struct aisp_arm *other, const struct aisp_arm *opt,
			struct aisp_comparison *c)
{
	double more_ns = median_of(opt, awake) - median_of(other, awake);

	if (!(more_ns > WAKES_NS) ||
	    !could_explain(c, more_ns / median_of(opt, sample)))
		return;
	c->outcome = AISP_OUTCOME_INCONCLUSIVE;
	snprintf(c->why, sizeof(c->why),
		 "%s was busy for %.3g us longer than %s before each sample, in no "
		 "call's time: it could explain this",
		 opt->name, more_ns / 1e3, other->name);
}

/* The greater of median and mean: the mean contains the few slow samples. */
static double log_counted(const struct aisp_evidence *e)
{
	return log(fmax(e->call_ns, e->mean_ns)); /* either may be NaN */
}

/*
 * The time of calls in all attempts over that in samples that count.  A lower bound:
 * only the latter contains waits for a CPU.
 */
static double slower_tries(const struct aisp_arm *a)
{
	double tries = 0, n_tries = 0;

	for (int k = 0; k < a->n_launches; k++) {
		const struct aisp_evidence *e = &a->launches[k].evidence;
		double n = e->n_samples + e->n_retaken;

		if (a->launches[k].block < 0 || !(e->tried_ns > 0) || !(n > 0))
			continue;
		tries += n * log(e->tried_ns);
		n_tries += n;
	}
	return exp(tries / n_tries - mean_of(a, log_counted)); /* NaN: not known */
}

/*
 * A disturbed sample is taken again, with other data: a variant that waits for others
 * when its data are costly chooses its data.  The other arm's ratio is an excuse, since
 * it has no such cause.  Attempts of threads that yield while they wait seem short.
 */
static void doubt_choice(const struct aisp_arm *other, const struct aisp_arm *opt,
			 struct aisp_comparison *c)
{
	double excuse = slower_tries(other);
	double times = slower_tries(opt) / (excuse < 1 ? 1 : excuse); /* keeps NaN */

	if (!(times > CHOICE) || !could_explain(c, times - 1))
		return;
	c->outcome = AISP_OUTCOME_INCONCLUSIVE;
	snprintf(
		c->why, sizeof(c->why),
		"samples of %s that were taken again ran longer than those that count, "
		"%.3g times as much as those of %s: its data may be chosen",
		opt->name, times, other->name);
}

void aisp_doubt_work_outside(const struct aisp_arm *other, const struct aisp_arm *opt,
			     struct aisp_comparison *c)
{
	say_what_lay_behind(opt, c);
	doubt_wakes(other, opt, c);
	doubt_choice(other, opt, c);
}
