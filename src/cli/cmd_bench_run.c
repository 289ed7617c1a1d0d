/* SPDX-License-Identifier: MIT
 *
 * aisp bench run - measure targets, print the verdicts, keep a run folder.
 */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "cli.h"
#include "gate.h"
#include "judge/document.h"
#include "judge/ledger.h"
#include "machine/gpu_state.h"
#include "machine/noise.h"
#include "machine/peak.h"
#include "progress.h"
#include "publish.h"
#include "report/ledger_text.h"
#include "report/report.h"
#include "run_peaks.h"
#include "store/journal.h"
#include "store/rundir.h"
#include "suite_options.h"

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
	OPT_NO_HISTORY
};

struct bench_run {
	struct suite_options suite;
	const char *artifacts, *output;
	aisp_report_function *report;
	const char *history;
	bool has_ledger, is_strict, is_unrecorded;
	struct run_peaks peaks;
	struct aisp_occasion occasion;
	struct gate gate;
	struct run_profiles profiles;
	struct aisp_journal journal;
};

static const struct argp_option options[] = {
	{ "artifacts-dir", OPT_ARTIFACTS, "DIR", 0, "where run folders go (artifacts)",
	  2 },
	{ "iterations", OPT_ITERATIONS, "N", 0, "samples in each launch", 2 },
	{ "warmup", OPT_WARMUP, "N", 0, "samples before them that do not count", 2 },
	{ "timeout-multiplier", OPT_TIMEOUT, "X", 0, "scale all time limits", 2 },
	{ "suite-timeout", OPT_SUITE_TIMEOUT, "SECONDS", 0,
	  "end the run then, with what was measured", 2 },
	{ "baseline", OPT_BASELINE, "NAME", 0,
	  "what targets are compared with: own, or library where the own baseline "
	  "would "
	  "take too long (own)",
	  2 },
	{ "cold-start", OPT_COLD, NULL, 0, "measure the first call of each launch", 2 },
	{ "profile", OPT_PROFILE, "SET", 0,
	  "none, minimal, deep_dive or roofline: afterwards look into each target "
	  "with profilers, never while it is timed (none)",
	  2 },
	{ "ncu-metric-set", OPT_NCU, "SET", 0,
	  "auto, minimal, deep_dive or roofline: what ncu counts with --profile on a "
	  "GPU (auto: as --profile)",
	  2 },
	{ "validity-profile", OPT_VALIDITY, "NAME", 0,
	  "strict refuses a machine that is not grade A or B; portable measures and "
	  "prints "
	  "the grade (portable)",
	  2 },
	{ "expectations", OPT_EXPECTATIONS, "DIR", 0,
	  "where expected results are (./expectations, else those of aisp)", 2 },
	{ "accept-regressions", OPT_ACCEPT, NULL, 0,
	  "record what differs from the expectations as the new ones", 2 },
	{ "history", OPT_HISTORY, "FILE", 0,
	  "enter the run there ($AISP_HISTORY, or history.sqlite in the user's data)",
	  3 },
	{ "no-history", OPT_NO_HISTORY, NULL, 0, "enter it nowhere", 3 },
	{ "format", OPT_FORMAT, "NAME", 0, "table, details, md, csv, json or html", 3 },
	{ "json", OPT_JSON, NULL, 0, "the same as --format json", 3 },
	{ "output", 'o', "FILE", 0, "write the report there instead of standard output",
	  3 },
	{ "ledger", OPT_LEDGER, NULL, 0, "print every check of every result", 3 },
	{ "without-check", OPT_WITHOUT, "ID", 0,
	  "leave a check out (for proofs of the checks; the results say so); "
	  "repeatable",
	  4 },
	{ 0 }
};

static double positive(struct argp_state *state, const char *option, const char *arg)
{
	char *end;
	double x = strtod(arg, &end);

	if (end == arg || *end || !(x > 0) || !isfinite(x))
		argp_error(state, "%s: '%s' is not a positive number", option, arg);
	return x;
}

static int whole(struct argp_state *state, const char *option, const char *arg,
		 long least)
{
	char *end;
	long n = strtol(arg, &end, 10);

	if (end == arg || *end || n < least || n > 100000)
		argp_error(state, "%s: '%s' is not a whole number from %ld to 100000",
			   option, arg, least);
	return (int)n;
}

static void leave_out(struct argp_state *state, struct aisp_limits *limits,
		      const char *id)
{
	if (aisp_leave_out(limits, id))
		argp_error(state,
			   "--without-check %s: no such check; `aisp checks "
			   "list` names them",
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

static error_t parse_opt(int key, char *arg, struct argp_state *state)
{
	struct bench_run *r = state->input;
	struct aisp_limits *limits = &r->suite.suite.limits;
	struct aisp_err err;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &r->suite;
		r->profiles.suite = &r->suite.suite;
		return 0;
	case OPT_ARTIFACTS:
		r->artifacts = arg;
		return 0;
	case OPT_ITERATIONS:
		limits->n_samples = whole(state, "--iterations", arg, 1);
		return 0;
	case OPT_WARMUP:
		limits->n_warmup = whole(state, "--warmup", arg, 0);
		return 0;
	case OPT_TIMEOUT:
		limits->timeout_multiplier =
			positive(state, "--timeout-multiplier", arg);
		return 0;
	case OPT_SUITE_TIMEOUT:
		limits->deadline_ns =
			aisp_now_ns() +
			(int64_t)(1e9 *
				  fmin(positive(state, "--suite-timeout", arg), 1e9));
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
	case OPT_HISTORY:
		r->history = arg;
		return 0;
	case OPT_NO_HISTORY:
		r->is_unrecorded = true;
		return 0;
	case OPT_JSON:
		r->report = aisp_report_json;
		return 0;
	case OPT_FORMAT:
		r->report = aisp_report_find(arg);
		if (!r->report)
			argp_error(state,
				   "--format %s: want table, details, md, csv, json or "
				   "html",
				   arg);
		return 0;
	case 'o':
		r->output = arg;
		return 0;
	case OPT_LEDGER:
		r->has_ledger = true;
		return 0;
	case OPT_WITHOUT:
		leave_out(state, limits, arg);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp_child children[] = { { &aisp_suite_argp, 0, NULL, 0 }, { 0 } };

static const struct argp argp = {
	.options = options,
	.parser = parse_opt,
	.children = children,
	.doc = "Measure pairs of programs side by side and say which is faster, by how "
	       "much, "
	       "and how sure that is.\v"
	       "Exit status: 0 fine, 1 a confirmed regression, 2 usage, 3 an invalid "
	       "result, 4 the harness failed, 5 "
	       "inconclusive, 77 all skipped.  Ctrl-C ends the run and keeps what was "
	       "measured, marked partial.",
};

/* Every result has a roof, and a margin. */
static void load_machine(struct bench_run *r, struct progress_line *line)
{
	struct aisp_noise noise;

	run_peaks_load(&r->peaks, &r->suite.suite, progress_say, line);
	r->suite.suite.limits.peaks = r->peaks.has_cpu ? &r->peaks.cpu : NULL;
	r->suite.suite.limits.gpu_peaks = r->peaks.has_gpu ? &r->peaks.gpu : NULL;
	r->suite.suite.limits.raise_peaks = run_peaks_raise;
	r->suite.suite.limits.raise_arg = &r->peaks;
	r->occasion.noise_floor = aisp_noise_load(&noise, NULL) ? NAN : noise.floor;
	r->suite.suite.limits.margin = aisp_margin(r->occasion.noise_floor);
}

/* The GPU that CUDA targets ran on may lower the grade. */
static void grade_gpu(struct bench_run *r)
{
	const pid_t ours[] = { getpid() };
	struct aisp_gpu_state state;
	struct aisp_nvml nvml;

	if (!r->peaks.has_gpu || aisp_nvml_open(&nvml, NULL))
		return;
	if (!aisp_gpu_state_read(&nvml, r->peaks.gpu.gpu.uuid, &state, NULL))
		aisp_grade_gpu("GPU", &state, ours, 1, &r->occasion.grading);
	aisp_nvml_close(&nvml);
}

static void grade(struct bench_run *r, const struct aisp_host_mark *from)
{
	struct aisp_host_mark to = { 0 };
	struct aisp_host_load load;
	struct aisp_clocks clocks;
	struct aisp_hw hw;

	if (!aisp_host_mark_init(&to, NULL) && !aisp_hw_read(&hw, NULL)) {
		aisp_host_load_between(from, &to, &load);
		aisp_clocks_read(&clocks);
		aisp_grade_of(&hw, &clocks, &load, &r->occasion.grading);
		grade_gpu(r);
	}
	aisp_host_mark_release(&to);
}

static int print(const struct bench_run *r, const json_t *results,
		 const json_t *manifest, struct aisp_err *err)
{
	FILE *f = r->output ? fopen(r->output, "we") : stdout;
	int rc;

	if (!f)
		return aisp_err_errno(err, "write %s", r->output);
	rc = r->report(results, manifest, f);
	if (!rc && r->has_ledger)
		rc = aisp_report_ledger(results, f);
	if ((f == stdout ? fflush(f) : fclose(f)) || rc)
		return aisp_err_errno(err, "write %s",
				      r->output ? r->output : "the report");
	return 0;
}

/* What makes this run another experiment than the one that is expected. */
static int note_oddities(const struct bench_run *r, json_t *results)
{
	const struct aisp_limits *limits = &r->suite.suite.limits;
	json_t *run = json_object_get(results, "run");
	json_t *given = json_array(), *left_out = json_array();

	for (int i = 0; i < r->suite.suite.n_given; i++)
		json_array_append_new(given, json_string(r->suite.given[i].name));
	for (int i = 0; i < limits->n_left_out; i++)
		json_array_append_new(left_out, json_string(limits->left_out[i]->id));
	return json_object_set_new(run, "is_cold_start",
				   json_boolean(limits->is_cold_start)) ||
	       json_object_set_new(run, "given_inputs", given) ||
	       json_object_set_new(run, "left_out", left_out);
}

static int make_documents(const struct bench_run *r,
			  const struct aisp_suite_result *result, json_t **results,
			  json_t **manifest, struct aisp_err *err)
{
	*results = aisp_document_results(&r->suite.suite, result, &r->occasion, err);
	*manifest = aisp_document_manifest(&r->suite.suite, &r->occasion, err);
	if (!*results || !*manifest)
		return -1;
	return note_oddities(r, *results) ? aisp_err_set(err, "out of memory") : 0;
}

/* A history that cannot be written fails a run only if the user named it. */
static int enter_history(const struct bench_run *r, const json_t *results,
			 const json_t *manifest, struct aisp_err *err)
{
	if (r->is_unrecorded ||
	    !publish_history(r->history, &r->suite.paths, results, manifest, err))
		return 0;
	if (r->history)
		return -1;
	fprintf(stderr, "aisp bench run: not in the history: %s\n", err->msg);
	return 0;
}

/* Save first: what was measured must survive whatever fails afterwards. */
static int publish(struct bench_run *r, const struct aisp_suite_result *result,
		   struct aisp_err *err)
{
	const char *root = r->suite.paths.root;
	json_t *results = NULL, *manifest = NULL;
	struct aisp_err why;
	struct aisp_rundir dir;
	int rc = -1, is_judged;

	aisp_format_time(r->occasion.ended);
	if (make_documents(r, result, &results, &manifest, err))
		goto out;
	is_judged = !gate_judge(&r->gate, &r->suite.suite, &r->occasion, results,
				manifest, &why);
	if (aisp_journal_end(&r->journal, results, manifest, err) ||
	    publish_save(&dir, r->artifacts, results, manifest, &r->profiles,
			 &r->journal, err))
		goto out;
	json_object_set_new(json_object_get(results, "run"), "folder",
			    json_string(dir.path));
	rc = print(r, results, manifest, err);
	if (!rc)
		rc = enter_history(r, results, manifest, err);
	if (!is_judged)
		rc = aisp_err_set(err, "expectations: %.400s", why.msg);
	else if (!rc && r->gate.is_accepting)
		rc = gate_accept(&r->gate, root, results, manifest, err);
out:
	json_decref(results);
	json_decref(manifest);
	return rc;
}

/* What --validity-profile strict does not measure on. */
static bool is_refused(struct bench_run *r)
{
	struct aisp_grading g = { .grade = AISP_GRADE_UNKNOWN };
	struct aisp_err err;

	if (!r->is_strict)
		return false;
	if (aisp_grade_now(&g, &err))
		fprintf(stderr, "aisp bench run: %s\n", err.msg);
	if (g.grade == AISP_GRADE_A || g.grade == AISP_GRADE_B)
		return false;
	fprintf(stderr,
		"aisp bench run: --validity-profile strict refuses grade %c: %s\n",
		aisp_grade_letter(g.grade), g.n_why ? g.why[0] : "unknown");
	return true;
}

static int measure(struct bench_run *r, struct aisp_err *err)
{
	struct aisp_suite_result result = { 0 };
	struct aisp_host_mark from = { 0 };
	struct progress_line line;
	int rc, status = AISP_EXIT_HARNESS;

	r->suite.suite.progress = progress_begin(&line);
	aisp_format_time(r->occasion.started);
	if (progress_publish(&line, r->artifacts, r->occasion.argc, r->occasion.argv,
			     r->occasion.started, err)) {
		fprintf(stderr, "aisp bench run: %s\n", err->msg);
		return status;
	}
	publish_journal(&r->journal, line.dir.fd, r->occasion.started,
			&r->suite.suite.seed);
	r->suite.suite.journal = &r->journal;
	load_machine(r, &line);
	aisp_host_mark_init(&from, NULL);
	rc = aisp_suite_run(&r->suite.suite, &result, err);
	progress_end(&line);
	grade(r, &from);
	r->occasion.is_partial = result.n_done < result.n_groups;
	if (rc)
		fprintf(stderr, "aisp bench run: %s\n", err->msg);
	if (rc && err->is_usage)
		status = AISP_EXIT_USAGE;
	if ((!rc || json_array_size(result.record.results)) &&
	    !publish(r, &result, err) && !rc)
		status = gate_status(&r->gate, result.record.results);
	else if (!rc)
		fprintf(stderr, "aisp bench run: %s\n", err->msg);
	aisp_host_mark_release(&from);
	aisp_record_release(&result.record);
	aisp_journal_release(&r->journal);
	return status;
}

static int run(int argc, char **argv)
{
	static struct bench_run r; /* too large for a stack */
	struct aisp_err err;
	int status = AISP_EXIT_HARNESS;

	aisp_journal_init(&r.journal);
	r.artifacts = "artifacts";
	r.report = aisp_report_table;
	r.occasion.argc = argc;
	r.occasion.argv = argv;
	if (suite_options_init(&r.suite, &err))
		goto out;
	argp_parse(&argp, argc, argv, 0, NULL, &r);
	if (is_refused(&r))
		return AISP_EXIT_INVALID;
	if (suite_options_make_scratch(&r.suite, &err))
		goto out;
	status = measure(&r, &err);
	suite_options_release(&r.suite);
	return status;
out:
	fprintf(stderr, "aisp bench run: %s\n", err.msg);
	return status;
}

const struct aisp_command aisp_cmd_bench_run = {
	.name = "bench run",
	.summary = "measure targets and say which variant is faster",
	.argp = &argp,
	.run = run,
};
