/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "advice.h"
#include "base/stats.h"

/* The median wall time of the arm's launches, with spawn and verification; or NaN. */
static double wall_s(const struct aisp_arm *a)
{
	double ns[AISP_MAX_BLOCKS];
	int n = 0;

	for (int k = 0; k < a->n_launches && n < AISP_MAX_BLOCKS; k++)
		if (a->launches[k].block >= 0 && a->launches[k].wall_ns > 0)
			ns[n++] = (double)a->launches[k].wall_ns;
	return n ? aisp_median(ns, n) / 1e9 : NAN;
}

/* ", 3 min"; "" if the time is unknown. */
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

void aisp_advice_text(const struct aisp_comparison *c, const struct aisp_forecast *f,
		      double forecast_s, const char *command, char *buf, size_t size)
{
	char time[32];

	if (f->is_on_margin)
		snprintf(buf, size,
			 "%.4gx lies on the margin of %.2g %%: no number of pairs will "
			 "decide; these %d would show a change of %.2g %%",
			 c->speedup, 100 * c->margin, c->n_pairs, 100 * f->mde);
	else if (f->n_pairs > AISP_MAX_PAIRS)
		snprintf(buf, size,
			 "the difference is too small for the noise here: %d pairs "
			 "would not tell either; a quieter machine (`aisp doctor`) or "
			 "larger sizes help",
			 AISP_MAX_PAIRS);
	else
		snprintf(buf, size, "needs about %.0f pairs%s: run `%s --pairs %d`",
			 f->n_pairs, duration(forecast_s, time, sizeof(time)), command,
			 suggested(f->n_pairs));
}

/* The command line that measures arm i again. */
static void write_command(const struct aisp_group *g, const char *pattern, char *buf,
			  size_t size)
{
	const char *quote = strpbrk(pattern, AISP_SHELL_WORDS) ? "'" : "";

	snprintf(buf, size, "aisp bench run --targets %s%.1000s%s%s", quote, pattern,
		 quote, g->options);
}

void aisp_match_advise(const struct aisp_group *g, int i, struct aisp_match *match)
{
	const char *pattern = g->arms[i].pattern;
	bool is_never_alone = !match->result.n_pairs && g->busy[0];
	char command[1600];

	match->advice[0] = '\0';
	/* More pairs do not help where clocks differed or a check failed. */
	if (!pattern || !(match->result.wants_pairs || is_never_alone) ||
	    match->result.outcome != AISP_OUTCOME_INCONCLUSIVE)
		return;
	if (is_never_alone) {
		write_command(g, pattern, command, sizeof(command));
		snprintf(match->advice, sizeof(match->advice),
			 "other programs disturbed every pair of launches: run `%s "
			 "--wait-quiet`",
			 command);
		return;
	}
	aisp_forecast(&match->result, &match->forecast);
	match->forecast_s = match->forecast.n_pairs *
			    (wall_s(&g->arms[match->other]) + wall_s(&g->arms[i]));
	write_command(g, pattern, command, sizeof(command));
	aisp_advice_text(&match->result, &match->forecast, match->forecast_s, command,
			 match->advice, sizeof(match->advice));
}
