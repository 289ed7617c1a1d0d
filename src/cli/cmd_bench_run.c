/* SPDX-License-Identifier: MIT
 *
 * aisp bench run - measure targets, print the verdicts, keep a run folder.
 */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/paths.h"
#include "base/text.h"
#include "bench_run.h"
#include "cli.h"
#include "decide/ledger.h"
#include "launch_nodes.h"
#include "machine/gpu_state.h"
#include "machine/noise.h"
#include "machine/peak.h"
#include "machine/quiet.h"
#include "output_place.h"
#include "progress.h"
#include "publish.h"
#include "store/rundir.h"
#include "take_turn.h"

/* Every result needs a roof and a margin: loads the machine's peaks and noise. */
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
	r->suite.suite.limits.peaks.cpu = r->peaks.has_cpu ? &r->peaks.cpu : NULL;
	r->suite.suite.limits.peaks.gpu = r->peaks.has_gpu ? &r->peaks.gpu : NULL;
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

/* Lowers the grade if the GPU that CUDA targets ran on was disturbed. */
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

/* Does --validity-profile strict refuse to measure here? */
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

/* Makes the temporary folder, the plan in it for a resumption, and the journal. */
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

/*
 * After a fault of a workload in this process its memory cannot be trusted: another one
 * resumes the run, in which the workload's comparison has failed.  Returns only if
 * there is nothing more to measure, or nobody to do it.
 */
static void go_on_anew(const struct bench_run *r,
		       const struct aisp_suite_result *result,
		       const struct progress_line *line, const struct aisp_err *err)
{
	const struct aisp_limits *limits = &r->suite.suite.limits;
	char resume[2 * PATH_MAX];

	if (result->n_done == result->n_groups || result->n_kept < result->n_done ||
	    *limits->is_stopped || limits->deadline_ns || r->launch.node)
		return;
	fprintf(stderr,
		"aisp bench run: %s; a new process measures the other comparisons\n",
		err->msg);
	snprintf(resume, sizeof(resume), "--resume=%s/%s", r->artifacts, line->dir.tmp);
	fflush(NULL);
	alarm(0); /* of the guard that caught the fault */
	execl("/proc/self/exe", "aisp", "bench", "run", resume, (char *)NULL);
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
	if (rc && err->is_broken)
		go_on_anew(r, result, line, err);
	grade(r, &from);
	r->occasion.is_partial = result->n_done < result->n_groups;
	if (rc)
		fprintf(stderr, "aisp bench run: %s\n", err->msg);
	if (rc)
		status = aisp_err_status(err);
	if (!rc || (json_array_size(result->record.results) && !err->is_usage)) {
		if (bench_run_save(r, result, &line->dir, err))
			fprintf(stderr, "aisp bench run: %s\n", err->msg);
		else if (!rc)
			status = suite_options_status(
				&r->suite,
				demands_status(&r->demands, r->run,
					       gate_status(&r->gate, r->run)));
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
	aisp_run_free(r->run);
	aisp_journal_release(&r->journal);
	return status;
}

/* This node only runs ranks of others' calls: node 0 reports the results. */
static int follow(struct bench_run *r)
{
	struct aisp_suite_result result = { 0 };
	struct aisp_err err = { 0 };
	int rc = aisp_suite_run(&r->suite.suite, &result, &err);

	aisp_suite_result_release(&result);
	if (rc)
		fprintf(stderr, "aisp bench run: node %d: %s\n", r->launch.node - 1,
			err.msg);
	else
		printf("node %d followed node 0, which has the results\n",
		       r->launch.node - 1);
	return rc ? aisp_err_status(&err) : AISP_EXIT_OK;
}

static int init(struct bench_run *r, int argc, char **argv, struct aisp_err *err)
{
	aisp_journal_init(&r->journal);
	r->artifacts = "artifacts";
	r->format.function = aisp_report_table;
	r->occasion.argc = argc;
	r->occasion.argv = argv;
	return suite_options_init(&r->suite, err);
}

/* Parses the options of the killed run, then those beside --resume. */
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
	r->format.may_change = true;
	argp_parse(&bench_run_argp, from.argc, from.argv, 0, NULL, r);
	r->resume = from;
	r->artifacts = r->resume.artifacts;
	if (resume_adopt(&r->resume, &r->suite.suite, err))
		return -1;
	if (!json_array_size(r->resume.from.groups))
		fprintf(stderr,
			"aisp bench run: %s/%s was killed before its first comparison "
			"ended: it begins anew, with its options and seed\n",
			r->artifacts, r->resume.name);
	return 0;
}

/* A history that the user named, and a folder for the run. */
static int check_records(const struct bench_run *r, struct aisp_err *err)
{
	struct aisp_rundir dir;

	if (r->history && !r->is_unrecorded &&
	    publish_history(r->history, &r->suite.paths, NULL, err))
		return -1;
	if (aisp_rundir_begin(&dir, r->artifacts, err))
		return -1;
	aisp_rundir_abort(&dir);
	return 0;
}

/* Checks now what would otherwise fail only after minutes of measuring. */
static int check_places(const struct bench_run *r, struct aisp_err *err)
{
	const char *dir = r->gate.dir;

	if (dir && !r->gate.is_accepting && !aisp_is_dir(dir))
		return aisp_err_usage(err,
				      "--expectations: there is no folder %.300s; "
				      "--accept-regressions would make it",
				      dir);
	return output_place_check(r->output, err);
}

/*
 * Waits until no other program of ours uses these CPUs, and if the user asked, until no
 * program does.  Returns 0, or the exit status with *err filled.
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
	if (launch_options_apply(&r.launch, &r.suite, &err))
		goto out;
	if (launch_is_remote(&r.launch))
		return launch_nodes(&r.launch, r.artifacts, argc, argv);
	if (is_refused(&r))
		return AISP_EXIT_HARNESS;
	if (check_places(&r, &err) || aisp_suite_check_names(&r.suite.suite, &err) ||
	    check_records(&r, &err) || suite_options_make_scratch(&r.suite, &err))
		goto out;
	status = find_time(&r, &err);
	if (status)
		goto out;
	if (r.resume.is_asked && r.launch.node) {
		aisp_err_usage(&err, "--resume: a run of several nodes is begun anew");
		goto out;
	}
	status = AISP_EXIT_HARNESS;
	if (launch_options_meet(&r.launch, &r.suite, argc, argv, &err))
		goto out;
	status = r.launch.node > 1 ? follow(&r) : measure(&r, &err);
	aisp_meet_close(&r.launch.meet);
	aisp_locks_release(&r.locks);
	suite_options_release(&r.suite);
	resume_release(&r.resume);
	return status;
out:
	aisp_locks_release(&r.locks);
	fprintf(stderr, "aisp bench run: %s\n", err.msg);
	return err.is_usage || err.is_broken ? aisp_err_status(&err) : status;
}

const struct aisp_command aisp_cmd_bench_run = {
	.name = "bench run",
	.summary = "measure targets and say which variant is faster",
	.argp = &bench_run_argp,
	.run = run,
};
