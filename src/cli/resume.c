/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/field.h"
#include "base/hash.h"
#include "base/regular.h"
#include "judge/contract.h"
#include "judge/document.h"
#include "machine/machine_id.h"
#include "resume.h"
#include "store/clean.h"

#define PLAN_VERSION 1

static int by_text(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The patterns, sorted, each once. */
static json_t *patterns(const struct aisp_suite *s)
{
	const char **sorted = calloc((size_t)s->n_patterns + 1, sizeof(*sorted));
	json_t *list = json_array();

	for (int i = 0; sorted && i < s->n_patterns; i++)
		sorted[i] = s->patterns[i];
	if (sorted)
		qsort(sorted, (size_t)s->n_patterns, sizeof(*sorted), by_text);
	for (int i = 0; sorted && i < s->n_patterns; i++)
		if (!i || strcmp(sorted[i], sorted[i - 1]) != 0)
			json_array_append_new(list, json_string(sorted[i]));
	free(sorted);
	return list;
}

/* An object by name: a later --param of the same name overrides an earlier one. */
static json_t *parameters(const struct aisp_suite *s)
{
	json_t *o = json_object();
	char name[256];

	for (int i = 0; i < s->n_sweeps; i++) {
		json_t *values = json_array();

		for (int k = 0; k < s->sweeps[i].n; k++)
			json_array_append_new(values,
					      json_integer(s->sweeps[i].values[k]));
		json_object_set_new(o, s->sweeps[i].name, values);
	}
	for (int i = 0; i < s->n_extras; i++) {
		snprintf(name, sizeof(name), "%s of %s", s->extras[i].name,
			 s->extras[i].pattern);
		json_object_set_new(o, name, json_integer(s->extras[i].value));
	}
	return o;
}

static json_t *inputs(const struct aisp_suite *s)
{
	json_t *list = json_array();

	for (int i = 0; i < s->n_user_inputs; i++)
		json_array_append_new(list, json_string(s->user_inputs[i].name));
	return list;
}

static json_t *left_out(const struct aisp_limits *limits)
{
	json_t *list = json_array();

	for (int i = 0; i < limits->n_left_out; i++)
		json_array_append_new(list, json_string(limits->left_out[i]->id));
	return list;
}

/* The options under their names, so that a difference can be reported with them. */
static json_t *options_of(const struct aisp_suite *s)
{
	const struct aisp_limits *l = &s->limits;

	return json_pack(
		"{so ss ss so so ss ss sb si si so si so so so}", "targets",
		patterns(s), "preset", aisp_preset_name(s->preset), "dist",
		aisp_dist_name(s->dist), "param", parameters(s), "input", inputs(s),
		"tier", s->tier.is_said ? aisp_tier_name(s->tier.most) : "any",
		"baseline", s->is_versus_library ? "library" : "own", "cold-start",
		l->is_cold_start, "iterations", l->n_samples, "warmup", l->n_warmup,
		"timeout-multiplier", json_real(l->timeout_multiplier), "pairs",
		l->n_pairs, "min-time", json_real(l->min_time_s), "until-decided",
		json_real(l->until_s), "without-check", left_out(l));
}

/* Adds what must be equal, besides the options. */
static int identify(const struct aisp_suite *s, json_t *plan, struct aisp_err *err)
{
	char machine[AISP_MACHINE_ID_SIZE], program[65], worker[65];
	char path[PATH_MAX], directory[PATH_MAX];

	snprintf(path, sizeof(path), "%.4000s/aisp-worker", s->paths->lib);
	if (aisp_machine_id(machine, err) ||
	    aisp_hash_file("/proc/self/exe", program, err) ||
	    aisp_hash_file(path, worker, err))
		return -1;
	if (!getcwd(directory, sizeof(directory)))
		return aisp_err_errno(err, "the working directory");
	json_object_set_new(plan, "machine", json_string(machine));
	json_object_set_new(plan, "program", json_string(program));
	json_object_set_new(plan, "worker", json_string(worker));
	json_object_set_new(plan, "directory", json_string(directory));
	return 0;
}

json_t *resume_plan(const struct aisp_suite *s, int argc, char *const *argv,
		    const char *started, struct aisp_err *err)
{
	char seed[33];
	json_t *plan;

	aisp_seed_format(&s->seed, seed);
	plan = json_pack("{si ss ss sb so so}", "version", PLAN_VERSION, "started",
			 started, "seed", seed, "is_seed_given", s->is_seed_given,
			 "command", aisp_texts_json(argc, argv), "options",
			 options_of(s));
	if (!plan)
		aisp_err_set(err, "no memory for the plan of the run");
	else if (!identify(s, plan, err))
		return plan;
	json_decref(plan);
	return NULL;
}

static const char *started_of(const char *folder, char *buf, size_t size)
{
	char path[PATH_MAX + 32];
	json_t *plan = NULL;
	FILE *f;

	snprintf(path, sizeof(path), "%s/plan.json", folder);
	f = aisp_regular_open(path, NULL);
	if (f) {
		plan = json_loadf(f, 0, NULL);
		fclose(f);
	}
	snprintf(buf, size, "%s", aisp_field_text(plan, "started"));
	json_decref(plan);
	return buf;
}

/* Finds the folder that began last, among those that can be resumed. */
static int find_newest(char *folder, size_t size, const char *artifacts,
		       struct aisp_err *err)
{
	struct aisp_leftovers dead = { 0 };
	char newest[64] = "", started[64];
	int rc = aisp_leftovers_find_dead(&dead, artifacts, err);

	*folder = '\0';
	for (int i = 0; i < dead.n && !rc; i++) {
		if (!aisp_checkpoint_has_plan(dead.paths[i]))
			continue;
		started_of(dead.paths[i], started, sizeof(started));
		if (*folder && strcmp(started, newest) < 0)
			continue;
		snprintf(newest, sizeof(newest), "%s", started);
		snprintf(folder, size, "%s", dead.paths[i]);
	}
	aisp_leftovers_release(&dead);
	if (!rc && !*folder)
		return aisp_err_set(err,
				    "--resume: no run below %s was killed: run the "
				    "command anew, or name the folder of its runs with "
				    "--artifacts-dir",
				    artifacts);
	return rc;
}

/* Splits "DIR/.tmp-0123"; a bare name is below the artifacts. */
static void split(struct resume *r, const char *folder, const char *artifacts)
{
	char path[PATH_MAX + 64];
	char *slash;

	snprintf(path, sizeof(path), "%s", folder);
	for (size_t n = strlen(path); n > 1 && path[n - 1] == '/'; n--)
		path[n - 1] = '\0';
	slash = strrchr(path, '/');
	snprintf(r->name, sizeof(r->name), "%.63s", slash ? slash + 1 : path);
	if (slash)
		*slash = '\0';
	snprintf(r->artifacts, sizeof(r->artifacts), "%.4000s",
		 slash ? path[0] ? path : "/" : artifacts);
}

/* Is it the folder of a run that was killed? `folder` is what the user typed. */
static int check_folder(const struct resume *r, const char *folder,
			struct aisp_err *err)
{
	static const char remedy[] = "--resume alone takes the newest";
	char path[PATH_MAX + 128];

	snprintf(path, sizeof(path), "%s%s%s", r->artifacts,
		 strcmp(r->artifacts, "/") ? "/" : "", r->name);
	if (access(path, F_OK))
		return aisp_err_set(err,
				    "--resume=%.200s: there is no folder %.200s; %s",
				    folder, path, remedy);
	if (strncmp(r->name, ".tmp-", 5) != 0)
		return aisp_err_set(err,
				    "--resume=%.200s: want the folder .tmp-... of a "
				    "run that was killed; %s",
				    folder, remedy);
	return 0;
}

/* Joins the words of the run that ended and those of this command. */
static int join_words(struct resume *r, int argc, char **argv, struct aisp_err *err)
{
	const json_t *saved = json_object_get(r->from.plan, "command");
	size_t n = json_array_size(saved);

	r->argv = calloc(n + (size_t)argc + 1, sizeof(*r->argv));
	if (!r->argv)
		return aisp_err_set(err, "out of memory");
	r->argv[r->argc++] = argv[0];
	for (size_t i = 1; i < n; i++)
		r->argv[r->argc++] =
			(char *)json_string_value(json_array_get(saved, i));
	for (int i = 1; i < argc; i++)
		r->argv[r->argc++] = argv[i];
	return 0;
}

/* Fails at once if that run lives: waiting for the machine would wait for it. */
static bool is_alive(const struct resume *r, struct aisp_err *err)
{
	struct aisp_rundir dir;

	if (aisp_rundir_adopt(&dir, r->artifacts, r->name, err))
		return true;
	aisp_rundir_leave(&dir);
	return false;
}

int resume_load(struct resume *r, const char *artifacts, int argc, char **argv,
		struct aisp_err *err)
{
	char folder[PATH_MAX + 64];

	if (r->run)
		snprintf(folder, sizeof(folder), "%s", r->run);
	else if (find_newest(folder, sizeof(folder), artifacts, err))
		return -1;
	split(r, folder, artifacts);
	if (check_folder(r, folder, err) || is_alive(r, err))
		return -1;
	snprintf(folder, sizeof(folder), "%.4000s/%s", r->artifacts, r->name);
	return aisp_checkpoint_load(&r->from, folder, err) ||
			       join_words(r, argc, argv, err)
		       ? -1
		       : 0;
}

/* What is not given is zero or false. */
static bool is_given(const json_t *v)
{
	return json_is_number(v) ? json_number_value(v) != 0 : !json_is_false(v);
}

static char *text_of(const json_t *v)
{
	if (!is_given(v))
		return strdup("none");
	return json_dumps(v, JSON_ENCODE_ANY | JSON_COMPACT | JSON_SORT_KEYS);
}

/* Reports the first member that differs. */
static int compare_members(const json_t *was, const json_t *now, const char *prefix,
			   struct aisp_err *err)
{
	const char *name;
	json_t *v;

	json_object_foreach((json_t *)now, name, v) {
		const json_t *old = json_object_get(was, name);
		char *a, *b;

		if (json_is_object(v) && !*prefix)
			continue;
		if (json_equal(old, v))
			continue;
		a = text_of(old);
		b = text_of(v);
		aisp_err_usage(err,
			       "--resume: the run that ended had %s%s %.100s, and this "
			       "is %.100s; run the command anew",
			       prefix, name, a ? a : "none", b ? b : "none");
		free(a);
		free(b);
		return -1;
	}
	return 0;
}

/* Takes the seed of the run that ended; fails if the user gave another one. */
static int take_seed(struct aisp_suite *s, const json_t *was, struct aisp_err *err)
{
	const char *seed = aisp_field_text(was, "seed");
	char given[33];

	aisp_seed_format(&s->seed, given);
	if (s->is_seed_given && strcmp(given, seed) != 0)
		return aisp_err_usage(err,
				      "--resume: the run that ended had --seed %s, and "
				      "this is %s; run the command anew",
				      seed, given);
	s->is_seed_given = json_is_true(json_object_get(was, "is_seed_given"));
	return aisp_seed_parse(&s->seed, seed, err);
}

int resume_adopt(const struct resume *r, struct aisp_suite *s, struct aisp_err *err)
{
	const json_t *was = r->from.plan;
	json_t *now = json_object(), *options = options_of(s);
	int rc = -1;

	if (json_integer_value(json_object_get(was, "version")) != PLAN_VERSION)
		aisp_err_usage(err, "--resume: the run is of another version of aisp");
	else if (!now || !options || identify(s, now, err))
		aisp_err_set(err, "--resume: no memory to compare");
	else if (!compare_members(was, now, "", err) &&
		 !compare_members(json_object_get(was, "options"), options, "--", err))
		rc = take_seed(s, was, err);
	json_decref(now);
	json_decref(options);
	if (rc)
		return -1;
	s->kept = r->from.groups;
	s->n_launches_before = r->from.n_launches;
	return 0;
}

json_t *resume_note(const struct resume *r)
{
	return json_pack("{sO si si si}", "started",
			 json_object_get(r->from.plan, "started"), "comparisons",
			 (int)json_array_size(r->from.groups), "results",
			 r->from.n_results, "launches_dropped", r->from.n_dropped);
}

void resume_release(struct resume *r)
{
	free(r->argv);
	aisp_checkpoint_release(&r->from);
	*r = (struct resume){ 0 };
}
