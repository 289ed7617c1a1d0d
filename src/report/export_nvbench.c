/* SPDX-License-Identifier: MIT
 *
 * export_nvbench.c - NVBench's JSON, version 1.0.0 (nvbench/json_printer.cu): a
 * benchmark per target, an axis per parameter, a state per side of a result.
 */
#include <string.h>

#include "base/field.h"
#include "export.h"
#include "format.h"
#include "nvbench_state.h"

/* Returns NULL, and frees the list, if something could not be added. */
static json_t *or_none(json_t *list, int rc)
{
	if (!rc)
		return list;
	json_decref(list);
	return NULL;
}

static json_t *devices_of(const struct aisp_run *run)
{
	json_t *list = json_array();
	int rc = 0;

	for (int i = 0; i < run->n_arms; i++) {
		int index = aisp_device_number(run, &run->arms[i]);

		if ((size_t)index == json_array_size(list))
			rc |= json_array_append_new(
				list,
				json_pack("{si ss}", "id", index, "name",
					  aisp_device_label(run, run->arms[i].device)));
	}
	return or_none(list, rc);
}

/* NVBench writes numbers as strings. */
static json_t *exact(double v)
{
	char text[32];

	aisp_format_exact(text, sizeof(text), v);
	return json_string(text);
}

static json_t *axis_value(const char *name, const char *type, json_t *value)
{
	return json_pack("{ss ss so}", "name", name, "type", type, "value", value);
}

static json_t *axis_values(const struct aisp_run_result *r, enum aisp_role role)
{
	json_t *list = json_array();
	int rc = 0;

	for (int i = 0; i < r->params.n; i++) {
		const struct aisp_named *p = &r->params.at[i];
		const char *type = p->whole != AISP_UNKNOWN ? "int64" : "float64";

		rc |= json_array_append_new(list,
					    axis_value(p->name, type, exact(p->value)));
	}
	rc |= json_array_append_new(list, axis_value("distribution", "string",
						     json_string(r->distribution)));
	rc |= json_array_append_new(
		list, axis_value("side", "string", json_string(aisp_role_name(role))));
	return or_none(list, rc);
}

static json_t *summaries_of(const struct aisp_run_arm *arm)
{
	struct aisp_summary s[AISP_MAX_SUMMARIES];
	int n = aisp_summaries_compute(s, arm), rc = n < 0;
	json_t *list = json_array();

	for (int i = 0; i < n; i++) {
		int is_count = !strcmp(s[i].hint, "sample_size");

		rc |= json_array_append_new(
			list,
			json_pack("{ss ss ss s[{ss ss so}]}", "tag", s[i].tag, "name",
				  s[i].name, "hint", s[i].hint, "data", "name", "value",
				  "type", is_count ? "int64" : "float64", "value",
				  exact(s[i].value)));
	}
	return or_none(list, rc);
}

/* "Device=0 rows=61 distribution=normal side=baseline" */
static json_t *state_name(int device, const json_t *values)
{
	json_t *name = json_sprintf("Device=%d", device), *longer;
	const json_t *v;
	size_t i;

	json_array_foreach(values, i, v) {
		longer = json_sprintf("%s %s=%s", json_string_value(name),
				      aisp_field_text(v, "name"),
				      aisp_field_text(v, "value"));
		json_decref(name);
		name = longer;
	}
	return name;
}

static json_t *state(const struct aisp_run *run, const struct aisp_run_result *r,
		     const struct aisp_side *side, const char *excuse)
{
	int device = aisp_device_number(run, side->arm);
	json_t *values = axis_values(r, side->role);
	json_t *s = json_pack("{so si si so so sb}", "name", state_name(device, values),
			      "device", device, "type_config_index", 0, "axis_values",
			      values, "summaries",
			      excuse ? json_null() : summaries_of(side->arm),
			      "is_skipped", excuse != NULL);

	if (!json_object_set_new(s, "aisp_tier", json_string(side->arm->tier)) &&
	    (!excuse || !json_object_set_new(s, "skip_reason", json_string(excuse))))
		return s;
	json_decref(s);
	return NULL;
}

static int put_states(json_t *list, const struct aisp_run *run,
		      const struct aisp_run_result *r)
{
	const struct aisp_side skipped = { AISP_OPTIMIZED, r->arms[AISP_OPTIMIZED] };
	struct aisp_side sides[AISP_N_ROLES];
	int n = aisp_sides_read(sides, r), rc = 0;
	struct aisp_row row;
	char why[1024];

	for (int k = 0; k < n; k++)
		rc |= json_array_append_new(list, state(run, r, &sides[k], NULL));
	if (n)
		return rc;
	aisp_row_read(&row, r);
	aisp_side_excuse(why, sizeof(why), &row);
	return json_array_append_new(list, state(run, r, &skipped, why));
}

static int has_value(const json_t *values, const char *input)
{
	const json_t *v;
	size_t i;

	json_array_foreach(values, i, v)
		if (!strcmp(aisp_field_text(v, "input_string"), input))
			return 1;
	return 0;
}

/* Adds a value of a state to its axis. */
static int put_axis(json_t *axes, const json_t *value)
{
	const char *name = aisp_field_text(value, "name");
	const char *input = aisp_field_text(value, "value");
	json_t *axis = NULL, *v, *values;
	size_t i;

	json_array_foreach(axes, i, v)
		if (!strcmp(aisp_field_text(v, "name"), name))
			axis = v;
	if (!axis) {
		axis = json_pack("{ss ss ss s[]}", "name", name, "type",
				 aisp_field_text(value, "type"), "flags", "", "values");
		if (json_array_append_new(axes, axis))
			return -1;
	}
	values = json_object_get(axis, "values");
	if (has_value(values, input))
		return 0;
	return json_array_append_new(values,
				     json_pack("{ss ss ss}", "input_string", input,
					       "description", "", "value", input));
}

static json_t *benchmark(const struct aisp_run *run, const char *target, int index)
{
	json_t *states = json_array(), *axes = json_array(), *devices = json_array();
	const json_t *s, *v;
	int rc = 0;
	size_t i, k;

	for (int r = 0; r < run->n_results; r++)
		if (!strcmp(run->results[r].target, target))
			rc |= put_states(states, run, &run->results[r]);
	json_array_foreach(states, i, s) {
		json_t *device = json_object_get(s, "device");
		int is_new = 1;

		json_array_foreach(json_object_get(s, "axis_values"), k, v)
			rc |= put_axis(axes, v);
		json_array_foreach(devices, k, v)
			is_new &= !json_equal(v, device);
		if (is_new)
			rc |= json_array_append(devices, device);
	}
	return or_none(json_pack("{ss si so so so}", "name", target, "index", index,
				 "devices", devices, "axes", axes, "states", states),
		       rc);
}

static json_t *benchmarks_of(const struct aisp_run *run)
{
	json_t *list = json_array();
	int n = 0, rc = 0;

	for (int i = 0; i < run->n_results; i++)
		if (aisp_is_first_of_target(run, i))
			rc |= json_array_append_new(
				list, benchmark(run, run->results[i].target, n++));
	return or_none(list, rc);
}

int aisp_export_nvbench(const struct aisp_run *run, FILE *f)
{
	json_t *doc = json_pack(
		"{s{sO? s{s{si si si ss}}} so so}", "meta", "argv",
		json_object_get(json_object_get(run->document, "run"), "command"),
		"version", "json", "major", 1, "minor", 0, "patch", 0, "string",
		"1.0.0", "devices", devices_of(run), "benchmarks", benchmarks_of(run));
	int rc = json_dumpf(doc, f, JSON_INDENT(1));

	fputc('\n', f);
	json_decref(doc);
	return rc || ferror(f) ? -1 : 0;
}
