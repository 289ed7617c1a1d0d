/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>

#include "base/exit_status.h"
#include "base/text.h"
#include "doctor_noise.h"
#include "judge/aa.h"
#include "judge/document.h"
#include "machine/grade.h"
#include "progress.h"
#include "suite_options.h"
#include "take_turn.h"

static void print_text(const struct aisp_noise *n, const struct aisp_grading *g)
{
	double margin = aisp_margin(n->floor);

	printf("%d comparisons of identical code: %d called FASTER or SLOWER\n"
	       "noise floor (95 %% of them lie within): %.3g %%\n"
	       "environment grade %c%s%s\n",
	       n->n_comparisons, n->n_differing, 100 * expm1(n->floor), n->grade,
	       g->n_why ? ": " : "", g->n_why ? g->why[g->n_why - 1] : "");
	printf("margin of later runs on this machine: %.3g %%%s\n", 100 * margin,
	       margin > AISP_MARGIN_MAX ? ", too wide to call anything SAME" : "");
}

static int print_json(const struct aisp_noise *n, const char *refusal)
{
	json_t *j = aisp_noise_json(n);

	if (!j)
		return -1;
	json_object_set_new(j, "is_saved", json_boolean(!refusal));
	json_object_set_new(j, "why", refusal ? json_string(refusal) : json_null());
	json_dumpf(j, stdout, JSON_COMPACT);
	putchar('\n');
	json_decref(j);
	return 0;
}

/* Runs the comparisons, and records their environment. */
static int measure(struct suite_options *o, int n_comparisons, struct aisp_noise *noise,
		   struct aisp_grading *g, struct aisp_err *err)
{
	struct aisp_host_mark from = { 0 };
	struct aisp_host_load load;
	struct progress_line line;
	struct aisp_hw hw;
	int rc;

	if (aisp_hw_read(&hw, err) || aisp_host_mark_init(&from, err))
		return -1;
	o->suite.progress = progress_begin(&line);
	rc = aisp_aa_run(&o->suite, n_comparisons, noise, err);
	progress_end(&line);
	if (!rc)
		rc = aisp_grade_since(&from, &load, g, err);
	aisp_host_mark_release(&from);
	aisp_now_text(noise->measured);
	noise->grade = aisp_grade_letter(g->grade);
	aisp_noise_describe(noise, &hw);
	return rc;
}

/* Prints results that are not fit to decide later runs, but does not keep them. */
static int keep(const struct aisp_noise *noise, const struct aisp_grading *g,
		int is_json, struct aisp_err *err)
{
	struct aisp_err refusal = { "" };
	int is_refused = aisp_noise_accept(noise, &refusal);

	if (is_json && print_json(noise, is_refused ? refusal.msg : NULL))
		return aisp_err_set(err, "out of memory");
	if (!is_json)
		print_text(noise, g);
	if (!is_refused)
		return aisp_noise_save(noise, err);
	fprintf(stderr, "aisp doctor --noise: not saved: %s\n", refusal.msg);
	return 1;
}

int doctor_noise(int n_comparisons, const char *pattern, int is_json)
{
	static struct suite_options o; /* too large for a stack */
	static struct aisp_locks locks;
	struct aisp_grading g = { .grade = AISP_GRADE_UNKNOWN };
	struct aisp_noise noise;
	struct aisp_err err = { 0 };
	int rc = suite_options_init(&o, &err);

	o.patterns[0] = pattern;
	o.suite.n_patterns = 1;
	locks.is_stopped = o.suite.limits.is_stopped;
	if (!rc && !aisp_suite_check_names(&o.suite, &err) &&
	    !suite_options_make_scratch(&o, &err) &&
	    !take_turn(&locks, "doctor --noise", &err) &&
	    !measure(&o, n_comparisons, &noise, &g, &err))
		rc = keep(&noise, &g, is_json, &err);
	else
		rc = -1;
	if (rc < 0)
		fprintf(stderr, "aisp doctor --noise: %s\n", err.msg);
	suite_options_release(&o);
	return rc < 0   ? aisp_err_status(&err)
	       : rc > 0 ? AISP_EXIT_INCONCLUSIVE
			: AISP_EXIT_OK;
}

int doctor_forget_noise(void)
{
	struct aisp_err err;
	int rc = aisp_noise_forget(&err);

	if (rc < 0)
		fprintf(stderr, "aisp doctor --noise --forget: %s\n", err.msg);
	else
		puts(rc ? "no noise floor was saved" : "the noise floor is forgotten");
	return rc < 0 ? AISP_EXIT_HARNESS : AISP_EXIT_OK;
}
