/* SPDX-License-Identifier: MIT */
#include <fnmatch.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "given.h"
#include "keep.h"
#include "known.h"
#include "layers.h"
#include "plugins.h"
#include "room.h"
#include "store/journal.h"
#include "suite.h"
#include "targets_build.h"

struct aisp_builder aisp_suite_builder(const struct aisp_suite *s)
{
	return (struct aisp_builder){ .paths = s->paths,
				      .is_stopped = s->limits.is_stopped,
				      .progress = s->building,
				      .arg = s->building_arg };
}

int aisp_suite_build(const struct aisp_suite *s, struct aisp_catalogue *c,
		     struct aisp_err *err)
{
	const struct aisp_builder b = aisp_suite_builder(s);

	if (aisp_catalogue_load(c, s->paths, s->patterns, s->n_patterns, err)) {
		if (err)
			err->is_usage = true; /* no such target, or a broken pair */
		return -1;
	}
	if (aisp_plugins_build(&b, c, err) || aisp_targets_build(&b, c, err)) {
		aisp_catalogue_release(c);
		return -1;
	}
	aisp_catalogue_release(c);
	return aisp_catalogue_load(c, s->paths, s->patterns, s->n_patterns, err);
}

/* Two targets that are measured together. */
static bool is_same_group(const struct aisp_target *a, const struct aisp_target *b)
{
	return !strcmp(a->dir, b->dir) && !strcmp(a->workload, b->workload) &&
	       !strcmp(a->baseline, b->baseline);
}

static bool is_first_of_group(const struct aisp_catalogue *c, int i)
{
	for (int k = 0; k < i; k++)
		if (is_same_group(&c->targets[k], &c->targets[i]))
			return false;
	return true;
}

/* How many combinations of the sweeps concern this workload. */
static int count_combos(const struct aisp_suite *s, const struct aisp_contract *c)
{
	int n = 1;

	for (int i = 0; i < s->n_sweeps; i++)
		if (aisp_contract_find(c, s->sweeps[i].name) >= 0)
			n *= s->sweeps[i].n;
	return n;
}

static int apply_extras(const struct aisp_suite *s, const struct aisp_target *t,
			struct aisp_contract *c, struct aisp_err *err)
{
	for (int i = 0; i < s->n_extras; i++) {
		int p = aisp_contract_find(c, s->extras[i].name);

		if (fnmatch(s->extras[i].pattern, t->id, 0) != 0)
			continue;
		if (p < 0)
			return aisp_known_miss_in(c, t->id, AISP_KNOWN_PARAMS,
						  s->extras[i].name, err);
		c->param[p] = s->extras[i].value;
	}
	return 0;
}

int aisp_suite_contract(const struct aisp_suite *s, const struct aisp_target *t,
			int combo, struct aisp_contract *c, struct aisp_err *err)
{
	if (t->workload_why && access(t->workload_object, R_OK))
		return aisp_err_set(err, "%.120s/workload_%.60s.h: %.250s", t->dir,
				    t->workload, t->workload_why);
	if (aisp_contract_open(c, t->workload_object, err))
		return -1;
	aisp_contract_preset(c, s->preset, t->device);
	for (int i = 0; i < s->n_sweeps; i++) {
		int p = aisp_contract_find(c, s->sweeps[i].name);

		if (p < 0)
			continue;
		c->param[p] = s->sweeps[i].values[combo % s->sweeps[i].n];
		combo /= s->sweeps[i].n;
	}
	if (apply_extras(s, t, c, err) || aisp_contract_evaluate(c, err)) {
		aisp_contract_close(c);
		return -1;
	}
	return 0;
}

/* The file's name without its suffix. */
static const char *variant_name(const char *file, char *buf, size_t size)
{
	snprintf(buf, size, "%.*s", (int)strcspn(file, "."), file);
	return buf;
}

/* Text that lives as long as a group: the names and paths of its arms. */
struct names {
	char name[AISP_MAX_ARMS][128];
	char source[AISP_MAX_ARMS][4352];
	char object[AISP_MAX_ARMS][4352];
	char pattern[AISP_MAX_ARMS][4480];
};

static void set_arm(struct aisp_group *g, struct names *names,
		    const struct aisp_target *t, const char *file, const char *object,
		    const char *why)
{
	int i = g->n_arms++;
	struct aisp_arm *a = &g->arms[i];

	snprintf(names->source[i], sizeof(names->source[i]), "%s/%s", t->dir, file);
	snprintf(names->object[i], sizeof(names->object[i]), "%s", object);
	a->name = variant_name(file, names->name[i], sizeof(names->name[i]));
	a->source = names->source[i];
	a->object = names->object[i];
	if (why) {
		a->status =
			aisp_build_is_broken(why) ? AISP_ARM_FAILED : AISP_ARM_SKIPPED;
		snprintf(a->why, sizeof(a->why), "not built: %s", why);
	}
}

/* The short name means a target only below chapters/ and labs/. */
static void set_pattern(struct aisp_arm *a, char *pattern, size_t size,
			const struct aisp_suite *s, const struct aisp_target *t)
{
	const char *root = s->paths->root, *inside = t->dir + strlen(root);
	const char *colon = strrchr(t->id, ':');

	if (!strncmp(t->dir, root, strlen(root)) &&
	    (!strncmp(inside, "/chapters/", 10) || !strncmp(inside, "/labs/", 6)))
		snprintf(pattern, size, "%s", t->id);
	else
		snprintf(pattern, size, "%s%s", t->dir, colon ? colon : "");
	a->pattern = pattern;
}

static const struct aisp_target *find_library(const struct aisp_catalogue *c,
					      const struct aisp_target *first)
{
	for (int i = 0; i < c->n_all; i++)
		if (c->targets[i].is_library && is_same_group(first, &c->targets[i]))
			return &c->targets[i];
	return NULL;
}

/* The baseline, then all selected targets of the group, and the library. */
static int fill_group(struct aisp_group *g, struct names *names,
		      const struct aisp_suite *s, const struct aisp_catalogue *c,
		      const struct aisp_target *first, struct aisp_err *err)
{
	const struct aisp_target *library = find_library(c, first);

	snprintf(g->chapter, sizeof(g->chapter), "%s", first->chapter);
	snprintf(g->workload, sizeof(g->workload), "%s", first->workload);
	if (strncmp(first->out, s->paths->pairs, strlen(s->paths->pairs)) != 0)
		snprintf(g->outside, sizeof(g->outside), "%s", first->dir);
	g->device = first->device;
	if (s->is_versus_library && !library)
		return aisp_err_usage(
			err, "--baseline library: %s:%s has no library variant",
			g->chapter, g->workload);
	if (s->is_versus_library)
		set_arm(g, names, library, library->optimized,
			library->optimized_object, library->optimized_why);
	else
		set_arm(g, names, first, first->baseline, first->baseline_object,
			first->baseline_why);
	for (int i = 0; i < c->n_all; i++) {
		const struct aisp_target *t = &c->targets[i];

		if (!is_same_group(first, t) || (!t->is_selected && t != library) ||
		    (s->is_versus_library && t == library))
			continue;
		if (g->n_arms == AISP_MAX_ARMS)
			return aisp_err_usage(
				err,
				"%s:%s: more than %d variants at once; select "
				"fewer with --targets",
				g->chapter, g->workload, AISP_MAX_ARMS - 1);
		set_arm(g, names, t, t->optimized, t->optimized_object,
			t->optimized_why);
		g->arms[g->n_arms - 1].is_wanted = t->is_selected;
		g->arms[g->n_arms - 1].target = t->id;
		set_pattern(&g->arms[g->n_arms - 1], names->pattern[g->n_arms - 1],
			    sizeof(names->pattern[0]), s, t);
	}
	return 0;
}

__attribute__((format(printf, 2, 3))) static void add_option(struct aisp_group *g,
							     const char *fmt, ...)
{
	size_t used = strlen(g->options);
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(g->options + used, sizeof(g->options) - used, fmt, ap);
	va_end(ap);
}

/* What the user set beside the target: its advice is a command that measures this. */
static void note_options(struct aisp_group *g, const struct aisp_suite *s,
			 const struct aisp_target *t)
{
	if (s->preset != AISP_PRESET_DEFAULT)
		add_option(g, " --preset %s", aisp_preset_name(s->preset));
	for (int i = 0; i < s->n_sweeps + s->n_extras; i++) {
		const struct aisp_extra *x = &s->extras[i - s->n_sweeps];
		const char *name = i < s->n_sweeps ? s->sweeps[i].name : x->name;
		int p = aisp_contract_find(&g->contract, name);

		if (p < 0 || (i >= s->n_sweeps && fnmatch(x->pattern, t->id, 0) != 0))
			continue;
		add_option(g, " --param %s=%" PRId64, name, g->contract.param[p]);
	}
	if (s->dist != AISP_DIST_NORMAL)
		add_option(g, " --dist %s", aisp_dist_name(s->dist));
	if (s->is_versus_library)
		add_option(g, " --baseline library");
	if (s->limits.is_cold_start)
		add_option(g, " --cold-start");
	if (s->limits.n_samples)
		add_option(g, " --iterations %d", s->limits.n_samples);
}

static void seal_group(const struct aisp_suite *s, const struct aisp_suite_result *r,
		       const struct aisp_group *g, size_t first_result)
{
	aisp_journal_add_arms(s->journal, s->part, r->record.arms,
			      (size_t)g->first_arm);
	aisp_journal_add_results(s->journal, s->part, r->record.results, first_result);
}

/* After the end of the run the group is only listed, as not run. */
static int measure_group(const struct aisp_suite *s, struct aisp_bench *bench,
			 const struct aisp_catalogue *c, const struct aisp_target *t,
			 int combo, struct aisp_suite_result *r, struct aisp_err *err)
{
	struct aisp_group *g = calloc(1, sizeof(*g));
	struct names *names = calloc(1, sizeof(*names));
	size_t n_results = json_array_size(r->record.results);
	const json_t *kept;
	int rc = -1;

	if (!g || !names) {
		aisp_err_errno(err, "memory for a group");
		goto out;
	}
	if (fill_group(g, names, s, c, t, err) ||
	    aisp_suite_contract(s, t, combo, &g->contract, err) ||
	    aisp_given_check(s->given, s->n_given, &g->contract, err))
		goto out;
	kept = json_array_get(s->kept, (size_t)r->n_done);
	if (kept) {
		rc = aisp_keep_take_over(r, g, kept, err);
		goto out;
	}
	note_options(g, s, t);
	g->first_arm = (int)json_array_size(r->record.arms);
	g->position = r->n_done;
	g->n_groups = r->n_groups;
	rc = aisp_is_over(&s->limits)
		     ? 0
		     : aisp_group_measure(g, bench, &s->limits, &s->progress, err);
	if (aisp_record_add(&r->record, g, &s->limits, s->dist, err))
		rc = -1;
	if (s->journal)
		seal_group(s, r, g, n_results);
	r->layers = aisp_layers_held(g, r->layers);
	if (!rc)
		aisp_keep_group(s, r, g, n_results);
	if (g->limits) {
		r->n_done += !g->is_cut;
		r->bias = g->bias;
		r->is_spin = g->is_spin;
	}
out:
	if (g)
		aisp_group_release(g);
	free(g);
	free(names);
	return rc;
}

/* Which sweeps and given inputs some selected workload has. */
struct used {
	bool sweep[64], given[AISP_MAX_IO];
};

static void note_used(const struct aisp_suite *s, const struct aisp_contract *c,
		      struct used *u)
{
	for (int i = 0; i < s->n_sweeps; i++)
		u->sweep[i] |= aisp_contract_find(c, s->sweeps[i].name) >= 0;
	for (int k = 0; k < s->n_given; k++)
		for (int i = 0; i < c->problem.n_in; i++)
			u->given[k] |= !strcmp(c->problem.in[i].name, s->given[k].name);
}

static int count_groups(const struct aisp_suite *s, const struct aisp_target *t, int *n,
			struct used *u, struct aisp_err *err)
{
	struct aisp_contract c = { 0 };

	if (aisp_suite_contract(s, t, 0, &c, err))
		return -1;
	*n = count_combos(s, &c);
	note_used(s, &c, u);
	aisp_contract_close(&c);
	return 0;
}

/* What no selected workload has is a typing error. */
static int check_used(const struct aisp_suite *s, const struct aisp_catalogue *c,
		      const struct used *u, struct aisp_err *err)
{
	for (int i = 0; i < s->n_sweeps; i++)
		if (!u->sweep[i])
			return aisp_known_miss(s, c, AISP_KNOWN_PARAMS,
					       s->sweeps[i].name, err);
	for (int i = 0; i < s->n_given; i++)
		if (!u->given[i])
			return aisp_known_miss(s, c, AISP_KNOWN_INPUTS,
					       s->given[i].name, err);
	return 0;
}

int aisp_suite_count(const struct aisp_suite *s, const struct aisp_catalogue *c,
		     struct aisp_err *err)
{
	struct used u = { 0 };
	int n_groups = 0;

	for (int i = 0; i < c->n; i++) {
		int n;

		if (!is_first_of_group(c, i))
			continue;
		if (count_groups(s, &c->targets[i], &n, &u, err))
			return -1;
		n_groups += n;
	}
	return check_used(s, c, &u, err) ? -1 : n_groups;
}

static int measure_all(const struct aisp_suite *s, const struct aisp_catalogue *c,
		       struct aisp_suite_result *r, struct aisp_err *err)
{
	struct aisp_bench bench = { .paths = s->paths,
				    .seed = s->seed,
				    .is_seed_given = s->is_seed_given,
				    .dist = s->dist,
				    .given = s->given,
				    .n_given = s->n_given,
				    .scratch_dir = s->scratch_dir,
				    .journal = s->journal,
				    .locks = s->locks,
				    .part = s->part,
				    .n_launches = (uint64_t)s->n_launches_before };
	struct used u = { 0 };
	int rc = 0;

	for (int i = 0; i < c->n && !rc; i++) {
		int n = 0;

		if (!is_first_of_group(c, i))
			continue;
		rc = count_groups(s, &c->targets[i], &n, &u, err);
		for (int combo = 0; combo < n && !rc; combo++)
			rc = measure_group(s, &bench, c, &c->targets[i], combo, r, err);
	}
	aisp_bench_release(&bench);
	return rc;
}

/* Before anything is measured that could not be written. */
static int check_room(const struct aisp_suite *s, const struct aisp_catalogue *c,
		      int n_groups, struct aisp_err *err)
{
	int n_results = c->n > n_groups ? c->n : n_groups; /* sweeps make more */

	if (!s->live)
		return 0;
	return aisp_room_check(s->live->fd, s->live->parent,
			       aisp_room_needed(n_results, n_groups, &s->limits), err);
}

int aisp_suite_run(const struct aisp_suite *s, struct aisp_suite_result *r,
		   struct aisp_err *err)
{
	struct aisp_catalogue c;
	int rc;

	memset(r, 0, sizeof(*r));
	r->layers = ~0u;
	r->kept = json_array();
	if (aisp_record_init(&r->record, err) || aisp_suite_build(s, &c, err))
		return -1;
	r->n_groups = aisp_suite_count(s, &c, err);
	rc = r->n_groups < 0 || check_room(s, &c, r->n_groups, err)
		     ? -1
		     : measure_all(s, &c, r, err);
	aisp_catalogue_release(&c);
	return rc;
}

void aisp_suite_result_release(struct aisp_suite_result *r)
{
	aisp_record_release(&r->record);
	json_decref(r->kept);
	r->kept = NULL;
}
