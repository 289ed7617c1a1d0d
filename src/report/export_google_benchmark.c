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

/* Only what the manifest knows. */
static void put_caches(json_t *context, const json_t *hardware)
{
	json_t *caches = json_array(), *v;
	size_t i;

	json_array_foreach(json_object_get(hardware, "caches"), i, v)
		json_array_append_new(
			caches, json_pack("{ss sO? sO? sO?}", "type",
					  cache_type(aisp_field_text(v, "type")),
					  "level", json_object_get(v, "level"), "size",
					  json_object_get(v, "bytes"), "num_sharing",
					  json_object_get(v, "cores_sharing")));
	json_object_set_new(context, "caches", caches);
}

/* As Google Benchmark names arguments: "/rows:61/cols:67". */
static void print_params(FILE *f, const json_t *params)
{
	const char *key;
	char text[32];
	json_t *v;

	json_object_foreach((json_t *)params, key, v)
	{
		aisp_format_exact(text, sizeof(text), json_number_value(v));
		fprintf(f, "/%s:%s", key, text);
	}
}

static char *family_name(const json_t *result, const char *role)
{
	char *name = NULL;
	size_t size;
	FILE *f = open_memstream(&name, &size);

	if (!f)
		return NULL;
	fputs(aisp_field_text(result, "target"), f);
	print_params(f, json_object_get(result, "params"));
	fprintf(f, "/%s%s%s", aisp_field_text(result, "distribution"), *role ? "/" : "",
		role);
	if (!fclose(f))
		return name;
	free(name);
	return NULL;
}

static json_t *left_out_entry(const json_t *results, size_t i)
{
	const json_t *result = json_array_get(json_object_get(results, "results"), i);
	char *name = family_name(result, ""), why[1024];
	struct aisp_row row;
	json_t *e;

	aisp_row_read(&row, results, i);
	aisp_side_excuse(why, sizeof(why), &row);
	e = json_pack("{ss? ss}", "name", name, "error_message", why);
	free(name);
	return e;
}

/* The results without figures, each with its reason. */
static json_t *left_out(const json_t *results)
{
	size_t n = json_array_size(json_object_get(results, "results"));
	struct aisp_side sides[AISP_MAX_SIDES];
	json_t *list = json_array();

	for (size_t i = 0; i < n; i++)
		if (!aisp_sides_read(sides, results, i))
			json_array_append_new(list, left_out_entry(results, i));
	return list;
}

static json_t *context_of(const json_t *results, const json_t *manifest)
{
	const json_t *run = json_object_get(results, "run");
	const json_t *hardware = json_object_get(manifest, "hardware");
	json_t *cpus = json_object_get(hardware, "cpus_online");
	json_t *c = json_pack(
		"{ss ss ss ss ss so}", "date", aisp_field_text(run, "started"),
		"host_name", aisp_field_text(manifest, "host"), "executable", "aisp",
		"library_build_type", "release", "aisp_grade",
		aisp_field_text(run, "grade"), "aisp_left_out", left_out(results));

	if (json_is_integer(cpus))
		json_object_set(c, "num_cpus", cpus);
	put_caches(c, hardware);
	return c;
}

struct family {
	const char *name; /* "ch07:copy@cpu/rows:61/normal/baseline" */
	const char *label;
	int index, n_repetitions, n_threads;
};

static json_t *entry(const struct family *family, const char *run_type, double ns)
{
	return json_pack("{ss si si ss ss si si ss sf sf ss}", "name", family->name,
			 "family_index", family->index, "per_family_instance_index", 0,
			 "run_name", family->name, "run_type", run_type, "repetitions",
			 family->n_repetitions, "threads", family->n_threads, "label",
			 family->label, "real_time", ns, "cpu_time", ns, "time_unit",
			 "ns");
}

static void put_launches(json_t *list, const struct family *family, const json_t *arm)
{
	const json_t *v;
	int n = 0;
	size_t i;

	json_array_foreach(json_object_get(arm, "launches"), i, v)
	{
		size_t n_samples = json_array_size(json_object_get(v, "samples_ns"));
		double calls = aisp_field_number(v, "calls_per_sample");
		json_t *e;

		if (!aisp_launch_counts(v))
			continue;
		e = entry(family, "iteration", aisp_field_number(v, "median_ns"));
		json_object_set_new(e, "repetition_index", json_integer(n++));
		json_object_set_new(e, "iterations",
				    json_integer((json_int_t)((double)n_samples *
							      fmin(calls, 1e9))));
		json_array_append_new(list, e);
	}
}

static void put_median(json_t *list, const struct family *family, const json_t *arm)
{
	json_t *e = entry(family, "aggregate", aisp_field_number(arm, "median_ns"));

	json_object_set_new(e, "name", json_sprintf("%s_median", family->name));
	json_object_set_new(e, "aggregate_name", json_string("median"));
	json_object_set_new(e, "aggregate_unit", json_string("time"));
	json_object_set_new(e, "iterations", json_integer(family->n_repetitions));
	json_object_set_new(e, "bytes_per_second",
			    real_or_null(1e9 * aisp_field_number(arm, "gb_per_s")));
	json_object_set_new(e, "flop_per_second",
			    real_or_null(1e9 * aisp_field_number(arm, "gflop_per_s")));
	json_array_append_new(list, e);
}

static int put_side(json_t *list, const json_t *result, const struct aisp_side *side,
		    int index)
{
	char *name = family_name(result, side->role);
	double threads = aisp_arm_evidence(side->arm, "n_threads_allowed");
	struct family family = { .name = name,
				 .label = aisp_field_text(side->arm, "variant"),
				 .index = index,
				 .n_threads = threads >= 1 && threads < 1e6
						      ? (int)threads
						      : 1 };
	double *ns = aisp_arm_medians(side->arm, &family.n_repetitions);

	if (name && ns) {
		put_launches(list, &family, side->arm);
		put_median(list, &family, side->arm);
	}
	free(ns);
	free(name);
	return name && ns ? 0 : -1;
}

int aisp_export_google_benchmark(const json_t *results, const json_t *manifest, FILE *f)
{
	const json_t *list = json_object_get(results, "results");
	json_t *benchmarks = json_array(), *doc;
	struct aisp_side sides[AISP_MAX_SIDES];
	int rc = 0, index = 0;

	for (size_t i = 0; i < json_array_size(list); i++) {
		int n = aisp_sides_read(sides, results, i);

		for (int k = 0; k < n; k++)
			rc |= put_side(benchmarks, json_array_get(list, i), &sides[k],
				       index++);
	}
	doc = json_pack("{so so}", "context", context_of(results, manifest),
			"benchmarks", benchmarks);
	rc |= json_dumpf(doc, f, JSON_INDENT(1));
	fputc('\n', f);
	json_decref(doc);
	return rc || ferror(f) ? -1 : 0;
}
