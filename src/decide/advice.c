/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "advice.h"
#include "arms.h"
#include "base/stats.h"
#include "base/text.h"
#include "pair_arms.h"
#include "score_time.h"

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

/* Did the run wait for a quiet machine? */
static bool has_waited(const char *command)
{
	return strstr(command, "--wait-quiet") != NULL;
}

/* The run had as many pairs as would do, but others disturbed them. */
static void advise_quiet(const struct aisp_comparison *c,
			 const struct aisp_advised *run, char *buf, size_t size)
{
	int n_disturbed = run->n_tried - c->n_pairs;

	if (has_waited(run->command))
		snprintf(buf, size,
			 "others disturbed %d of %d pairs: a quieter machine, or "
			 "longer samples (larger sizes) help",
			 n_disturbed, run->n_tried);
	else
		snprintf(buf, size,
			 "others disturbed %d of %d pairs: a quieter machine (run `%s "
			 "--wait-quiet`), or longer samples (larger sizes) help",
			 n_disturbed, run->n_tried, run->command);
}

/* ", which is wide since ..."; "" if the margin is as usual. */
static const char *margin_cause(const struct aisp_comparison *c)
{
	static const char *const causes[] = {
		[AISP_MARGIN_OF_MACHINE] =
			", which is wide since the machine is noisy (`aisp doctor`)",
		[AISP_MARGIN_OF_CLOCK] =
			", which is wide since calls are short for the "
			"clock (larger sizes help)",
		[AISP_MARGIN_OF_BELL] = ", for which inputs are there before the bell "
					"(larger sizes help)",
		[AISP_MARGIN_OF_BOUND] = ", which the error bound lets be left out "
					 "(tighten error_c)",
	};

	return c->margin > AISP_MARGIN_MAX ? causes[c->margin_of] : "";
}

/* What helps in noise, beside more pairs: nothing that the run had already. */
static const char *wait_option(const struct aisp_advised *run)
{
	return has_waited(run->command) ? "" : "`--wait-quiet`, ";
}

/* The effect is not known well enough to say how many pairs would decide. */
static void advise_width(const struct aisp_comparison *c, const struct aisp_forecast *f,
			 const struct aisp_advised *run, char *buf, size_t size)
{
	char time[32];

	snprintf(buf, size,
		 "the interval is too wide to say how many pairs decide; about "
		 "%.0f%s make it as narrow as the margin of %.2g %%: run `%s --pairs "
		 "%d`; a quieter machine (%s`aisp doctor`) or larger sizes help, too",
		 f->n_pairs, duration(run->forecast_s, time, sizeof(time)),
		 100 * c->margin, run->command, suggested(f->n_pairs),
		 wait_option(run));
}

void aisp_advice_text(const struct aisp_comparison *c, const struct aisp_forecast *f,
		      const struct aisp_advised *run, char *buf, size_t size)
{
	char time[32];

	if (f->is_on_margin)
		snprintf(buf, size,
			 "%.4gx lies on the margin of %.2g %%%s: no number of pairs "
			 "will decide; these %d would show a change of %.2g %%",
			 c->speedup, 100 * c->margin, margin_cause(c), c->n_pairs,
			 100 * f->mde);
	else if (c->n_pairs < run->n_tried && suggested(f->n_pairs) <= run->n_tried)
		advise_quiet(c, run, buf, size);
	else if (f->n_pairs > AISP_MAX_PAIRS)
		snprintf(buf, size,
			 "the difference is too small for the noise here: %d pairs "
			 "would not tell either; a quieter machine (%s`aisp doctor`) "
			 "or larger sizes help",
			 AISP_MAX_PAIRS, wait_option(run));
	else if (f->is_by_width)
		advise_width(c, f, run, buf, size);
	else
		snprintf(buf, size, "needs about %.0f pairs%s: run `%s --pairs %d`",
			 f->n_pairs, duration(run->forecast_s, time, sizeof(time)),
			 run->command, suggested(f->n_pairs));
}

/* The command line that measures arm i again. */
static void write_command(const struct aisp_group *g, const char *pattern, char *buf,
			  size_t size)
{
	char word[1024];

	snprintf(buf, size, "aisp bench run --targets %s%s",
		 aisp_shell_word(pattern, word, sizeof(word)), g->options);
}

/* Others disturbed all launches of one kind: nothing is known of its time there. */
static void advise_alone(const char *disturbed, const char *command, char *buf,
			 size_t size)
{
	if (has_waited(command))
		snprintf(buf, size,
			 "other programs disturbed every %s, although the run waited "
			 "for them: end them, or use another machine",
			 disturbed);
	else
		snprintf(buf, size,
			 "other programs disturbed every %s: run `%s --wait-quiet`",
			 disturbed, command);
}

/* Which launches were all disturbed?  NULL: none of a kind. */
static const char *never_alone(const struct aisp_group *g, int i,
			       const struct aisp_match *match)
{
	if (!match->result.n_pairs && g->busy[0])
		return "pair of launches";
	if (!g->merit.is_score && (aisp_arm_is_untold(&g->arms[match->other]) ||
				   aisp_arm_is_untold(&g->arms[i])))
		return "launch at sizes that are not announced";
	return NULL;
}

/*
 * Is it the time of a better score that is open?  Then that is forecast: from *open,
 * the pairs that nobody disturbed.
 */
static void forecast(const struct aisp_group *g, int i, struct aisp_match *match,
		     struct aisp_comparison *open)
{
	int n_alone = open->n_pairs;

	if (match->result.is_time_open)
		n_alone = aisp_score_time(g, match->other, i, open);
	aisp_forecast(open, &match->forecast);
	if (match->result.is_time_open && n_alone < AISP_FIRST_LOOK)
		match->forecast.n_pairs = AISP_FIRST_LOOK;
	open->n_pairs = n_alone;
}

void aisp_match_advise(const struct aisp_group *g, int i, struct aisp_match *match)
{
	const struct aisp_arm *base = &g->arms[match->other], *opt = &g->arms[i];
	struct aisp_comparison open = match->result; /* what pairs could tell */
	struct aisp_advised run;
	const char *pattern = g->arms[i].pattern;
	const char *disturbed = never_alone(g, i, match);
	char command[1600];

	match->advice[0] = '\0';
	/* More pairs do not help where clocks differed or a check failed. */
	if (!pattern || !(match->result.wants_pairs || disturbed) ||
	    match->result.outcome != AISP_OUTCOME_INCONCLUSIVE)
		return;
	write_command(g, pattern, command, sizeof(command));
	if (disturbed) {
		advise_alone(disturbed, command, match->advice, sizeof(match->advice));
		return;
	}
	forecast(g, i, match, &open);
	match->forecast_s = match->forecast.n_pairs * (wall_s(base) + wall_s(opt));
	run = (struct aisp_advised){
		.command = command,
		.forecast_s = match->forecast_s,
		.n_tried = aisp_pairs_tried(base, opt),
	};
	aisp_advice_text(&open, &match->forecast, &run, match->advice,
			 sizeof(match->advice));
}
