/* SPDX-License-Identifier: MIT */
#include <fnmatch.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "across_group.h"
#include "base/text.h"
#include "compile/tags.h"
#include "decide/layers.h"
#include "disk_space.h"
#include "group_checkpoint.h"
#include "kernel/bundle.h"
#include "mpi.h"
#include "printable.h"
#include "store/journal.h"
#include "suite_parts.h"
#include "time_budget.h"
#include "user_inputs.h"

/* The file's name without its suffix. */
static const char *variant_name(const char *file, char *buf, size_t size)
{
	snprintf(buf, size, "%.*s", (int)strcspn(file, "."), file);
	return buf;
}

/* What lives as long as a group: its arms' names and paths, its contract. */
struct names {
	struct aisp_contract contract;
	char name[AISP_MAX_ARMS][AISP_GROUP_NAME];
	char source[AISP_MAX_ARMS][4352];
	char object[AISP_MAX_ARMS][4352];
	char pattern[AISP_MAX_ARMS][4480];
};

static void read_tag(const struct aisp_arm *a, enum aisp_tag tag,
		     char to[AISP_TAG_WORDS])
{
	char words[AISP_TAG_WORDS] = "";

	aisp_source_tag(a->source, tag, words, sizeof(words));
	aisp_printable(to, words, sizeof(words));
}

static void set_arm(struct aisp_group *g, struct names *names,
		    const struct aisp_target *t, const char *file, const char *object,
		    const char *why, bool is_over)
{
	int i = g->n_arms++;
	struct aisp_arm *a = &g->arms[i];
	struct aisp_err unreadable;

	snprintf(names->source[i], sizeof(names->source[i]), "%s/%s", t->dir, file);
	snprintf(names->object[i], sizeof(names->object[i]), "%s", object);
	a->name = variant_name(file, names->name[i], sizeof(names->name[i]));
	a->source = names->source[i];
	a->object = names->object[i];
	a->walls = (struct aisp_walls){ .is_library =
						t->is_library && file == t->optimized,
					.is_ours = !g->outside[0] };
	if (aisp_walls_read(a->source, &a->walls.meets, &unreadable)) {
		a->status = AISP_ARM_FAILED;
		snprintf(a->why, sizeof(a->why), "%s", unreadable.msg);
	}
	read_tag(a, AISP_TAG_AFTER, a->after);
	read_tag(a, AISP_TAG_ONLY, a->only);
	a->tier = aisp_is_bundle(object) ? AISP_TIER_KERNEL
		  : a->walls.is_library && (a->walls.is_ours || a->walls.meets)
			  ? AISP_TIER_TRUSTED
			  : AISP_TIER_SANDBOXED;
	if (why && !(is_over && !strcmp(why, AISP_NOT_BUILT_YET))) {
		a->status =
			aisp_build_is_broken(why) ? AISP_ARM_FAILED : AISP_ARM_SKIPPED;
		a->fault = AISP_FAULT_BUILD;
		snprintf(a->why, sizeof(a->why), "%s%s", AISP_NOT_BUILT, why);
	}
}

/* The short name selects a target only below chapters/ and labs/. */
static void set_pattern(struct aisp_arm *a, char *pattern, size_t size,
			const struct aisp_suite *s, const struct aisp_target *t)
{
	const char *root = s->paths->root, *inside = t->dir + strlen(root);
	const char *colon = strrchr(t->id, ':');

	if (aisp_is_below(t->dir, root) &&
	    (!strncmp(inside, "/chapters/", 10) || !strncmp(inside, "/labs/", 6)))
		snprintf(pattern, size, "%s", t->id);
	else
		snprintf(pattern, size, "%s%s", t->dir, colon ? colon : "");
	a->pattern = pattern;
}

/* The baseline, then all selected targets of the group, and the library. */
static int fill_group(struct aisp_group *g, struct names *names,
		      const struct aisp_suite *s, const struct aisp_catalogue *c,
		      const struct aisp_target *first, struct aisp_err *err)
{
	const struct aisp_target *library = aisp_suite_library(c, first);
	bool is_over = aisp_is_over(&s->limits);

	if (aisp_suite_check_arms(s, c, first, err))
		return -1;
	snprintf(g->chapter, sizeof(g->chapter), "%s", first->chapter);
	snprintf(g->workload, sizeof(g->workload), "%s", first->workload);
	if (!aisp_is_below(first->out, s->paths->pairs))
		snprintf(g->outside, sizeof(g->outside), "%s", first->dir);
	g->device = first->device;
	if (s->is_versus_library)
		set_arm(g, names, library, library->optimized,
			library->optimized_object, library->optimized_why, is_over);
	else
		set_arm(g, names, first, first->baseline, first->baseline_object,
			first->baseline_why, is_over);
	for (int i = 0; i < c->n_all; i++) {
		const struct aisp_target *t = &c->targets[i];

		if (!aisp_suite_compares(s, first, t, library))
			continue;
		set_arm(g, names, t, t->optimized, t->optimized_object,
			t->optimized_why, is_over);
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

void aisp_suite_note_options(struct aisp_group *g, const struct aisp_suite *s,
			     const struct aisp_target *t)
{
	if (s->preset != AISP_PRESET_DEFAULT)
		add_option(g, " --preset %s", aisp_preset_name(s->preset));
	for (int i = 0; i < s->n_sweeps + s->n_extras; i++) {
		const struct aisp_extra *x =
			i < s->n_sweeps ? NULL : &s->extras[i - s->n_sweeps];
		const char *name = x ? x->name : s->sweeps[i].name;
		int p = aisp_contract_find(g->contract, name);

		if (p < 0 || (x && fnmatch(x->pattern, t->id, 0) != 0))
			continue;
		add_option(g, " --param %s=%" PRId64, name, g->contract->param[p]);
	}
	for (int i = 0; i < s->n_user_inputs; i++)
		add_option(g, " --input %s=FILE", s->user_inputs[i].name);
	if (s->dist != AISP_DIST_NORMAL)
		add_option(g, " --dist %s", aisp_dist_name(s->dist));
	if (s->is_versus_library)
		add_option(g, " --baseline library");
	if (s->tier.is_said)
		add_option(g, " --tier %s", aisp_tier_name(s->tier.most));
	if (s->limits.is_cold_start)
		add_option(g, " --cold-start");
	for (int i = 0; i < s->limits.n_left_out; i++)
		add_option(g, " --without-check %s", s->limits.left_out[i]->id);
	if (s->limits.n_samples)
		add_option(g, " --iterations %d", s->limits.n_samples);
	if (s->limits.has_waited)
		add_option(g, " --wait-quiet");
}

static void journal_group(const struct aisp_suite *s, const struct aisp_suite_result *r,
			  const struct aisp_group *g, size_t first_result)
{
	aisp_journal_add_arms(s->journal, s->part, r->record.arms,
			      (size_t)g->first_arm);
	aisp_journal_add_results(s->journal, s->part, r->record.results, first_result);
}

/* Why some arms were not run, if not by a fault of their own. */
static void say_what_ended(struct aisp_group *g, const struct aisp_limits *limits)
{
	for (int i = 0; i < g->n_arms && aisp_is_over(limits); i++)
		if (g->arms[i].status == AISP_ARM_NOT_RUN && !g->arms[i].why[0])
			snprintf(g->arms[i].why, sizeof(g->arms[i].why),
				 "%s before this was measured", aisp_why_over(limits));
}

/* After the end of the run the group is only recorded as not run. */
static int measure_anew(const struct aisp_suite *s, struct aisp_harness *harness,
			const struct aisp_target *t, struct aisp_group *g,
			struct aisp_suite_result *r, struct aisp_err *err)
{
	size_t n_results = json_array_size(r->record.results);
	bool is_over = aisp_is_over(&s->limits);
	int rc;

	aisp_suite_note_options(g, s, t);
	aisp_tier_settle(g, &s->tier);
	g->first_arm = (int)json_array_size(r->record.arms);
	g->position = r->n_done;
	g->n_groups = r->n_groups;
	if (aisp_across_is_over(s->meet, &is_over, err))
		return -1;
	rc = is_over ? 0
		     : aisp_group_measure(g, harness, &s->limits, &s->progress, err);
	say_what_ended(g, &s->limits);
	if (aisp_record_add(&r->record, g, &s->limits, s->dist, err))
		rc = -1;
	if (s->journal)
		journal_group(s, r, g, n_results);
	r->layers = aisp_layers_held(g, r->layers);
	if (!rc || err->is_broken)
		aisp_group_checkpoint_save(s, r, g, n_results);
	if (g->limits) {
		r->n_done += !g->is_cut;
		r->bias = g->bias;
		r->is_spin = g->is_spin;
	}
	return rc;
}

/* Record the group's results: those kept of a run that was killed, or new ones. */
static int measure_group(const struct aisp_suite *s, struct aisp_harness *harness,
			 const struct aisp_catalogue *c, const struct aisp_target *t,
			 int combo, struct aisp_suite_result *r, struct aisp_err *err)
{
	struct aisp_group *g = calloc(1, sizeof(*g));
	struct names *names = calloc(1, sizeof(*names));
	const json_t *kept;
	int rc = -1;

	if (!g || !names) {
		aisp_err_errno(err, "memory for a group");
		goto out;
	}
	if (fill_group(g, names, s, c, t, err) ||
	    aisp_suite_contract(s, t, combo, &names->contract, err))
		goto out;
	aisp_group_set_contract(g, &names->contract);
	if (aisp_user_inputs_check(s->user_inputs, s->n_user_inputs, g->contract, err))
		goto out;
	kept = json_array_get(s->kept, (size_t)r->n_done);
	rc = kept ? aisp_group_checkpoint_restore(r, g, kept, err)
		  : measure_anew(s, harness, t, g, r, err);
out:
	if (g)
		aisp_group_release(g);
	free(g);
	free(names);
	return rc;
}

static int measure_all(const struct aisp_suite *s, const struct aisp_catalogue *c,
		       struct aisp_suite_result *r, struct aisp_err *err)
{
	struct aisp_harness harness = { .paths = s->paths,
					.seed = s->seed,
					.is_seed_given = s->is_seed_given,
					.dist = s->dist,
					.user_inputs = s->user_inputs,
					.n_user_inputs = s->n_user_inputs,
					.scratch_dir = s->scratch_dir,
					.journal = s->journal,
					.locks = s->locks,
					.where.meet = s->meet,
					.part = s->part,
					.n_launches = (uint64_t)s->n_launches_before,
					.n_heldout =
						((uint64_t)s->n_launches_before + 1)
						<< 32 };
	int rc = 0;

	for (int i = 0; i < c->n && !rc; i++) {
		int n;

		if (!aisp_is_first_of_group(c, i))
			continue;
		n = aisp_suite_combos(s, &c->targets[i], err);
		rc = n < 0 ? -1 : 0;
		for (int combo = 0; combo < n && !rc; combo++)
			rc = measure_group(s, &harness, c, &c->targets[i], combo, r,
					   err);
	}
	aisp_harness_release(&harness);
	return aisp_across_leave(s->meet, rc, err);
}

/* Called before measuring: could the results be written? */
static int check_room(const struct aisp_suite *s, const struct aisp_catalogue *c,
		      int n_groups, struct aisp_err *err)
{
	int n_results = c->n > n_groups ? c->n : n_groups; /* sweeps make more */

	return aisp_disk_space_check(
		s->live->fd, s->live->parent,
		aisp_disk_space_needed(n_results, n_groups, &s->limits), err);
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
	rc = r->n_groups < 0 || (s->live && check_room(s, &c, r->n_groups, err))
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
