/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>

#include "cli.h"
#include "doctor_noise.h"
#include "judge/aa.h"
#include "judge/document.h"
#include "progress.h"
#include "suite_options.h"

static void print(const struct aisp_noise *n, int is_json)
{
	if (is_json)
		printf("{\"floor\": %.6g, \"n_comparisons\": %d, \"n_differing\": "
		       "%d}\n",
		       n->floor, n->n_comparisons, n->n_differing);
	else
		printf("%d comparisons of identical code: %d called FASTER or SLOWER\n"
		       "noise floor (95 %% of them lie within): %.3g %%\n"
		       "margin of later runs on this machine: %.3g %%\n",
		       n->n_comparisons, n->n_differing, 100 * expm1(n->floor),
		       100 * aisp_margin(n->floor));
}

static int measure(struct suite_options *o, int n_comparisons, int is_json,
		   struct aisp_err *err)
{
	struct progress_line line;
	struct aisp_noise noise;
	int rc;

	o->suite.progress = progress_begin(&line);
	rc = aisp_aa_run(&o->suite, n_comparisons, &noise, err);
	progress_end(&line);
	if (rc)
		return -1;
	aisp_format_time(noise.measured);
	print(&noise, is_json);
	return aisp_noise_save(&noise, err);
}

int doctor_noise(int n_comparisons, const char *pattern, int is_json)
{
	static struct suite_options o; /* too large for a stack */
	struct aisp_err err;
	int rc = suite_options_init(&o, &err);

	o.patterns[0] = pattern;
	o.suite.n_patterns = 1;
	rc = rc || suite_options_make_scratch(&o, &err) ||
	     measure(&o, n_comparisons, is_json, &err);
	if (rc)
		fprintf(stderr, "aisp doctor --noise: %s\n", err.msg);
	suite_options_release(&o);
	return rc ? AISP_EXIT_HARNESS : AISP_EXIT_OK;
}
