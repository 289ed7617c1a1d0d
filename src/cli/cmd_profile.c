/* SPDX-License-Identifier: MIT
 *
 * aisp profile - explain a target's speed by counters, call stacks and kernels, and
 * name the bottleneck.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "judge/asks.h"
#include "judge/document.h"
#include "machine/gpu_peak.h"
#include "profiling/profile_bare.h"
#include "profiling/profile_document.h"
#include "profiling/profile_run.h"
#include "progress.h"
#include "suite_options.h"

enum {
	OPT_ARTIFACTS = 0x300,
	OPT_JSON,
	OPT_SET,
	OPT_UNCONFINED,
	OPT_BARE,
	OPT_CALLS,
	OPT_TRACE
};

struct profile {
	struct suite_options suite;
	const char *artifacts, *bare, *trace;
	enum aisp_metric_set set;
	int is_json, is_unconfined, n_calls;
	struct aisp_peaks peaks;
	struct aisp_gpu_peaks gpu_peaks;
	struct aisp_occasion occasion;
};

static const struct argp_option options[] = {
	{ "artifacts-dir", OPT_ARTIFACTS, "DIR", 0,
	  "Write run folders into DIR (artifacts)", 2 },
	{ "metric-set", OPT_SET, "minimal|roofline|deep_dive", 0,
	  "Count with this set; minimal: counters and kernels; roofline: also what ncu "
	  "needs for a roofline; deep_dive: also call stacks, "
	  "everything that ncu has, and nsys (deep_dive)",
	  2 },
	{ "json", OPT_JSON, NULL, 0, "Print profile.json", 2 },
	{ "unconfined", OPT_UNCONFINED, NULL, 0,
	  "Run GPU variants that are not aisp's own without the sandbox, because GPU "
	  "profilers do not work inside it",
	  2 },
	/* GPU tools run these: `aisp bare` without a look at the outputs. */
	{ "bare", OPT_BARE, "ROLE", OPTION_HIDDEN, NULL, 3 },
	{ "calls", OPT_CALLS, "N", OPTION_HIDDEN, NULL, 3 },
	{ "trace", OPT_TRACE, "FILE", OPTION_HIDDEN, NULL, 3 },
	{ 0 }
};

static error_t check(const struct profile *p, struct argp_state *state)
{
	if (p->suite.suite.n_patterns != 1)
		argp_error(state, "name a target, as ch07:transpose_tiled@cpu");
	for (int i = 0; i < p->suite.suite.n_sweeps; i++)
		if (p->suite.sweeps[i].n != 1)
			argp_error(state, "--param %s: one value at a time",
				   p->suite.sweeps[i].name);
	if (!p->bare && (p->trace || p->n_calls != 1))
		argp_error(state, "--calls and --trace go with --bare");
	return 0;
}

static void add_target(struct profile *p, struct argp_state *state, const char *arg)
{
	if (p->suite.suite.n_patterns)
		argp_error(state, "one target at a time");
	p->suite.patterns[p->suite.suite.n_patterns++] = arg;
}

static int calls(struct argp_state *state, const char *arg)
{
	char *end;
	long n = strtol(arg, &end, 10);

	if (end == arg || *end || n < 1 || n > 1000000)
		argp_error(state, "--calls %s: want 1 to 1000000", arg);
	return (int)n;
}

static error_t parse_opt(int key, char *arg, struct argp_state *state)
{
	struct profile *p = state->input;
	struct aisp_err err;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &p->suite;
		return 0;
	case ARGP_KEY_ARG:
		add_target(p, state, arg);
		return 0;
	case ARGP_KEY_END:
		return check(p, state);
	case OPT_ARTIFACTS:
		p->artifacts = arg;
		return 0;
	case OPT_JSON:
		p->is_json = 1;
		return 0;
	case OPT_SET:
		if (aisp_metric_set_parse(&p->set, arg, &err))
			argp_error(state, "%s", err.msg);
		return 0;
	case OPT_UNCONFINED:
		p->is_unconfined = 1;
		return 0;
	case OPT_BARE:
		p->bare = arg;
		if (strcmp(arg, "baseline") != 0 && strcmp(arg, "optimized") != 0)
			argp_error(state, "--bare %s: want baseline or optimized", arg);
		return 0;
	case OPT_CALLS:
		p->n_calls = calls(state, arg);
		return 0;
	case OPT_TRACE:
		p->trace = arg;
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp argp = {
	.options = options,
	.parser = parse_opt,
	.args_doc = "TARGET",
	.children = suite_options_children,
	.doc = "Run a target's two variants under counters and profilers, and say what "
	       "holds each back.  Do not take its times as results: `aisp bench run` "
	       "measures.\vExit status: 0 fine, 2 usage, 3 a variant failed or was "
	       "wrong, 4 the harness failed, 77 skipped.",
};

static void load_cpu(struct profile *p, struct progress_line *line)
{
	if (aisp_peaks_load(&p->peaks, NULL)) {
		progress_say(line, "measuring this machine's peaks, once");
		if (aisp_peaks_measure(&p->peaks, progress_say, line,
				       p->suite.suite.limits.is_stopped, NULL))
			return;
		aisp_peaks_save(&p->peaks, NULL);
	}
	p->suite.suite.limits.peaks.cpu = &p->peaks;
}

/* Runs in a child, before this process uses CUDA. */
static void load_gpu(struct profile *p, struct progress_line *line)
{
	struct aisp_peak_gpu gpus[AISP_MAX_PEAK_GPUS];

	if (aisp_gpu_list(aisp_gpu_open_plugin, gpus, NULL) < 1)
		return;
	if (aisp_gpu_peaks_load(&p->gpu_peaks, &gpus[0], NULL)) {
		progress_say(line, "measuring the GPU's peaks, once");
		if (aisp_gpu_peaks_measure(aisp_gpu_open_plugin, &p->gpu_peaks,
					   &gpus[0], progress_say, line, NULL))
			return;
		aisp_gpu_peaks_save(&p->gpu_peaks, NULL);
	}
	p->suite.suite.limits.peaks.gpu = &p->gpu_peaks;
}

static void load_peaks(struct profile *p, enum aisp_device device)
{
	struct progress_line line;

	progress_begin(&line);
	if (device == AISP_DEVICE_CPU)
		load_cpu(p, &line);
	else
		load_gpu(p, &line);
	progress_end(&line);
}

static int run_bare(const struct profile *p, const struct aisp_target *t,
		    struct aisp_err *err)
{
	bool is_baseline = !strcmp(p->bare, "baseline");
	struct aisp_contract contract;
	struct profile_bare b = { .suite = &p->suite.suite,
				  .contract = &contract,
				  .device = t->device,
				  .object = is_baseline ? t->baseline_object
							: t->optimized_object,
				  .n_calls = p->n_calls };
	int rc;

	if (p->trace && !(b.trace = fopen(p->trace, "we")))
		return aisp_err_errno(err, "write %s", p->trace);
	rc = aisp_suite_contract(&p->suite.suite, t, 0, &contract, err);
	if (!rc) {
		rc = aisp_contract_serve_in(&contract, t->dir,
					    is_baseline ? t->baseline : t->optimized,
					    err) ||
				     profile_bare_run(&b, err)
			     ? -1
			     : 0;
		aisp_contract_close(&contract);
	}
	if (b.trace && fclose(b.trace) && !rc)
		rc = aisp_err_errno(err, "write %s", p->trace);
	return rc;
}

static int write_text(FILE *f, const void *arg)
{
	return profile_print(arg, f);
}

/* Commits the folder, with the document that lists its contents. */
static int publish(struct profile *p, const json_t *document, struct aisp_rundir *dir,
		   struct aisp_err *err)
{
	json_t *manifest = aisp_document_manifest(&p->suite.suite, &p->occasion, err);
	int rc = -1;

	if (manifest && !aisp_rundir_put_json(dir, "manifest.json", manifest, err) &&
	    !aisp_rundir_put_json(dir, "profile.json", document, err) &&
	    !profile_put(dir, "profile.txt", write_text, document, err))
		rc = aisp_rundir_commit(dir, err);
	json_decref(manifest);
	if (rc)
		return -1;
	if (p->is_json)
		json_dumpf(document, stdout, JSON_INDENT(1));
	else
		profile_print(document, stdout);
	printf(p->is_json ? "\n" : "\nkept in %s\n", dir->path);
	return 0;
}

/* Returns an exit status, or -1 with *err filled. */
static int profile_target(struct profile *p, const struct aisp_target *t,
			  struct aisp_err *err)
{
	struct aisp_rundir dir;
	const struct profile_run r = { &p->suite.suite,  t,   p->set, p->set,
				       p->is_unconfined, &dir };
	enum aisp_exit status;
	json_t *document;
	int rc;

	if (aisp_rundir_begin(&dir, p->artifacts, err))
		return -1;
	rc = profile_run(&r, &document, &status, err);
	if (!rc && publish(p, document, &dir, err))
		rc = -1;
	if (rc)
		aisp_rundir_abort(&dir);
	if (rc == 1)
		fprintf(stderr, "aisp profile: %s: %s\n", t->id, err->msg);
	rc = rc < 0 ? -1 : rc ? AISP_EXIT_SKIPPED : (int)status;
	json_decref(document);
	return rc;
}

static int with_target(struct profile *p, const struct aisp_target *t,
		       struct aisp_err *err)
{
	if (t->why) {
		fprintf(stderr, "aisp profile: %s is not built: %s\n", t->id, t->why);
		return AISP_EXIT_SKIPPED;
	}
	if (p->bare)
		return run_bare(p, t, err);
	load_peaks(p, t->device);
	return profile_target(p, t, err);
}

/* Of all variants that a pair's name selects, finds the one with that very name. */
static const struct aisp_target *find_named(const struct aisp_catalogue *c,
					    const char *pattern)
{
	const char *colon = strrchr(pattern, ':');
	const struct aisp_target *found = NULL;

	for (int i = 0; i < c->n && colon; i++) {
		if (strcmp(c->targets[i].name, colon + 1) != 0)
			continue;
		if (found)
			return NULL;
		found = &c->targets[i];
	}
	return found;
}

static int with_catalogue(struct profile *p, struct aisp_err *err)
{
	const struct aisp_target *named;
	struct aisp_catalogue c;
	int rc;

	if (aisp_suite_build(&p->suite.suite, &c, err))
		return -1;
	named = find_named(&c, p->suite.patterns[0]);
	if (c.n == 1 || named)
		rc = with_target(p, named ? named : &c.targets[0], err);
	else
		rc = aisp_err_usage(
			err, "%s selects %d targets (%s, %s, ...): name one",
			p->suite.patterns[0], c.n, c.targets[0].id, c.targets[1].id);
	aisp_catalogue_release(&c);
	return rc;
}

static int run(int argc, char **argv)
{
	static struct profile p; /* too large for a stack */
	struct aisp_err err;
	int status = -1;

	p.artifacts = "artifacts";
	p.n_calls = 1;
	p.set = AISP_METRICS_DEEP_DIVE;
	p.occasion.argc = argc;
	p.occasion.argv = argv;
	if (!suite_options_parse(&p.suite, AISP_PRESET_DEFAULT, &argp, argc, argv, &p,
				 &err) &&
	    !suite_options_make_scratch(&p.suite, &err))
		status = with_catalogue(&p, &err);
	if (status < 0)
		status = suite_options_fail("profile", &err);
	suite_options_release(&p.suite);
	return status;
}

const struct aisp_command aisp_cmd_profile = {
	.name = "profile",
	.summary = "say what holds a target back, from counters and call stacks",
	.argp = &argp,
	.run = run,
};
