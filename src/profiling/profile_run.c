/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "judge/asks.h"
#include "judge/memory_fit.h"
#include "judge/record.h"
#include "profile_document.h"
#include "profile_gpu.h"
#include "profile_run.h"
#include "report/html_assets.h"

/* A function with a larger share of the samples is most of the picture. */
#define ONE_FUNCTION 0.5

int profile_put(struct aisp_rundir *dir, const char *name,
		int (*write)(FILE *, const void *), const void *arg,
		struct aisp_err *err)
{
	char *text = NULL;
	size_t n_bytes;
	FILE *f = open_memstream(&text, &n_bytes);
	int rc;

	if (!f)
		return aisp_err_errno(err, "memory for %s", name);
	rc = write(f, arg);
	if (fclose(f) || rc)
		rc = aisp_err_set(err, "no memory for %s", name);
	else
		rc = aisp_rundir_put_text(dir, name, text, n_bytes, err);
	free(text);
	return rc;
}

/* What the files of a variant show. */
struct stacks_file {
	const struct aisp_frame *tree;
	char title[300];
};

static int write_flame(FILE *f, const void *arg)
{
	const struct stacks_file *s = arg;

	return aisp_stacks_draw(s->tree, s->title, aisp_web_theme_css, f);
}

static int write_folded(FILE *f, const void *arg)
{
	const struct stacks_file *s = arg;

	return aisp_stacks_fold(s->tree, f);
}

/* "ch07_baseline_copy@cpu": of a variant's files; labs' chapters hold a slash. */
static void make_stem(const struct aisp_target *t, const char *file, char *stem,
		      size_t size)
{
	snprintf(stem, size, "%s_%.*s@%s", t->chapter, (int)strcspn(file, "."), file,
		 aisp_device_name(t->device));
	for (char *c = stem; *c; c++)
		if (*c == '/')
			*c = '_';
}

static int put_stacks(const struct profile_run *r, const struct profile_cpu *cpu,
		      const char *stem, struct aisp_err *err)
{
	struct stacks_file s = { .tree = &cpu->stacks };
	char flame[300], folded[300];
	double share;

	if (!cpu->stacks.n)
		return 0;
	/* A picture of one function shows nothing but its lines. */
	if (aisp_stacks_hottest(&cpu->stacks, &share) && share > ONE_FUNCTION)
		s.tree = &cpu->lines;
	snprintf(s.title, sizeof(s.title), "CPU time of %s", stem);
	snprintf(flame, sizeof(flame), "%s.flame.svg", stem);
	snprintf(folded, sizeof(folded), "%s.folded.txt", stem);
	return profile_put(r->dir, flame, write_flame, &s, err) ||
			       profile_put(r->dir, folded, write_folded, &s, err)
		       ? -1
		       : 0;
}

/* Trusted are variants of aisp's own tree, and others if the user said so. */
static bool is_trusted(const struct profile_run *r)
{
	const char *root = r->suite->paths->root, *dir = r->target->dir;
	size_t n = strlen(root);

	return r->is_unconfined || (!strncmp(dir, root, n) && dir[n] == '/');
}

static json_t *profile_on_gpu(const struct profile_run *r,
			      const struct profile_subject *s, const char *stem,
			      const char *role, struct aisp_clues *c)
{
	static const char why[] = "needs --unconfined: it is not one of aisp's own";
	const struct profile_gpu gpu = { r->suite, r->target,  &s->contract,
					 r->set,   r->ncu_set, r->dir };

	if (is_trusted(r))
		return profile_gpu_run(&gpu, stem, role, c);
	return json_pack("{s{ss} s{ss} s{ss}}", "trace", "why", why, "ncu", "why", why,
			 "nsys", "why", why);
}

static void note_status(struct profile_subject *s, const struct profile_cpu *cpu)
{
	if (cpu->status == AISP_LAUNCH_UNSUPPORTED)
		s->status = s->status ? s->status : AISP_EXIT_SKIPPED;
	else if (cpu->status != AISP_LAUNCH_OK || cpu->wrong[0])
		s->status = AISP_EXIT_INVALID;
}

/* A profile that was stopped halfway is worthless. */
static int stopped(const struct profile_run *r, struct aisp_err *err)
{
	return *r->suite->limits.is_stopped ? aisp_err_set(err, "interrupted") : 0;
}

static int add_variant(const struct profile_run *r, struct profile_subject *s,
		       const char *file, const char *object, const char *role,
		       json_t *variants, struct aisp_err *err)
{
	struct profile_cpu cpu;
	struct aisp_clues clues;
	char stem[256];
	json_t *j;
	int rc;

	make_stem(r->target, file, stem, sizeof(stem));
	if (stopped(r, err) ||
	    aisp_contract_serve_in(&s->contract, r->target->dir, file, err) ||
	    profile_cpu_run(s, object, &cpu, err))
		return -1;
	j = profile_variant_json(s, &cpu, file, role, stem);
	profile_cpu_clues(s, &cpu, &clues);
	if (cpu.status == AISP_LAUNCH_OK && clues.runs == AISP_RUNS_KERNELS &&
	    !*r->suite->limits.is_stopped)
		json_object_set_new(j, "gpu", profile_on_gpu(r, s, stem, role, &clues));
	if (cpu.status == AISP_LAUNCH_OK)
		profile_add_verdict(j, &clues, r->suite->paths->root);
	json_array_append_new(variants, j);
	note_status(s, &cpu);
	rc = put_stacks(r, &cpu, stem, err);
	profile_cpu_release(&cpu);
	return rc || stopped(r, err) ? -1 : 0;
}

static int add_variants(const struct profile_run *r, struct profile_subject *s,
			json_t **document, struct aisp_err *err)
{
	const struct aisp_problem *pr = s->group.problem;
	const struct aisp_target *t = r->target;
	json_t *variants = json_array();

	*document = json_pack("{si ss ss ss so sf sf so}", "schema", 1, "target", t->id,
			      "metric_set", aisp_metric_set_name(r->set),
			      "ncu_metric_set", aisp_metric_set_name(r->ncu_set),
			      "params", aisp_record_params(&s->contract), "flops",
			      pr->flops, "bytes", pr->bytes, "variants", variants);
	if (!*document)
		return aisp_err_set(err, "%s: no memory, or a name is not UTF-8",
				    t->id);
	return add_variant(r, s, t->baseline, t->baseline_object, "baseline", variants,
			   err) ||
			       add_variant(r, s, t->optimized, t->optimized_object,
					   "optimized", variants, err)
		       ? -1
		       : 0;
}

static void init_subject(struct profile_subject *s, const struct profile_run *r)
{
	const struct aisp_suite *suite = r->suite;

	memset(s, 0, sizeof(*s));
	s->suite = suite;
	s->has_stacks = r->set == AISP_METRICS_DEEP_DIVE;
	s->harness = (struct aisp_harness){ .paths = suite->paths,
					    .seed = suite->seed,
					    .dist = (int)suite->dist,
					    .user_inputs = suite->user_inputs,
					    .n_user_inputs = suite->n_user_inputs,
					    .scratch_dir = suite->scratch_dir };
	s->group.device = r->target->device;
	s->group.limits = &suite->limits;
}

/* Profiles both variants on a device that is there. */
static int profile_both(const struct profile_run *r, struct profile_subject *s,
			json_t **document, struct aisp_err *err)
{
	struct aisp_group *g = &s->group;
	int rc = -1;

	g->slot_bytes = aisp_slot_bytes(g->problem);
	g->can_stage = aisp_can_stage(g->problem);
	aisp_placement_choose(&s->harness.where, g->problem);
	if (!aisp_bias_measure(&s->harness, err)) {
		g->bias = s->harness.bias;
		rc = add_variants(r, s, document, err);
	}
	aisp_placement_leave(&s->harness.where);
	return rc;
}

int profile_run(const struct profile_run *r, json_t **document, enum aisp_exit *status,
		struct aisp_err *err)
{
	struct profile_subject *s = malloc(sizeof(*s));
	int rc = -1;

	*document = NULL;
	if (!s)
		return aisp_err_errno(err, "memory for a profile");
	init_subject(s, r);
	if (!aisp_suite_contract(r->suite, r->target, 0, &s->contract, err)) {
		aisp_group_set_contract(&s->group, &s->contract);
		rc = !aisp_device_kind(r->target->device)->is_host &&
				     s->contract.problem.ranks.n
			     ? !!aisp_err_set(err, "its ranks have a GPU each, and "
						   "profilers look at one process")
		     : aisp_harness_use(&s->harness, r->target->device, 0, err) ||
				     aisp_memory_fits(&s->contract, s->group.problem, 1,
						      s->harness.device, err)
			     ? 1
			     : profile_both(r, s, document, err);
		aisp_contract_close(&s->contract);
	}
	aisp_harness_release(&s->harness);
	*status = s->status;
	free(s);
	if (rc) {
		json_decref(*document);
		*document = NULL;
	}
	return rc;
}
