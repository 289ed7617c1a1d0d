/* SPDX-License-Identifier: MIT */
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "prove_corpus.h"
#include "prove_judge.h"
#include "prove_run.h"

#define ALARMS_MAX 0.01 /* of all runs: checks may take so much noise for a cheat */

struct corpus {
	struct prove *p;
	struct prove_alarms *alarms;
	json_t *targets; /* { target: true } of all that was run */
	void (*show)(void *arg, const struct prove_alarm *alarm);
};

/* 0, or -1 without memory. */
static int add_alarm(struct corpus *c, const char *target,
		     const struct prove_side *side)
{
	struct prove_alarms *a = c->alarms;
	size_t size = strlen(target) + 1;
	char *kept = aisp_arena_take(&a->arena, size, 1);
	struct prove_alarm *grown;

	if (!kept)
		return -1;
	grown = reallocarray(a->at, (size_t)a->n + 1, sizeof(*a->at));
	if (!grown)
		return -1;
	a->at = grown;
	a->at[a->n++] = (struct prove_alarm){ memcpy(kept, target, size), side };
	c->show(c->p->arg, &a->at[a->n - 1]);
	return 0;
}

/* 0, or -1 without memory. */
static int count(struct corpus *c, const struct aisp_run *run)
{
	struct prove_alarms *a = c->alarms;

	for (int i = 0; i < run->n_results; i++) {
		const char *target = run->results[i].target;
		const struct prove_side *side = prove_side(run, target, "", &a->arena);

		if (side->status == PROVE_STATUS_SKIPPED) {
			a->n_skipped++;
			continue;
		}
		if (json_object_set_new(c->targets, target, json_true()))
			return -1;
		a->n_runs += !prove_is_disturbed(side);
		a->n_disturbed += prove_is_disturbed(side);
		if (!prove_is_accepted(side) && !prove_is_disturbed(side) &&
		    add_alarm(c, target, side))
			return -1;
	}
	return 0;
}

/* Run a directory's pairs for one device, if there are any. */
static int run_dir(struct corpus *c, const char *dir,
		   const struct aisp_device_kind *device, struct aisp_err *err)
{
	char pattern[512];
	const char *const patterns[] = { pattern };
	struct aisp_run *run;
	glob_t found = { 0 };
	int rc;

	snprintf(pattern, sizeof(pattern), "%s/optimized_*%s", dir, device->suffix);
	rc = glob(pattern, 0, NULL, &found);
	globfree(&found);
	if (rc)
		return 0;
	snprintf(pattern, sizeof(pattern), "%s@%s", dir, device->name);
	if (prove_bench(&run, patterns, 1, NULL, c->p->n_pairs, err))
		return -1;
	prove_keep_run(c->p, run);
	rc = count(c, run);
	aisp_run_free(run);
	return rc ? aisp_err_set(err, "out of memory") : 0;
}

static int run_all(struct corpus *c, const glob_t *dirs, struct aisp_err *err)
{
	for (size_t i = 0; i < dirs->gl_pathc; i++)
		for (int d = 0; d < AISP_N_DEVICES; d++)
			if (c->p->is_wanted[d] && !*c->p->is_stopped &&
			    run_dir(c, dirs->gl_pathv[i],
				    aisp_device_kind((enum aisp_device)d), err))
				return -1;
	return 0;
}

int prove_corpus(struct prove *p, const char *dirs, struct prove_alarms *alarms,
		 void (*show)(void *arg, const struct prove_alarm *alarm),
		 struct aisp_err *err)
{
	struct corpus c = {
		.p = p, .alarms = alarms, .targets = json_object(), .show = show
	};
	glob_t found = { 0 };
	int rc = 0;

	if (glob(dirs, GLOB_BRACE, NULL, &found))
		rc = aisp_err_set(err, "no directory '%s' in the sources", dirs);
	for (int i = 0; i < p->n_repeat && !rc; i++)
		rc = run_all(&c, &found, err);
	globfree(&found);
	alarms->n_variants = (int)json_object_size(c.targets);
	json_decref(c.targets);
	return rc;
}

void prove_alarms_release(struct prove_alarms *alarms)
{
	free(alarms->at);
	aisp_arena_release(&alarms->arena);
	*alarms = (struct prove_alarms){ 0 };
}

bool prove_is_quiet(const struct prove_alarms *alarms)
{
	return alarms->n <= ALARMS_MAX * alarms->n_runs;
}
