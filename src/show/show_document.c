/* SPDX-License-Identifier: MIT */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/dtype.h"
#include "decide/sol.h"
#include "device/fill.h"
#include "show_document.h"
#include "show_source.h"

bool show_is_one_pair(const struct aisp_target *t, const struct aisp_target *u)
{
	return !strcmp(t->dir, u->dir) && !strcmp(t->workload, u->workload) &&
	       !strcmp(t->baseline, u->baseline);
}

static json_t *params_json(const struct aisp_contract *c)
{
	json_t *list = json_array();

	for (int i = 0; i < c->workload->n_params; i++) {
		const struct aisp_param *q = &c->workload->params[i];

		json_array_append_new(
			list, json_pack("{ss sI sI sI sI sI ss}", "name", q->name,
					"value", (json_int_t)c->param[i], "small",
					(json_int_t)q->small, "default",
					(json_int_t)q->normal, "default_cuda",
					(json_int_t)(q->cuda ? q->cuda : q->normal),
					"large", (json_int_t)q->large, "help",
					q->help ? q->help : ""));
	}
	return list;
}

/* How an input is filled. */
static const char *fill_name(const struct aisp_spec *s)
{
	static const char *const names[] = { "distribution", "index", "bytes",
					     "unit",         "zipf",  "permutation",
					     "lengths" };

	return names[s->fill];
}

static json_t *tensors_json(const struct aisp_problem *pr, bool is_input)
{
	const struct aisp_spec *specs = is_input ? pr->in : pr->out;
	json_t *list = json_array();

	for (int i = 0; i < (is_input ? pr->n_in : pr->n_out); i++) {
		json_t *shape = json_array(), *t;

		for (int k = 0; k < specs[i].rank; k++)
			json_array_append_new(shape, json_integer(specs[i].shape[k]));
		t = json_pack("{ss ss so}", "name", specs[i].name, "dtype",
			      aisp_dtype_name(specs[i].dtype), "shape", shape);
		if (is_input)
			json_object_set_new(t, "fill",
					    json_string(fill_name(&specs[i])));
		if (is_input && specs[i].limit)
			json_object_set_new(t, "limit", json_integer(specs[i].limit));
		if (specs[i].in_file)
			json_object_set_new(t, "in_file", json_true());
		if (specs[i].on_host)
			json_object_set_new(t, "on_host", json_true());
		if (specs[i].by_step)
			json_object_set_new(t, "by_step", json_true());
		if (specs[i].by_next)
			json_object_set_new(t, "by_next", json_true());
		if (specs[i].is_step)
			json_object_set_new(t, "is_step", json_true());
		if (specs[i].is_clock)
			json_object_set_new(t, "is_clock", json_true());
		if (is_input && aisp_is_hidden(pr, i))
			json_object_set_new(t, "is_hidden", json_true());
		if (specs[i].is_ragged)
			json_object_set_new(t, "is_ragged", json_true());
		if (specs[i].is_choice)
			json_object_set_new(t, "is_choice", json_true());
		if (!is_input && specs[i].starts_as)
			json_object_set_new(
				t, "starts_as",
				json_string(pr->in[specs[i].starts_as - 1].name));
		json_array_append_new(list, t);
	}
	return list;
}

static json_t *dists_json(void)
{
	json_t *list = json_array();

	for (int i = 0; i < AISP_N_DISTS; i++)
		json_array_append_new(list,
				      json_string(aisp_dist_name((enum aisp_dist)i)));
	return list;
}

static json_t *uses_json(unsigned uses)
{
	static const char *const names[] = { "alloc",       "files",   "affinity",
					     "fixed_io",    "streams", "graphs",
					     "cooperative", "nested",  "host_nodes",
					     "writes",      "managed" };
	json_t *list = json_array();

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (uses >> i & 1)
			json_array_append_new(list, json_string(names[i]));
	return list;
}

/* The type of the first rounded output; others must match exactly. */
static enum aisp_dtype rounded_dtype(const struct aisp_problem *pr)
{
	int o = 0;

	while (o < pr->n_out - 1 && !aisp_dtype_roundoff(pr->out[o].dtype))
		o++;
	return pr->out[o].dtype;
}

static json_t *error_json(const struct aisp_problem *pr)
{
	enum aisp_dtype dtype = rounded_dtype(pr);
	char text[200];

	if (!(pr->error_c > 0) || !aisp_dtype_roundoff(dtype))
		snprintf(text, sizeof(text), "the bits must match the reference's");
	else
		snprintf(text, sizeof(text),
			 "each element within %.4g roundoffs of %s (%.3g) times the "
			 "sum of its terms' magnitudes; RMS within a quarter of that",
			 pr->error_c, aisp_dtype_name(dtype),
			 aisp_dtype_roundoff(dtype));
	return json_string(text);
}

static int add_variant(json_t *list, const struct aisp_target *t, const char *target,
		       const char *file, const char *why, struct aisp_err *err)
{
	struct show_source source;
	json_t *v;

	if (show_source_read(&source, t->dir, file, err))
		return -1;
	v = json_pack("{ss? ss ss ss ss ss?}", "target", target, "file", file, "class",
		      source.cls, "summary", source.summary, "needs", source.needs,
		      "not_built", why);
	if (json_array_append_new(list, v))
		return aisp_err_set(err, "%s/%s: what it says of itself is not UTF-8",
				    t->dir, file);
	return 0;
}

/* The baseline, whose target is null, and all variants of the pair. */
static json_t *variants_json(const struct aisp_catalogue *all,
			     const struct aisp_target *t, struct aisp_err *err)
{
	json_t *list = json_array();
	int rc = add_variant(list, t, NULL, t->baseline, NULL, err);

	for (int i = 0; i < all->n_all && !rc; i++) {
		const struct aisp_target *u = &all->targets[i];

		if (show_is_one_pair(t, u))
			rc = add_variant(list, u, u->id, u->optimized, u->why, err);
	}
	if (!rc)
		return list;
	json_decref(list);
	return NULL;
}

static json_t *lesson_json(const struct aisp_target *t)
{
	char path[PATH_MAX + 16];

	snprintf(path, sizeof(path), "%s/README.md", t->dir);
	return access(path, R_OK) ? json_null() : json_string(path);
}

static bool is_ours(const struct aisp_suite *s, const struct aisp_target *t)
{
	size_t n = strlen(s->paths->root);

	return !strncmp(t->dir, s->paths->root, n) && t->dir[n] == '/';
}

/* What the verdict is about, if it is not time. */
static json_t *score_json(const struct aisp_score *s)
{
	json_t *figures = json_array();

	for (int i = 0; i < AISP_MAX_FIGURES && s->figures[i]; i++)
		json_array_append_new(figures, json_string(s->figures[i]));
	return json_pack("{ss ss sb so so}", "name", s->name, "better",
			 s->more_is_better ? "more" : "less", "has_bound",
			 s->bound != NULL, "max_times",
			 s->max_times > 0 ? json_real(s->max_times) : json_null(),
			 "figures", figures);
}

/* The least time of a call, by the known peaks; null: none bounds it. */
static json_t *roof_json(const struct aisp_suite *s, const struct aisp_target *t,
			 const struct aisp_problem *pr)
{
	struct aisp_group *g = calloc(1, sizeof(*g));
	json_t *o = json_null();
	struct aisp_roof roof;

	if (!g)
		return NULL;
	g->problem = pr;
	g->device = t->device;
	g->sampling.calls_per_sample = 1;
	if (!aisp_sol_bound(g, &s->limits, &roof))
		o = json_pack("{ss sf}", "name", roof.name, "ns", roof.ns);
	free(g);
	return o;
}

/* Bytes per rank; 0: the contract gives none. */
static json_t *collective_json(const struct aisp_suite *s, const struct aisp_target *t,
			       const struct aisp_problem *pr)
{
	return json_pack("{sf sf so}", "size_bytes", pr->ranks.size_bytes, "wire_bytes",
			 pr->ranks.wire_bytes, "roof", roof_json(s, t, pr));
}

/* The command that measures the pair as it is shown. */
static json_t *command_json(const struct aisp_suite *s, const struct aisp_target *t)
{
	const char *stem = strchr(t->baseline, '_') + 1;
	const char *place = is_ours(s, t) ? t->chapter : t->dir;
	const char *quote = strpbrk(place, " \t&;()") ? "'" : "";
	char text[PATH_MAX + 512];
	size_t n;

	n = (size_t)snprintf(text, sizeof(text), "aisp bench run %s%s:%.*s%s", quote,
			     place, (int)strcspn(stem, "."), stem, quote);
	if (s->preset != AISP_PRESET_DEFAULT && n < sizeof(text))
		n += (size_t)snprintf(text + n, sizeof(text) - n, " --preset %s",
				      aisp_preset_name(s->preset));
	for (int i = 0; i < s->n_sweeps && n < sizeof(text); i++)
		n += (size_t)snprintf(text + n, sizeof(text) - n, " --param %s=%lld",
				      s->sweeps[i].name,
				      (long long)s->sweeps[i].values[0]);
	return json_string(text);
}

json_t *show_document(const struct aisp_suite *s, const struct aisp_catalogue *all,
		      const struct aisp_target *t, const struct aisp_contract *c,
		      struct aisp_err *err)
{
	const struct aisp_problem *pr = &c->problem;
	json_t *variants = variants_json(all, t, err), *document;
	char pair[NAME_MAX * 2 + 16];
	const char *stem = strchr(t->baseline, '_') + 1;

	if (!variants)
		return NULL;
	snprintf(pair, sizeof(pair), "%s:%.*s", t->chapter, (int)strcspn(stem, "."),
		 stem);
	document = json_pack(
		"{ss ss ss ss ss so ss so so so so si sb sf sf ss sI so so so so}",
		"pair", pair, "device", aisp_device_name(t->device), "workload",
		t->workload, "title", c->workload->title, "directory", t->dir, "lesson",
		lesson_json(t), "preset", aisp_preset_name(s->preset), "params",
		params_json(c), "inputs", tensors_json(pr, true), "outputs",
		tensors_json(pr, false), "distributions", dists_json(), "threads",
		pr->n_threads, "is_cold", pr->is_cold != 0, "flops", pr->flops, "bytes",
		pr->bytes, "compute", aisp_dtype_name(pr->compute), "workspace_bytes",
		(json_int_t)pr->workspace_bytes, "uses", uses_json(pr->uses),
		"error_model", error_json(pr), "variants", variants, "command",
		command_json(s, t));
	if (document && c->workload->score)
		json_object_set_new(document, "score", score_json(c->workload->score));
	if (document && pr->n_steps)
		json_object_set_new(document, "steps", json_integer(pr->n_steps));
	if (document && pr->ranks.n)
		json_object_set_new(document, "ranks", json_integer(pr->ranks.n));
	if (document && pr->ranks.n_nodes > 1)
		json_object_set_new(document, "nodes", json_integer(pr->ranks.n_nodes));
	if (document && pr->ranks.n)
		json_object_set_new(document, "collective", collective_json(s, t, pr));
	if (document && pr->bound_by)
		json_object_set_new(document, "bound_by", json_string(pr->bound_by));
	if (!document)
		aisp_err_set(err, "%s: a name is not UTF-8, or memory ran out", t->id);
	return document;
}
