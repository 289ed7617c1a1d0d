/* SPDX-License-Identifier: MIT
 *
 * cmd_bench_expectations.c - show what targets are expected to reach, record a run as
 * the expectation, or write the proof of benefit.
 */
#include <fcntl.h>
#include <fnmatch.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/paths.h"
#include "cli.h"
#include "gate.h"
#include "report/expect_text.h"
#include "report/proof.h"
#include "saved_run.h"
#include "store/expect.h"
#include "store/replace.h"
#include "target_filter.h"

enum { KEY_HARDWARE = 256, KEY_MIN, KEY_ACCEPT, KEY_PROOF, KEY_DIR, KEY_JSON };

struct options {
	const char *hardware; /* a pattern; NULL: all */
	struct target_filter targets;
	const char *dir, *output;
	double min_speedup; /* show only speedups below; NaN: all */
	int is_accepting, is_proof, is_json;
	char **runs;
	int n_runs;
};

static const struct argp_option option_list[] = {
	{ "hardware", KEY_HARDWARE, "CLASS", 0,
	  "Show only this class of machines, such as h200; a pattern", 0 },
	{ "min-speedup", KEY_MIN, "X", 0,
	  "Show only entries with a speedup below X; exit with 1 if there is one", 0 },
	{ "accept", KEY_ACCEPT, NULL, 0,
	  "Record the results of RUN (latest) as expected", 0 },
	{ "proof", KEY_PROOF, NULL, 0,
	  "Compare RUNs (latest) with the expectations, and write "
	  "proof_of_benefit.csv and .md; exit with 3 if a result failed or is "
	  "invalid, 1 if one regressed, 5 if an inconclusive one was not judged",
	  0 },
	{ "output", 'o', "DIR", 0, "Write the files of --proof into DIR (reports)", 0 },
	{ "expectations", KEY_DIR, "DIR", 0,
	  "Read and write expectations in DIR (./expectations, else those of aisp)",
	  0 },
	{ "json", KEY_JSON, NULL, 0, "Print JSON", 0 },
	{ 0 }
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct options *o = state->input;
	char *end;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &o->targets;
		return 0;
	case KEY_HARDWARE:
		o->hardware = arg;
		return 0;
	case KEY_MIN:
		o->min_speedup = strtod(arg, &end);
		if (end == arg || *end || !(o->min_speedup > 0))
			argp_error(state, "--min-speedup %s: not a ratio", arg);
		return 0;
	case KEY_ACCEPT:
		o->is_accepting = 1;
		return 0;
	case KEY_PROOF:
		o->is_proof = 1;
		return 0;
	case KEY_DIR:
		o->dir = arg;
		return 0;
	case 'o':
		o->output = arg;
		return 0;
	case KEY_JSON:
		o->is_json = 1;
		return 0;
	case ARGP_KEY_ARGS:
		o->runs = state->argv + state->next;
		o->n_runs = state->argc - state->next;
		return 0;
	case ARGP_KEY_END:
		if (o->is_accepting && o->is_proof)
			argp_error(state, "--accept or --proof, not both");
		if (o->n_runs && !o->is_accepting && !o->is_proof)
			argp_error(state, "'%s': a run is for --accept or --proof",
				   o->runs[0]);
		if (o->n_runs > 1 && o->is_accepting)
			argp_error(state, "--accept: one run at a time");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp_child children[] = { { &target_filter_argp, 0, NULL, 0 },
					      { 0 } };

static const struct argp argp = {
	.options = option_list,
	.parser = parse,
	.children = children,
	.args_doc = "[RUN...]",
	.doc = "Show what targets are expected to reach on a class of machines.\v"
	       "--accept does not change an expectation that holds, so that bounds do "
	       "not drift.  "
	       "Exit status: 0 fine, 1 --proof found a regression or --min-speedup an "
	       "entry below, 2 usage, 3 --proof found a failed or invalid result, or "
	       "the run left a check out, 4 a "
	       "file is damaged or cannot be written.",
};

static int is_of_class(const struct options *o, const struct aisp_expect *e)
{
	return !o->hardware || !fnmatch(o->hardware, e->machine.slug, 0);
}

static int is_shown(const struct options *o, const struct aisp_expect *e)
{
	return isnan(o->min_speedup) ||
	       e->metrics[AISP_METRIC_SPEEDUP].value < o->min_speedup;
}

static int print_json(const json_t *list, FILE *f)
{
	return json_dumpf(list, f, JSON_INDENT(1)) || fputc('\n', f) == EOF ? -1 : 0;
}

/* Prints the list; returns the exit status. */
static int print_list(const json_t *list, int (*format)(const json_t *, FILE *),
		      struct aisp_err *err)
{
	if (!format(list, stdout) && !fflush(stdout))
		return AISP_EXIT_OK;
	aisp_err_errno(err, "write standard output");
	return AISP_EXIT_HARNESS;
}

/*
 * The stored entries that the options select.  *n_all becomes the number of those that
 * --min-speedup is asked of: a pattern that matches none of them is a mistake.
 */
static json_t *entries(const struct options *o, const char *dir, int *n_all,
		       struct aisp_err *err)
{
	struct aisp_expect_file f;
	json_t *all, *list;
	struct aisp_err none;

	if (aisp_expect_load_all(&f, dir, err))
		return NULL;
	all = json_array();
	list = json_array();
	for (int i = 0; i < f.n; i++) {
		if (!is_of_class(o, &f.entries[i]))
			continue;
		json_array_append_new(all, aisp_expect_json(&f.entries[i]));
		if (is_shown(o, &f.entries[i]))
			json_array_append_new(list, aisp_expect_json(&f.entries[i]));
	}
	free(f.entries);
	if (target_filter_apply(&o->targets, all, err)) {
		json_decref(list);
		list = NULL;
	} else if (target_filter_apply(&o->targets, list, &none)) {
		json_array_clear(list); /* none that is selected is below */
	}
	*n_all = (int)json_array_size(all);
	json_decref(all);
	return list;
}

static int show(const struct options *o, const char *dir, struct aisp_err *err)
{
	int n_all = 0, status;
	json_t *list = entries(o, dir, &n_all, err);

	if (!list)
		return aisp_err_status(err);
	/* A gate that nothing passes through must not look open. */
	if (!n_all && (o->hardware || !isnan(o->min_speedup))) {
		json_decref(list);
		aisp_err_usage(err,
			       "no expectations in %.300s%s%.100s; `aisp bench "
			       "expectations` lists all",
			       dir, o->hardware ? " for machines of the class " : "",
			       o->hardware ? o->hardware : "");
		return aisp_err_status(err);
	}
	if (!n_all)
		fprintf(stderr,
			"aisp: no expectations in %s; `aisp bench expectations "
			"--accept` records a run's\n",
			dir);
	status = print_list(list, o->is_json ? print_json : aisp_report_expectations,
			    err);
	if (status == AISP_EXIT_OK && !isnan(o->min_speedup) && json_array_size(list)) {
		fprintf(stderr, "aisp: %zu of %d entries are below %g\n",
			json_array_size(list), n_all, o->min_speedup);
		status = AISP_EXIT_REGRESSION;
	}
	json_decref(list);
	return status;
}

/* Loads a saved run and judges it anew; NULL with *err filled. */
static struct aisp_run *load_run(struct gate *g, const char *root, const char *name,
				 struct aisp_err *err)
{
	struct aisp_run *run = saved_run_load_proof(name, err);

	if (!run)
		return NULL;
	if (!gate_judge_saved(g, root, run, err))
		return run;
	aisp_run_free(run);
	return NULL;
}

static int accept_run(const struct options *o, const char *root, struct aisp_err *err)
{
	struct gate g = { .dir = o->dir };
	struct aisp_run *run =
		load_run(&g, root, o->n_runs ? o->runs[0] : "latest", err);
	int rc;

	if (!run)
		return aisp_err_status(err);
	rc = gate_accept(&g, root, run, err);
	aisp_run_free(run);
	return rc || g.n_damaged ? AISP_EXIT_HARNESS : AISP_EXIT_OK;
}

/* A proof, and the runs and entries that it borrows from. */
struct proved {
	struct aisp_proof proof;
	struct aisp_run **runs;
	int n_runs;
	json_t *entries;
};

static void release(struct proved *p)
{
	aisp_proof_release(&p->proof);
	for (int i = 0; i < p->n_runs; i++)
		aisp_run_free(p->runs[i]);
	free(p->runs);
	json_decref(p->entries);
}

static int add_run(struct proved *p, const struct options *o, const char *root,
		   const char *name, struct aisp_err *err)
{
	struct gate g = { .dir = o->dir };
	struct aisp_run *run = load_run(&g, root, name, err);

	if (!run)
		return -1;
	p->runs[p->n_runs++] = run;
	return aisp_proof_add_run(&p->proof, run) ? aisp_err_set(err, "out of memory")
						  : 0;
}

static int collect(struct proved *p, const struct options *o, const char *root,
		   const char *dir, struct aisp_err *err)
{
	char latest[] = "latest", *const one[] = { latest };
	char *const *names = o->n_runs ? o->runs : one;
	int n_names = o->n_runs ? o->n_runs : 1, n_all;

	p->runs = calloc((size_t)n_names, sizeof(void *));
	if (!p->runs)
		return aisp_err_set(err, "out of memory");
	for (int i = 0; i < n_names; i++)
		if (add_run(p, o, root, names[i], err))
			return -1;
	p->entries = entries(o, dir, &n_all, err);
	if (!p->entries)
		return -1;
	if (!aisp_proof_add_missing(&p->proof, p->entries) &&
	    !aisp_proof_sort(&p->proof))
		return 0;
	return aisp_err_set(err, "out of memory");
}

static int write_rows(int dir_fd, const char *dir, const char *name,
		      const struct aisp_proof *proof,
		      int (*print)(const struct aisp_proof *, FILE *),
		      struct aisp_err *err)
{
	char *text = NULL;
	size_t n_bytes = 0;
	FILE *f = open_memstream(&text, &n_bytes);
	int rc;

	if (!f)
		return aisp_err_errno(err, "memory for %s", name);
	rc = print(proof, f);
	if (fclose(f) || rc)
		rc = aisp_err_set(err, "no memory for %s", name);
	else if (aisp_replace_file(dir_fd, name, text, n_bytes))
		rc = aisp_err_errno(err, "write %s/%s", dir, name);
	else
		fprintf(stderr, "wrote %s/%s\n", dir, name);
	free(text);
	return rc;
}

static int write_proof(const char *dir, const struct aisp_proof *proof,
		       struct aisp_err *err)
{
	int fd, rc;

	if (aisp_mkdirs(dir, err))
		return -1;
	fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd < 0)
		return aisp_err_errno(err, "open %s", dir);
	rc = write_rows(fd, dir, "proof_of_benefit.csv", proof, aisp_proof_csv, err) ||
			     write_rows(fd, dir, "proof_of_benefit.md", proof,
					aisp_proof_markdown, err)
		     ? -1
		     : 0;
	close(fd);
	return rc;
}

/* Prints the proof; returns the exit status. */
static int print_proof(const struct aisp_proof *proof, struct aisp_err *err)
{
	json_t *list = aisp_proof_json(proof);
	int status = list ? print_list(list, print_json, err) : AISP_EXIT_HARNESS;

	json_decref(list);
	return status;
}

static int prove(const struct options *o, const char *root, const char *dir,
		 struct aisp_err *err)
{
	struct proved p = { 0 };
	int status = AISP_EXIT_OK;

	if (collect(&p, o, root, dir, err))
		status = aisp_err_status(err);
	else if (write_proof(o->output, &p.proof, err) ||
		 (o->is_json && print_proof(&p.proof, err)))
		status = AISP_EXIT_HARNESS;
	else if (aisp_proof_count(&p.proof, AISP_PROOF_FAILED))
		status = AISP_EXIT_INVALID;
	else if (aisp_proof_count(&p.proof, AISP_PROOF_REGRESSED))
		status = AISP_EXIT_REGRESSION;
	else if (aisp_proof_count_open(&p.proof))
		status = AISP_EXIT_INCONCLUSIVE;
	release(&p);
	return status;
}

static int run(int argc, char **argv)
{
	struct options o = { .min_speedup = NAN, .output = "reports" };
	struct aisp_err err = { 0 };
	struct aisp_paths paths;
	char dir[PATH_MAX];
	int status = AISP_EXIT_HARNESS;

	if (argp_parse(&argp, argc, argv, 0, NULL, &o))
		return AISP_EXIT_USAGE;
	if (aisp_paths_find(&paths, &err) ||
	    aisp_expect_dir(dir, sizeof(dir), paths.root, &err))
		goto out;
	if (o.dir)
		snprintf(dir, sizeof(dir), "%s", o.dir);
	status = o.is_accepting ? accept_run(&o, paths.root, &err)
		 : o.is_proof   ? prove(&o, paths.root, dir, &err)
				: show(&o, dir, &err);
out:
	if (err.msg[0])
		fprintf(stderr, "aisp: %s\n", err.msg);
	return status;
}

const struct aisp_command aisp_cmd_bench_expectations = {
	.name = "bench expectations",
	.summary = "show what targets should reach; record a run's results as expected",
	.argp = &argp,
	.run = run,
};
