/* SPDX-License-Identifier: MIT
 *
 * bench_run_save.c - write the results as documents, a run folder, a report and rows of
 * the history.
 */
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#include "base/text.h"
#include "bench_run.h"
#include "judge/time_budget.h"
#include "publish.h"
#include "report/ledger_text.h"
#include "store/rundir.h"

static int print(const struct bench_run *r, const struct aisp_run *run,
		 struct aisp_err *err)
{
	FILE *f = r->output ? fopen(r->output, "we") : stdout;
	int rc;

	if (!f)
		return aisp_err_errno(err, "write %s", r->output);
	rc = r->format.function(run, f);
	if (!rc && r->has_ledger)
		rc = aisp_report_ledger(run, f);
	if ((f == stdout ? fflush(f) : fclose(f)) || rc)
		return aisp_err_errno(err, "write %s",
				      r->output ? r->output : "the report");
	return 0;
}

/* Records options that make this run differ from the expected experiment. */
static int note_oddities(const struct bench_run *r, json_t *results)
{
	const struct aisp_limits *limits = &r->suite.suite.limits;
	json_t *run = json_object_get(results, "run");
	json_t *given = json_array(), *left_out = json_array();

	for (int i = 0; i < r->suite.suite.n_user_inputs; i++)
		json_array_append_new(given, json_string(r->suite.user_inputs[i].name));
	for (int i = 0; i < limits->n_left_out; i++)
		json_array_append_new(left_out, json_string(limits->left_out[i]->id));
	return json_object_set_new(run, "is_cold_start",
				   json_boolean(limits->is_cold_start)) ||
	       json_object_set_new(run, "given_inputs", given) ||
	       json_object_set_new(run, "left_out", left_out);
}

/* Records the user's plan, if it differs from the judge's own. */
static int note_plan(const struct bench_run *r, json_t *results)
{
	const struct aisp_limits *limits = &r->suite.suite.limits;
	json_t *plan = json_object();

	if (limits->n_pairs)
		json_object_set_new(plan, "pairs", json_integer(limits->n_pairs));
	if (limits->min_time_s > 0)
		json_object_set_new(plan, "min_time_s", json_real(limits->min_time_s));
	if (limits->until_s > 0)
		json_object_set_new(plan, "until_decided_s",
				    json_real(limits->until_s));
	if (json_object_size(plan))
		return json_object_set_new(json_object_get(results, "run"), "plan",
					   plan);
	json_decref(plan);
	return 0;
}

/* Records what another process measured before a resumption. */
static int note_resumed(const struct bench_run *r, json_t *results)
{
	if (!r->resume.is_asked)
		return 0;
	return json_object_set_new(json_object_get(results, "run"), "resumed",
				   resume_note(&r->resume));
}

static int make_documents(const struct bench_run *r,
			  const struct aisp_suite_result *result, json_t **results,
			  json_t **manifest, struct aisp_err *err)
{
	*results = aisp_document_results(&r->suite.suite, result, &r->occasion, err);
	*manifest = aisp_document_manifest(&r->suite.suite, &r->occasion, err);
	if (!*results || !*manifest)
		return -1;
	return note_oddities(r, *results) || note_plan(r, *results) ||
			       note_resumed(r, *results)
		       ? aisp_err_set(err, "out of memory")
		       : 0;
}

/* If the history cannot be written, the run fails only if the user named it. */
static int enter_history(const struct bench_run *r, const struct aisp_run *run,
			 struct aisp_err *err)
{
	if (r->is_unrecorded || !publish_history(r->history, &r->suite.paths, run, err))
		return 0;
	if (r->history)
		return -1;
	fprintf(stderr, "aisp bench run: not in the history: %s\n", err->msg);
	return 0;
}

/* Saves elsewhere if the artifacts cannot be written: *err says why and where. */
static int save_elsewhere(struct bench_run *r, struct aisp_rundir *dir,
			  const struct aisp_run *run, struct aisp_err *err)
{
	const struct aisp_err why = *err;
	struct aisp_err failed;
	char places[2][PATH_MAX];

	snprintf(places[0], sizeof(places[0]), "%.4000s/rescued", r->suite.paths.data);
	snprintf(places[1], sizeof(places[1]), "/tmp/aisp-rescued-%d", (int)getuid());
	for (int i = 0; i < 2; i++) {
		if (publish_save(dir, places[i], run, &r->profiles, &r->journal,
				 &failed))
			continue;
		aisp_err_set(err, "%.300s; the run is in %.400s instead", why.msg,
			     dir->path);
		return 0;
	}
	return -1;
}

/*
 * If the disk is full, dropping the resumption data may make room for the run; they are
 * put back if not.  Returns 0; 1 if the run was saved elsewhere, with *err filled; or
 * -1.
 */
static int save(struct bench_run *r, struct aisp_rundir *dir, struct aisp_rundir *live,
		const struct aisp_suite_result *result, const struct aisp_run *run,
		struct aisp_err *err)
{
	if (!publish_save(dir, r->artifacts, run, &r->profiles, &r->journal, err))
		return 0;
	aisp_checkpoint_drop(live);
	if (!publish_save(dir, r->artifacts, run, &r->profiles, &r->journal, err))
		return 0;
	if (!save_elsewhere(r, dir, run, err))
		return 1;
	for (size_t i = 0; i < json_array_size(result->kept); i++)
		aisp_checkpoint_put(live, (int)i, json_array_get(result->kept, i),
				    NULL);
	return -1;
}

/* Prints the results even if they cannot be saved. */
static int save_and_print(struct bench_run *r, const struct aisp_suite_result *result,
			  struct aisp_rundir *live, struct aisp_err *err)
{
	struct aisp_rundir dir;
	struct aisp_err why;
	int saved = save(r, &dir, live, result, r->run, err);

	r->is_saved = saved >= 0;
	if (r->is_saved && aisp_run_set_folder(r->run, dir.path))
		return aisp_err_set(err, "out of memory");
	if (print(r, r->run, saved ? &why : err))
		return -1;
	return saved ? -1 : 0;
}

/* The run ended so early that it has no result, and must not become the latest. */
static bool is_empty(const struct aisp_run *run)
{
	for (int i = 0; i < run->n_results; i++)
		if (run->results[i].status != AISP_WORD_NOT_RUN)
			return false;
	return run->n_results > 0;
}

/* Says why there is no folder, after the error if that is the reason. */
static int print_empty(const struct bench_run *r, struct aisp_err *err)
{
	fprintf(stderr,
		"aisp bench run: %s before the first result: there is no run folder\n",
		aisp_is_over(&r->suite.suite.limits) ? "--suite-timeout was over"
						     : "the run failed");
	return print(r, r->run, err);
}

/* Reads the document again, with the end of its journal. */
static int read_again(struct bench_run *r, json_t *results, json_t *manifest,
		      struct aisp_err *err)
{
	aisp_run_free(r->run);
	r->run = aisp_run_new(results, manifest, err);
	return r->run ? 0 : -1;
}

/* Saves first: results must survive whatever fails afterwards. */
int bench_run_save(struct bench_run *r, const struct aisp_suite_result *result,
		   struct aisp_rundir *live, struct aisp_err *err)
{
	const char *root = r->suite.paths.root;
	json_t *results = NULL, *manifest = NULL;
	struct aisp_err why, why_not;
	int rc = -1, is_judged;
	bool is_nothing;

	aisp_now_text(r->occasion.ended);
	if (make_documents(r, result, &results, &manifest, err))
		goto out;
	r->run = aisp_run_new(results, manifest, err);
	if (!r->run)
		goto out;
	is_nothing = is_empty(r->run);
	if (is_nothing && *r->suite.suite.limits.is_stopped) {
		aisp_err_set(err, "stopped before the first result: nothing is kept");
		goto out;
	}
	is_judged = !gate_judge(&r->gate, &r->suite.suite, &r->occasion, r->run, &why);
	if (aisp_journal_end(&r->journal, results, manifest, err) ||
	    read_again(r, results, manifest, err))
		goto out;
	/* `| head` may have closed the output: the rest is to be done all the same. */
	signal(SIGPIPE, SIG_IGN);
	rc = is_nothing ? print_empty(r, err) : save_and_print(r, result, live, err);
	if (r->is_saved && enter_history(r, r->run, rc ? &why_not : err))
		rc = -1;
	if (!is_judged)
		rc = aisp_err_set(err, "expectations: %.400s", why.msg);
	else if (!rc && r->gate.is_accepting)
		rc = gate_accept(&r->gate, root, r->run, err);
out:
	json_decref(results);
	json_decref(manifest);
	return rc;
}
