/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "advice.h"
#include "base/stats.h"

/* What the arm's launches took, spawn and verification included; the median. */
static double wall_s(const struct aisp_arm *a)
{
	double ns[AISP_MAX_BLOCKS];
	int n = 0;

	for (int k = 0; k < a->n_launches && n < AISP_MAX_BLOCKS; k++)
		if (a->launches[k].block >= 0 && a->launches[k].wall_ns > 0)
			ns[n++] = (double)a->launches[k].wall_ns;
	return n ? aisp_median(ns, n) / 1e9 : NAN;
}

/* "2.5 min"; "" if nobody knows. */
static const char *duration(double s, char *buf, size_t size)
{
	if (isnan(s))
		return "";
	if (s < 100)
		snprintf(buf, size, ", %.0f s", fmax(1, s));
	else if (s < 6000)
		snprintf(buf, size, ", %.0f min", s / 60);
	else
		snprintf(buf, size, ", %.0f h", s / 3600);
	return buf;
}

/* Round up, so that a forecast from few pairs errs on the sure side. */
static int suggested(double n_pairs)
{
	return (int)fmin(ceil(n_pairs / 5) * 5, AISP_MAX_PAIRS);
}

static void advise_pairs(const struct aisp_group *g, const char *pattern,
			 struct aisp_match *m)
{
	const struct aisp_forecast *f = &m->forecast;
	const char *quote = strpbrk(pattern, " \t\"'\\$&;()<>|*?[]`#!~") ? "'" : "";
	char time[32];

	snprintf(m->advice, sizeof(m->advice),
		 "needs about %.0f pairs%s: run `aisp bench run --targets "
		 "%s%.1000s%s%s --pairs %d`",
		 f->n_pairs, duration(m->forecast_s, time, sizeof(time)), quote,
		 pattern, quote, g->options, suggested(f->n_pairs));
}

static void advise(const struct aisp_group *g, const char *pattern,
		   struct aisp_match *m)
{
	const struct aisp_comparison *c = &m->result;
	const struct aisp_forecast *f = &m->forecast;

	if (f->is_on_margin)
		snprintf(m->advice, sizeof(m->advice),
			 "%.4gx lies on the margin of %.2g %%: no number of pairs will "
			 "decide; these %d would show a change of %.2g %%",
			 c->speedup, 100 * c->margin, c->n_pairs, 100 * f->mde);
	else if (f->n_pairs > AISP_MAX_PAIRS)
		snprintf(m->advice, sizeof(m->advice),
			 "the pairs differ so much that about %.2g would be needed; a "
			 "quieter machine (`aisp doctor`) or larger sizes help more",
			 f->n_pairs);
	else
		advise_pairs(g, pattern, m);
}

void aisp_match_advise(const struct aisp_group *g, int i, struct aisp_match *match)
{
	const char *pattern = g->arms[i].pattern;

	match->advice[0] = '\0';
	/* What other clocks or a failed check say, more pairs do not mend. */
	if (!pattern || !match->result.wants_pairs ||
	    match->result.outcome != AISP_OUTCOME_INCONCLUSIVE)
		return;
	aisp_forecast(&match->result, &match->forecast);
	match->forecast_s = match->forecast.n_pairs *
			    (wall_s(&g->arms[match->other]) + wall_s(&g->arms[i]));
	advise(g, pattern, match);
}
