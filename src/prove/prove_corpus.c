/* SPDX-License-Identifier: MIT */
#include <glob.h>
#include <stdio.h>
#include <string.h>

#include "base/field.h"
#include "prove_corpus.h"
#include "prove_judge.h"
#include "prove_run.h"

struct corpus {
	struct prove *p;
	json_t *targets; /* { target: true } of all that was run */
	json_t *alarms;
	int n_runs, n_skipped, n_disturbed;
	void (*show)(void *arg, const json_t *alarm);
};

static void add_alarm(struct corpus *c, const char *target, const json_t *side)
{
	json_t *alarm = json_pack("{ss ss sO ss}", "target", target, "outcome",
				  prove_outcome(side), "failed",
				  json_object_get(side, "failed"), "why",
				  aisp_field_text(side, "why"));

	json_array_append_new(c->alarms, alarm);
	c->show(c->p->arg, alarm);
}

static void count(struct corpus *c, const struct aisp_run *run)
{
	for (int i = 0; i < run->n_results; i++) {
		const char *target = run->results[i].target;
		json_t *side = prove_side(run, target, "");

		if (!strcmp(aisp_field_text(side, "status"), "skipped")) {
			c->n_skipped++;
		} else {
			json_object_set_new(c->targets, target, json_true());
			c->n_runs += !prove_is_disturbed(side);
			c->n_disturbed += prove_is_disturbed(side);
			if (!prove_is_accepted(side) && !prove_is_disturbed(side))
				add_alarm(c, target, side);
		}
		json_decref(side);
	}
}

/* A directory's pairs for one device; there may be none. */
static int run_dir(struct corpus *c, const char *dir, const char *device,
		   struct aisp_err *err)
{
	char pattern[512];
	const char *const patterns[] = { pattern };
	struct aisp_run *run;
	glob_t found = { 0 };
	int rc;

	snprintf(pattern, sizeof(pattern), "%s/optimized_*.%s", dir,
		 strcmp(device, "cpu") ? "cu" : "c");
	rc = glob(pattern, 0, NULL, &found);
	globfree(&found);
	if (rc)
		return 0;
	snprintf(pattern, sizeof(pattern), "%s@%s", dir, device);
	if (prove_bench(&run, patterns, 1, NULL, err))
		return -1;
	prove_keep_run(c->p, run);
	count(c, run);
	aisp_run_free(run);
	return 0;
}

static int run_all(struct corpus *c, const glob_t *dirs, struct aisp_err *err)
{
	for (size_t i = 0; i < dirs->gl_pathc; i++)
		for (int d = 0; d < AISP_N_DEVICES; d++)
			if (c->p->is_wanted[d] && !*c->p->is_stopped &&
			    run_dir(c, dirs->gl_pathv[i],
				    aisp_device_kind((enum aisp_device)d)->name, err))
				return -1;
	return 0;
}

int prove_corpus(struct prove *p, const char *dirs, json_t **corpus,
		 void (*show)(void *arg, const json_t *alarm), struct aisp_err *err)
{
	struct corpus c = {
		.p = p, .targets = json_object(), .alarms = json_array(), .show = show
	};
	glob_t found = { 0 };
	int rc = 0;

	*corpus = NULL;
	if (glob(dirs, GLOB_BRACE, NULL, &found))
		rc = aisp_err_set(err, "no directory '%s' in the sources", dirs);
	for (int i = 0; i < p->n_repeat && !rc; i++)
		rc = run_all(&c, &found, err);
	globfree(&found);
	if (!rc)
		*corpus = json_pack(
			"{si si si si si sO}", "n_variants",
			(int)json_object_size(c.targets), "n_runs", c.n_runs,
			"n_alarms", (int)json_array_size(c.alarms), "n_skipped",
			c.n_skipped, "n_disturbed", c.n_disturbed, "alarms", c.alarms);
	json_decref(c.targets);
	json_decref(c.alarms);
	return rc;
}
