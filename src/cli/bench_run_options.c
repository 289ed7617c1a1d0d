/* SPDX-License-Identifier: MIT
 *
 * bench_run_options.c - the options of aisp bench run.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "bench_run.h"
#include "decide/ledger.h"
#include "positive_option.h"
#include "whole_option.h"

enum {
	OPT_ARTIFACTS = 0x300,
	OPT_ITERATIONS,
	OPT_WARMUP,
	OPT_TIMEOUT,
	OPT_SUITE_TIMEOUT,
	OPT_COLD,
	OPT_FORMAT,
	OPT_JSON,
	OPT_LEDGER,
	OPT_WITHOUT,
	OPT_VALIDITY,
	OPT_PROFILE,
	OPT_NCU,
	OPT_BASELINE,
	OPT_EXPECTATIONS,
	OPT_ACCEPT,
	OPT_HISTORY,
	OPT_NO_HISTORY,
	OPT_PAIRS,
	OPT_MIN_TIME,
	OPT_UNTIL,
	OPT_MIN_SPEEDUP,
	OPT_FAIL_ON,
	OPT_RESUME,
	OPT_NO_WAIT,
	OPT_WAIT_QUIET
};

#define DEFAULT_WAIT_S 300

static const struct argp_option options[] = {
	{ "artifacts-dir", OPT_ARTIFACTS, "DIR", 0,
	  "Write run folders into DIR (artifacts)", 2 },
	{ "iterations", OPT_ITERATIONS, "N", 0,
	  "Take N timed samples in each launch (as many as the first launch shows "
	  "to be enough)",
	  2 },
	{ "warmup", OPT_WARMUP, "N", 0,
	  "Take N untimed samples in each launch, before the timed ones (as "
	  "many as the first launch shows to be enough)",
	  2 },
	{ "pairs", OPT_PAIRS, "N", 0,
	  "Measure N pairs of launches (3 to 1000), however long that takes, and "
	  "decide once; pairs that others disturbed are measured anew, up to 2 N in "
	  "all, 1000 at most (decide after 10, 15, 20, 30, 40, 80 or 160 pairs, within "
	  "about 15 s a comparison, 60 s for the first 10, and up to four times that "
	  "on a busy machine; a round of all variants that has begun is ended, and "
	  "launches that prepare come on top: calls of a second or more, or large "
	  "files, take minutes)",
	  2 },
	{ "min-time", OPT_MIN_TIME, "SECONDS", 0,
	  "Before the first decision, time each variant's calls for SECONDS, the sum "
	  "over all its launches (0)",
	  2 },
	{ "until-decided", OPT_UNTIL, "SECONDS", OPTION_ARG_OPTIONAL,
	  "Measure until the comparison is decided, at most 160 pairs and SECONDS a "
	  "comparison (600)",
	  2 },
	{ "no-wait", OPT_NO_WAIT, NULL, 0,
	  "Fail, with status 4, if another aisp measures on these CPUs or this GPU "
	  "(wait until it has ended, and say which it is)",
	  2 },
	{ "wait-quiet", OPT_WAIT_QUIET, "SECONDS", OPTION_ARG_OPTIONAL,
	  "First wait until other programs leave the CPUs alone, for SECONDS at most "
	  "(300); if they do not, measure nothing and end with status 5",
	  2 },
	{ "timeout-multiplier", OPT_TIMEOUT, "X", 0,
	  "Multiply all time limits by X, on a slow machine (1)", 2 },
	{ "suite-timeout", OPT_SUITE_TIMEOUT, "SECONDS", 0,
	  "End the run after SECONDS and keep what was measured (no limit)", 2 },
	{ "baseline", OPT_BASELINE, "own|library", 0,
	  "Compare with the pair's own baseline, or with its library variant, for "
	  "example where its own baseline would take too long (own)",
	  2 },
	{ "cold-start", OPT_COLD, NULL, 0,
	  "Measure the first call of each launch, without a warm-up", 2 },
	{ "profile", OPT_PROFILE, "none|minimal|deep_dive|roofline", 0,
	  "Profile each target after it was timed, not while it is timed (none)", 2 },
	{ "ncu-metric-set", OPT_NCU, "auto|minimal|deep_dive|roofline", 0,
	  "Choose what ncu counts on a GPU with --profile (auto: as --profile)", 2 },
	{ "validity-profile", OPT_VALIDITY, "strict|portable", 0,
	  "With strict, refuse a machine that is not grade A or B; with portable, "
	  "measure and print the grade (portable)",
	  2 },
	{ "expectations", OPT_EXPECTATIONS, "DIR", 0,
	  "Read expected results from DIR (./expectations, else those of aisp)", 2 },
	{ "accept-regressions", OPT_ACCEPT, NULL, 0,
	  "Record results that differ from the expectations as the new ones", 2 },
	{ "min-speedup", OPT_MIN_SPEEDUP, "X", 0,
	  "Exit with 1 unless the interval of each measured result lies above X, and "
	  "name each that does not",
	  2 },
	{ "fail-on", OPT_FAIL_ON, "slower|same|inconclusive|skipped|not-run", 0,
	  "Exit with 1 if a result has this verdict or status; separate several by "
	  "commas; repeatable",
	  2 },
	{ "resume", OPT_RESUME, "RUN", OPTION_ARG_OPTIONAL,
	  "Continue a run that was killed, with its options; RUN is its folder "
	  ".tmp-... (the newest one in --artifacts-dir)",
	  2 },
	{ "history", OPT_HISTORY, "FILE", 0,
	  "Record the run in FILE ($AISP_HISTORY, or history.sqlite in the user's "
	  "data)",
	  3 },
	{ "no-history", OPT_NO_HISTORY, NULL, 0, "Do not record the run", 3 },
	{ "format", OPT_FORMAT, "table|details|ranking|ladder|md|csv|json|html", 0,
	  "Print the report in this format (table)", 3 },
	{ "json", OPT_JSON, NULL, 0, "The same as --format json", 3 },
	{ "output", 'o', "FILE", 0,
	  "Write the report to FILE instead of standard output", 3 },
	{ "ledger", OPT_LEDGER, NULL, 0, "Print every check of every result", 3 },
	{ "without-check", OPT_WITHOUT, "ID", 0,
	  "Leave a check out (for proofs of the checks); each verdict says so, and no "
	  "gate takes it; repeatable",
	  4 },
	{ 0 }
};

static void limit_time(struct argp_state *state, double *limit_s, const char *option,
		       const char *arg)
{
	*limit_s = fmin(positive_option(state, option, arg), 1e6);
}

/* --pairs excludes the other options about length. */
static void check_pairs(struct argp_state *state, const struct aisp_limits *limits)
{
	if (limits->n_pairs && (limits->min_time_s > 0 || limits->until_s > 0))
		argp_error(state,
			   "%s does not go with --pairs, which says how many "
			   "pairs there are",
			   limits->until_s > 0 ? "--until-decided" : "--min-time");
}

/* These take a verdict as proven, which none is without all checks. */
static void check_proof(struct argp_state *state, const struct bench_run *r)
{
	const char *option = r->demands.min_speedup > 0 ? "--min-speedup"
			     : r->demands.fail_on       ? "--fail-on"
			     : r->gate.is_accepting     ? "--accept-regressions"
							: NULL;

	if (option && r->suite.suite.limits.n_left_out)
		argp_error(state,
			   "%s needs all checks: without %s no verdict is a proof",
			   option, r->suite.suite.limits.left_out[0]->id);
}

static void leave_out(struct argp_state *state, struct aisp_limits *limits,
		      const char *id)
{
	if (aisp_leave_out(limits, id))
		argp_error(state,
			   "--without-check %s: no such check; "
			   "`aisp checks list` names them",
			   id);
}

static void choose_baseline(struct argp_state *state, struct bench_run *r,
			    const char *name)
{
	r->suite.suite.is_versus_library = !strcmp(name, "library");
	if (!r->suite.suite.is_versus_library && strcmp(name, "own") != 0)
		argp_error(state, "--baseline %s: want own or library", name);
}

static void choose_validity(struct argp_state *state, struct bench_run *r,
			    const char *profile)
{
	r->is_strict = !strcmp(profile, "strict");
	if (!r->is_strict && strcmp(profile, "portable") != 0)
		argp_error(state, "--validity-profile %s: want strict or portable",
			   profile);
}

/* Options about how long to measure, what to demand, and whether to resume. */
static error_t parse_plan(int key, char *arg, struct argp_state *state)
{
	struct bench_run *r = state->input;
	struct aisp_limits *limits = &r->suite.suite.limits;
	struct aisp_err err;

	switch (key) {
	case OPT_PAIRS:
		limits->n_pairs =
			whole_option(state, "--pairs", arg, 3, AISP_MAX_PAIRS);
		return 0;
	case OPT_MIN_TIME:
		limit_time(state, &limits->min_time_s, "--min-time", arg);
		return 0;
	case OPT_UNTIL:
		limit_time(state, &limits->until_s, "--until-decided",
			   arg ? arg : "600");
		return 0;
	case OPT_MIN_SPEEDUP:
		r->demands.min_speedup = positive_option(state, "--min-speedup", arg);
		return 0;
	case OPT_FAIL_ON:
		if (demands_fail_on(&r->demands, arg, &err))
			argp_error(state, "%s", err.msg);
		return 0;
	case OPT_NO_WAIT:
		r->locks.is_impatient = true;
		return 0;
	case OPT_WAIT_QUIET:
		r->wait_quiet_s = arg ? positive_option(state, "--wait-quiet", arg)
				      : DEFAULT_WAIT_S;
		limits->has_waited = true;
		return 0;
	case OPT_RESUME:
		r->resume.is_asked = true;
		r->resume.run = arg;
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

/* Options about where the run goes, and in which format. */
static error_t parse_report(int key, char *arg, struct argp_state *state)
{
	struct bench_run *r = state->input;

	switch (key) {
	case OPT_HISTORY:
		r->history = arg;
		return 0;
	case OPT_NO_HISTORY:
		r->is_unrecorded = true;
		return 0;
	case OPT_JSON:
		format_choose(&r->format, aisp_report_json, state);
		return 0;
	case OPT_FORMAT:
		if (!aisp_report_find(arg))
			argp_error(state,
				   "--format %s: want table, details, ranking, ladder, "
				   "md, csv, json or html",
				   arg);
		format_choose(&r->format, aisp_report_find(arg), state);
		return 0;
	case 'o':
		r->output = arg;
		return 0;
	case OPT_LEDGER:
		r->has_ledger = true;
		return 0;
	default:
		return parse_plan(key, arg, state);
	}
}

static error_t parse_opt(int key, char *arg, struct argp_state *state)
{
	struct bench_run *r = state->input;
	struct aisp_limits *limits = &r->suite.suite.limits;
	struct aisp_err err;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &r->suite;
		state->child_inputs[1] = &r->launch;
		r->profiles.suite = &r->suite.suite;
		limits->timeout_option = "--timeout-multiplier";
		return 0;
	case OPT_ARTIFACTS:
		r->artifacts = arg;
		return 0;
	case OPT_ITERATIONS:
		limits->n_samples =
			whole_option(state, "--iterations", arg, 1, AISP_MAX_SAMPLES);
		return 0;
	case OPT_WARMUP:
		limits->n_warmup =
			whole_option(state, "--warmup", arg, 0, AISP_MAX_SAMPLES);
		return 0;
	case ARGP_KEY_END:
		check_pairs(state, limits);
		check_proof(state, r);
		return 0;
	case OPT_TIMEOUT:
		limits->timeout_multiplier =
			positive_option(state, "--timeout-multiplier", arg);
		return 0;
	case OPT_SUITE_TIMEOUT:
		limits->deadline_ns =
			aisp_now_ns() +
			(int64_t)(1e9 *
				  fmin(positive_option(state, "--suite-timeout", arg),
				       1e9));
		return 0;
	case OPT_COLD:
		limits->is_cold_start = true;
		return 0;
	case OPT_BASELINE:
		choose_baseline(state, r, arg);
		return 0;
	case OPT_PROFILE:
	case OPT_NCU:
		if (run_profiles_choose(&r->profiles, key == OPT_NCU, arg, &err))
			argp_error(state, "%s", err.msg);
		return 0;
	case OPT_VALIDITY:
		choose_validity(state, r, arg);
		return 0;
	case OPT_EXPECTATIONS:
		r->gate.dir = arg;
		return 0;
	case OPT_ACCEPT:
		r->gate.is_accepting = true;
		return 0;
	case OPT_WITHOUT:
		leave_out(state, limits, arg);
		return 0;
	default:
		return parse_report(key, arg, state);
	}
}

static const struct argp_child children[] = { { &suite_options_argp, 0, NULL, 0 },
					      { &launch_options_argp, 0, NULL, 0 },
					      { 0 } };

const struct argp bench_run_argp = {
	.options = options,
	.parser = parse_opt,
	.children = children,
	.args_doc = "[PATTERN...]",
	.doc = "Measure pairs of programs side by side and say which is faster, "
	       "by how much, and how sure that is.\v"
	       "Exit status: 0 fine, 1 a confirmed regression, or what "
	       "--min-speedup or --fail-on asks for does not hold, 2 usage, 3 an "
	       "invalid result, a failed variant or a broken pair, 4 the harness "
	       "failed, or --validity-profile strict refuses this machine, or a file "
	       "of expectations is damaged and there is no 3, 5 inconclusive, 77 all "
	       "skipped; of several 4, 3, 1, 5, 77 in this order.  Ctrl-C ends the "
	       "run and keeps what was measured, marked partial; as with every "
	       "command the status is 130 then, 143 after SIGTERM, 129 after SIGHUP.",
};
