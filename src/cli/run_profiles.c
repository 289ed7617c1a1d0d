/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "profiling/profile_document.h"
#include "profiling/profile_run.h"
#include "run_profiles.h"

/* "profile_ch07_copy@cpu.json" */
static void name_file(char *name, size_t size, const char *id, const char *suffix)
{
	snprintf(name, size, "profile_%s%s", id, suffix);
	for (char *c = name; *c; c++)
		if (*c == ':' || *c == '/')
			*c = '_';
}

static int write_text(FILE *f, const void *arg)
{
	return profile_print(arg, f);
}

static int save(struct aisp_rundir *dir, const char *id, const json_t *document,
		struct aisp_err *err)
{
	char name[256];

	name_file(name, sizeof(name), id, ".json");
	if (aisp_rundir_put_json(dir, name, document, err))
		return -1;
	name_file(name, sizeof(name), id, ".txt");
	return profile_put(dir, name, write_text, document, err);
}

static void profile(const struct run_profiles *p, const struct aisp_target *t,
		    struct aisp_rundir *dir)
{
	const struct profile_run r = { .suite = p->suite,
				       .target = t,
				       .set = p->set,
				       .ncu_set = p->has_ncu_set ? p->ncu_set : p->set,
				       .dir = dir };
	enum aisp_exit status;
	json_t *document = NULL;
	struct aisp_err err;

	if (profile_run(&r, &document, &status, &err) ||
	    save(dir, t->id, document, &err))
		fprintf(stderr, "aisp bench run: no profile of %s: %s\n", t->id,
			err.msg);
	json_decref(document);
}

void run_profiles(const struct run_profiles *p, struct aisp_rundir *dir)
{
	struct aisp_catalogue c;

	if (!p->is_wanted ||
	    aisp_catalogue_load(&c, p->suite->paths, p->suite->patterns,
				p->suite->n_patterns, NULL))
		return;
	for (int i = 0; i < c.n && !*p->suite->limits.is_stopped; i++)
		if (!c.targets[i].why)
			profile(p, &c.targets[i], dir);
	aisp_catalogue_release(&c);
}

int run_profiles_choose(struct run_profiles *p, bool is_ncu, const char *set,
			struct aisp_err *err)
{
	const char *option = is_ncu ? "ncu-metric-set" : "profile";
	const char *no_set = is_ncu ? "auto" : "none";
	bool *has_set = is_ncu ? &p->has_ncu_set : &p->is_wanted;

	*has_set = strcmp(set, no_set) != 0;
	if (*has_set &&
	    aisp_metric_set_parse(is_ncu ? &p->ncu_set : &p->set, set, NULL))
		return aisp_err_set(err,
				    "--%s %s: want %s, minimal, deep_dive or roofline",
				    option, set, no_set);
	return 0;
}
