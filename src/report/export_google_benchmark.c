/* SPDX-License-Identifier: MIT
 *
 * export_google_benchmark.c - the JSON of Google Benchmark's --benchmark_out, for
 * its compare.py.  A launch is a repetition.  Its format, docs/user_guide.md and
 * src/json_reporter.cc of version 1.7, has one time that aisp does not measure:
 * cpu_time, which repeats real_time here.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/field.h"
#include "export.h"
#include "export_side.h"
#include "format.h"

static json_t *real_or_null(double v)
{
	return isfinite(v) ? json_real(v) : json_null();
}

static const char *cache_type(const char *type)
{
	return !strcmp(type, "data")          ? "Data"
	       : !strcmp(type, "instruction") ? "Instruction"
					      : "Unified";
}

/* Sets a member unless the number is unknown. */
static int set_whole(json_t *o, const char *name, int64_t n)
{
	return n == AISP_UNKNOWN ? 0 : json_object_set_new(o, name, json_integer(n));
}

static json_t *cache_json(const struct aisp_run_cache *c)
{
	json_t *o = json_pack("{ss}", "type", cache_type(c->type));

	return aisp_whole_json(
		o, set_whole(o, "level", c->level) || set_whole(o, "size", c->bytes) ||
			   set_whole(o, "num_sharing", c->cores_sharing));
}

static json_t *caches_json(const struct aisp_run_hardware *h)
{
	json_t *caches = json_array();

	for (int i = 0; i < h->n_caches; i++)
		if (json_array_append_new(caches, cache_json(&h->caches[i]))) {
			json_decref(caches);
			return NULL;
		}
	return caches;
}

/* Prints arguments in Google Benchmark's form: "/rows:61/cols:67". */
static void print_params(FILE *f, const struct aisp_map *params)
{
	char text[32];

	for (int i = 0; i < params->n; i++) {
		aisp_format_exact(text, sizeof(text), params->at[i].value);
		fprintf(f, "/%s:%s", params->at[i].name, text);
	}
}

static char *family_name(const struct aisp_run_result *r, const char *role)
{
	char *name = NULL;
	size_t size;
	FILE *f = open_memstream(&name, &size);

	if (!f)
		return NULL;
	fputs(r->target, f);
	print_params(f, &r->params);
	fprintf(f, "/%s%s%s", r->distribution, *role ? "/" : "", role);
	if (!fclose(f))
		return name;
	free(name);
	return NULL;
}

static json_t *left_out_entry(const struct aisp_run_result *r)
{
	char *name = family_name(r, ""), why[1024];
	struct aisp_row row;
	json_t *e;

	aisp_row_read(&row, r);
	aisp_side_excuse(why, sizeof(why), &row);
	e = name ? json_pack("{ss ss}", "name", name, "error_message", why) : NULL;
	free(name);
	return e;
}

/* Lists the results without figures, each with its reason. */
static json_t *left_out(const struct aisp_run *run)
{
	struct aisp_side sides[AISP_N_ROLES];
	json_t *list = json_array();

	for (int i = 0; i < run->n_results; i++)
		if (!aisp_sides_read(sides, &run->results[i]) &&
		    json_array_append_new(list, left_out_entry(&run->results[i]))) {
			json_decref(list);
			return NULL;
		}
	return list;
}

static json_t *context_of(const struct aisp_run *run)
{
	const struct aisp_run_info *info = &run->info;
	json_t *c = json_pack("{ss ss ss ss ss so}", "date", info->started, "host_name",
			      run->machine.host, "executable", "aisp",
			      "library_build_type", "release", "aisp_grade",
			      info->grade, "aisp_left_out", left_out(run));

	if (info->left_out.n)
		json_object_set_new(c, "aisp_without_checks",
				    aisp_texts_json(info->left_out.n,
						    (char *const *)info->left_out.at));
	if (!set_whole(c, "num_cpus", run->machine.hardware.cpus_online) &&
	    !json_object_set_new(c, "caches", caches_json(&run->machine.hardware)))
		return c;
	json_decref(c);
	return NULL;
}

struct family {
	const char *name; /* "ch07:copy@cpu/rows:61/normal/baseline" */
	const char *label, *tier;
	int index, n_repetitions, n_threads;
};

static json_t *entry(const struct family *family, const char *run_type, double ns)
{
	return json_pack("{ss si si ss ss si si ss sf sf ss ss}", "name", family->name,
			 "family_index", family->index, "per_family_instance_index", 0,
			 "run_name", family->name, "run_type", run_type, "repetitions",
			 family->n_repetitions, "threads", family->n_threads, "label",
			 family->label, "real_time", ns, "cpu_time", ns, "time_unit",
			 "ns", "aisp_tier", family->tier);
}

static int put_launch(json_t *list, const struct family *family,
		      const struct aisp_run_launch *l, int i)
{
	double n_calls = l->samples_ns.n * fmin(aisp_whole(l->calls_per_sample), 1e9);
	json_t *e = entry(family, "iteration", l->median_ns);

	return json_object_set_new(e, "repetition_index", json_integer(i)) |
	       json_object_set_new(e, "iterations", json_integer((json_int_t)n_calls)) |
	       json_array_append_new(list, e);
}

static int put_launches(json_t *list, const struct family *family,
			const struct aisp_run_arm *arm)
{
	int n = 0, rc = 0;

	for (int i = 0; i < arm->n_launches; i++)
		if (aisp_launch_counts(&arm->launches[i]))
			rc |= put_launch(list, family, &arm->launches[i], n++);
	return rc;
}

static int put_median(json_t *list, const struct family *family,
		      const struct aisp_run_arm *arm)
{
	json_t *e = entry(family, "aggregate", arm->median_ns);

	return json_object_set_new(e, "name", json_sprintf("%s_median", family->name)) |
	       json_object_set_new(e, "aggregate_name", json_string("median")) |
	       json_object_set_new(e, "aggregate_unit", json_string("time")) |
	       json_object_set_new(e, "iterations",
				   json_integer(family->n_repetitions)) |
	       json_object_set_new(e, "bytes_per_second",
				   real_or_null(1e9 * arm->gb_per_s)) |
	       json_object_set_new(e, "flop_per_second",
				   real_or_null(1e9 * arm->gflop_per_s)) |
	       json_array_append_new(list, e);
}

static int put_side(json_t *list, const struct aisp_run_result *r,
		    const struct aisp_side *side, int index)
{
	char *name = family_name(r, aisp_role_name(side->role));
	double threads = aisp_arm_evidence(side->arm, "n_threads_allowed");
	struct family family = { .name = name,
				 .label = side->arm->variant,
				 .tier = side->arm->tier,
				 .index = index,
				 .n_threads = threads >= 1 && threads < 1e6
						      ? (int)threads
						      : 1 };
	double *ns = aisp_arm_medians(side->arm, &family.n_repetitions);
	int rc = -1;

	if (name && ns)
		rc = put_launches(list, &family, side->arm) |
		     put_median(list, &family, side->arm);
	free(ns);
	free(name);
	return rc;
}

int aisp_export_google_benchmark(const struct aisp_run *run, FILE *f)
{
	json_t *benchmarks = json_array(), *doc;
	struct aisp_side sides[AISP_N_ROLES];
	int rc = 0, index = 0;

	for (int i = 0; i < run->n_results; i++) {
		int n = aisp_sides_read(sides, &run->results[i]);

		for (int k = 0; k < n; k++)
			rc |= put_side(benchmarks, &run->results[i], &sides[k],
				       index++);
	}
	doc = json_pack("{so so}", "context", context_of(run), "benchmarks",
			benchmarks);
	rc |= json_dumpf(doc, f, JSON_INDENT(1));
	fputc('\n', f);
	json_decref(doc);
	return rc || ferror(f) ? -1 : 0;
}
