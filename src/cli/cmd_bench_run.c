/* SPDX-License-Identifier: MIT
 *
 * aisp bench run - measure targets, print the verdicts, keep a run folder.
 */
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/text.h"
#include "bench_run.h"
#include "cli.h"
#include "judge/known.h"
#include "judge/ledger.h"
#include "machine/gpu_state.h"
#include "machine/noise.h"
#include "machine/peak.h"
#include "machine/quiet.h"
#include "progress.h"
#include "publish.h"
#include "report/ledger_text.h"
#include "store/rundir.h"
#include "take_turn.h"

/* Every result has a roof, and a margin. */
static void load_machine(struct bench_run *r, struct progress_line *line)
{
	struct aisp_err why;
	int rc;

	run_peaks_load(&r->peaks, &r->suite.suite, progress_say, line);
	if (r->peaks.doubt[0])
		fprintf(stderr,
			"aisp bench run: the peaks may be too low: %s; they are "
			"measured again when it is quiet\n",
			r->peaks.doubt);
	r->suite.suite.limits.peaks = r->peaks.has_cpu ? &r->peaks.cpu : NULL;
	r->suite.suite.limits.gpu_peaks = r->peaks.has_gpu ? &r->peaks.gpu : NULL;
	r->suite.suite.limits.raise_peaks = run_peaks_raise;
	r->suite.suite.limits.raise_arg = &r->peaks;
	rc = aisp_noise_load(&r->occasion.noise, &why);
	r->occasion.has_noise = !rc;
	if (rc < 0)
		fprintf(stderr,
			"aisp bench run: the saved noise floor is ignored: %s; "
			"`aisp doctor --noise` measures it again\n",
			why.msg);
	r->suite.suite.limits.margin = aisp_margin(aisp_occasion_floor(&r->occasion));
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

/* How the user had it planned, where that is not the judge's own plan. */
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

/* What of it another process measured. */
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

/* Elsewhere, where the artifacts could not be written: *err says why and where. */
static int save_elsewhere(struct bench_run *r, struct aisp_rundir *dir,
			  const json_t *results, const json_t *manifest,
			  struct aisp_err *err)
{
	const struct aisp_err why = *err;
	struct aisp_err failed;
	char places[2][PATH_MAX];

	snprintf(places[0], sizeof(places[0]), "%.4000s/rescued", r->suite.paths.data);
	snprintf(places[1], sizeof(places[1]), "/tmp/aisp-rescued-%d", (int)getuid());
	for (int i = 0; i < 2; i++) {
		if (publish_save(dir, places[i], results, manifest, &r->profiles,
				 &r->journal, &failed))
			continue;
		aisp_err_set(err, "%.300s; the run is in %.400s instead", why.msg,
			     dir->path);
		return 0;
	}
	return -1;
}

/*
 * A disk that is full may have room for the run once what was kept for a resumption
 * is gone; that is put back if not.  0; 1 if the run is elsewhere, with *err filled;
 * -1.
 */
static int save(struct bench_run *r, struct aisp_rundir *dir, struct aisp_rundir *live,
		const struct aisp_suite_result *result, const json_t *results,
		const json_t *manifest, struct aisp_err *err)
{
	if (!publish_save(dir, r->artifacts, results, manifest, &r->profiles,
			  &r->journal, err))
		return 0;
	aisp_checkpoint_drop(live);
	if (!publish_save(dir, r->artifacts, results, manifest, &r->profiles,
			  &r->journal, err))
		return 0;
	if (!save_elsewhere(r, dir, results, manifest, err))
		return 1;
	for (size_t i = 0; i < json_array_size(result->kept); i++)
		aisp_checkpoint_put(live, (int)i, json_array_get(result->kept, i),
				    NULL);
	return -1;
}

/* What could not be saved is printed all the same. */
static int save_and_print(struct bench_run *r, const struct aisp_suite_result *result,
			  struct aisp_rundir *live, json_t *results, json_t *manifest,
			  struct aisp_err *err)
{
	struct aisp_rundir dir;
	struct aisp_err why;
	int saved = save(r, &dir, live, result, results, manifest, err);

	if (saved >= 0)
		json_object_set_new(json_object_get(results, "run"), "folder",
				    json_string(dir.path));
	r->is_saved = saved >= 0;
	if (print(r, results, manifest, saved ? &why : err))
		return -1;
	return saved ? -1 : 0;
}

/* Save first: what was measured must survive whatever fails afterwards. */
static int publish(struct bench_run *r, const struct aisp_suite_result *result,
		   struct aisp_rundir *live, struct aisp_err *err)
{
	const char *root = r->suite.paths.root;
	json_t *results = NULL, *manifest = NULL;
	struct aisp_err why;
	int rc = -1, is_judged;

	aisp_now_text(r->occasion.ended);
	if (make_documents(r, result, &results, &manifest, err))
		goto out;
	is_judged = !gate_judge(&r->gate, &r->suite.suite, &r->occasion, results,
				manifest, &why);
	if (aisp_journal_end(&r->journal, results, manifest, err))
		goto out;
	rc = save_and_print(r, result, live, results, manifest, err);
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

/* The temporary folder, the plan in it for who resumes, and the journal. */
static int begin(struct bench_run *r, struct progress_line *line, struct aisp_err *err)
{
	const struct resume *from = r->resume.is_asked ? &r->resume : NULL;
	struct aisp_suite *s = &r->suite.suite;
	json_t *plan;
	int rc;

	if (progress_publish(line, r->artifacts, from ? from->name : NULL,
			     r->occasion.argc, r->occasion.argv, r->occasion.started,
			     err))
		return -1;
	s->live = &line->dir;
	s->journal = &r->journal;
	if (from)
		return publish_journal_resumed(&r->journal, line->dir.fd, &from->from,
					       err);
	publish_journal(&r->journal, line->dir.fd, r->occasion.started, &s->seed);
	plan = resume_plan(s, r->occasion.argc, r->occasion.argv, r->occasion.started,
			   err);
	rc = plan ? aisp_checkpoint_begin(&line->dir, plan, err) : -1;
	json_decref(plan);
	return rc;
}

static int measure_and_publish(struct bench_run *r, struct aisp_suite_result *result,
			       struct progress_line *line, struct aisp_err *err)
{
	struct aisp_host_mark from = { 0 };
	int rc, status = AISP_EXIT_HARNESS;

	load_machine(r, line);
	aisp_host_mark_init(&from, NULL);
	rc = aisp_suite_run(&r->suite.suite, result, err);
	progress_end(line);
	grade(r, &from);
	r->occasion.is_partial = result->n_done < result->n_groups;
	if (rc)
		fprintf(stderr, "aisp bench run: %s\n", err->msg);
	if (rc && err->is_usage)
		status = AISP_EXIT_USAGE;
	if (!rc || (json_array_size(result->record.results) && !err->is_usage)) {
		if (publish(r, result, &line->dir, err))
			fprintf(stderr, "aisp bench run: %s\n", err->msg);
		else if (!rc)
			status = demands_status(
				&r->demands, result->record.results,
				gate_status(&r->gate, result->record.results));
	}
	aisp_host_mark_release(&from);
	return status;
}

static int measure(struct bench_run *r, struct aisp_err *err)
{
	struct aisp_suite_result result = { 0 };
	struct progress_line line;
	int status = AISP_EXIT_HARNESS;
	bool is_resumable;

	r->suite.suite.progress = progress_begin(&line);
	aisp_now_text(r->occasion.started);
	if (begin(r, &line, err))
		fprintf(stderr, "aisp bench run: %s\n", err->msg);
	else
		status = measure_and_publish(r, &result, &line, err);
	is_resumable =
		line.has_note && !r->is_saved && (result.n_kept || r->resume.is_asked);
	if (is_resumable)
		fprintf(stderr,
			"aisp bench run: what was measured is kept in %s/%s: `aisp "
			"bench run --resume=%s/%s`\n",
			r->artifacts, line.dir.tmp, r->artifacts, line.dir.tmp);
	progress_discard(&line, is_resumable);
	aisp_suite_result_release(&result);
	aisp_journal_release(&r->journal);
	return status;
}

static int init(struct bench_run *r, int argc, char **argv, struct aisp_err *err)
{
	aisp_journal_init(&r->journal);
	r->artifacts = "artifacts";
	r->report = aisp_report_table;
	r->occasion.argc = argc;
	r->occasion.argv = argv;
	return suite_options_init(&r->suite, err);
}

/* The options of the run that was killed, then those that stand beside --resume. */
static int resume(struct bench_run *r, struct aisp_err *err)
{
	struct resume from = r->resume;

	if (resume_load(&from, r->artifacts, r->occasion.argc,
			(char **)r->occasion.argv, err)) {
		err->is_usage = true;
		return -1;
	}
	suite_options_release(&r->suite);
	memset(r, 0, sizeof(*r));
	if (init(r, from.argc, from.argv, err))
		return -1;
	argp_parse(&bench_run_argp, from.argc, from.argv, 0, NULL, r);
	r->resume = from;
	r->artifacts = r->resume.artifacts;
	return resume_adopt(&r->resume, &r->suite.suite, err);
}

/*
 * Alone on these CPUs, as far as other programs of ours go, and if asked for as far as
 * any go.  0, or the exit status with *err filled.
 */
static int find_time(struct bench_run *r, struct aisp_err *err)
{
	const volatile sig_atomic_t *stop = r->suite.suite.limits.is_stopped;
	int rc;

	r->locks.is_stopped = stop;
	r->suite.suite.locks = &r->locks;
	if (take_turn(&r->locks, "bench run", err))
		return AISP_EXIT_HARNESS;
	if (!(r->wait_quiet_s > 0))
		return 0;
	rc = aisp_wait_quiet(r->wait_quiet_s, stop, r->locks.say, r->locks.arg, err);
	return rc ? rc > 0 ? AISP_EXIT_INCONCLUSIVE : AISP_EXIT_HARNESS : 0;
}

static int run(int argc, char **argv)
{
	static struct bench_run r; /* too large for a stack */
	struct aisp_err err = { 0 };
	int status = AISP_EXIT_HARNESS;

	if (init(&r, argc, argv, &err))
		goto out;
	argp_parse(&bench_run_argp, argc, argv, 0, NULL, &r);
	if (r.resume.is_asked && resume(&r, &err))
		goto out;
	if (is_refused(&r))
		return AISP_EXIT_HARNESS;
	if (aisp_known_check(&r.suite.suite, &err) ||
	    suite_options_make_scratch(&r.suite, &err))
		goto out;
	status = find_time(&r, &err);
	if (status)
		goto out;
	status = measure(&r, &err);
	aisp_locks_release(&r.locks);
	suite_options_release(&r.suite);
	resume_release(&r.resume);
	return status;
out:
	aisp_locks_release(&r.locks);
	fprintf(stderr, "aisp bench run: %s\n", err.msg);
	return err.is_usage ? AISP_EXIT_USAGE : status;
}

const struct aisp_command aisp_cmd_bench_run = {
	.name = "bench run",
	.summary = "measure targets and say which variant is faster",
	.argp = &bench_run_argp,
	.run = run,
};
