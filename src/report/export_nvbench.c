/* SPDX-License-Identifier: MIT
 *
 * export_nvbench.c - NVBench's JSON, version 1.0.0 of it (nvbench/json_printer.cu):
 * a benchmark a target, an axis a parameter, a state a side of a result.
 */
#include <string.h>

#include "base/field.h"
#include "export.h"
#include "format.h"
#include "nvbench_state.h"

static json_t *devices_of(const json_t *results, const json_t *manifest)
{
	const json_t *arm;
	json_t *list = json_array();
	size_t i;

	json_array_foreach(json_object_get(results, "arms"), i, arm)
	{
		const char *device = aisp_field_text(arm, "device");
		size_t index = (size_t)aisp_device_number(results, arm);

		if (index == json_array_size(list))
			json_array_append_new(
				list,
				json_pack("{sI ss}", "id", (json_int_t)index, "name",
					  aisp_device_label(manifest, device)));
	}
	return list;
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

static const char *type_of(const json_t *param)
{
	return json_is_integer(param) ? "int64" : "float64";
}

static json_t *axis_values(const json_t *result, const char *role)
{
	json_t *list = json_array(), *v;
	const char *key;

	json_object_foreach(json_object_get(result, "params"), key, v)
		json_array_append_new(
			list, axis_value(key, type_of(v), exact(json_number_value(v))));
	json_array_append_new(
		list, axis_value("distribution", "string",
				 json_string(aisp_field_text(result, "distribution"))));
	json_array_append_new(list, axis_value("side", "string", json_string(role)));
	return list;
}

static json_t *summaries_of(const json_t *arm)
{
	struct aisp_summary s[AISP_MAX_SUMMARIES];
	int n = aisp_summaries_compute(s, arm);
	json_t *list = json_array();

	for (int i = 0; i < n; i++) {
		int is_count = !strcmp(s[i].hint, "sample_size");

		json_array_append_new(list,
				      json_pack("{ss ss ss s[{ss ss so}]}", "tag",
						s[i].tag, "name", s[i].name, "hint",
						s[i].hint, "data", "name", "value",
						"type", is_count ? "int64" : "float64",
						"value", exact(s[i].value)));
	}
	return list;
}

/* "Device=0 rows=61 distribution=normal side=baseline" */
static json_t *state_name(int device, const json_t *values)
{
	json_t *name = json_sprintf("Device=%d", device), *longer;
	const json_t *v;
	size_t i;

	json_array_foreach(values, i, v)
	{
		longer = json_sprintf("%s %s=%s", json_string_value(name),
				      aisp_field_text(v, "name"),
				      aisp_field_text(v, "value"));
		json_decref(name);
		name = longer;
	}
	return name;
}

static json_t *state(const json_t *results, const json_t *result, const char *role,
		     const json_t *arm, const char *excuse)
{
	int device = aisp_device_number(results, arm);
	json_t *values = axis_values(result, role);
	json_t *s = json_pack(
		"{so si si so so sb}", "name", state_name(device, values), "device",
		device, "type_config_index", 0, "axis_values", values, "summaries",
		excuse ? json_null() : summaries_of(arm), "is_skipped", excuse != NULL);

	if (excuse)
		json_object_set_new(s, "skip_reason", json_string(excuse));
	return s;
}

static void put_states(json_t *list, const json_t *results, size_t i)
{
	const json_t *r = json_array_get(json_object_get(results, "results"), i);
	struct aisp_side sides[AISP_MAX_SIDES];
	int n = aisp_sides_read(sides, results, i);
	struct aisp_row row;
	char why[1024];

	for (int k = 0; k < n; k++)
		json_array_append_new(
			list, state(results, r, sides[k].role, sides[k].arm, NULL));
	if (n)
		return;
	aisp_row_read(&row, results, i);
	aisp_side_excuse(why, sizeof(why), &row);
	json_array_append_new(list,
			      state(results, r, "optimized",
				    aisp_result_arm(results, r, "optimized"), why));
}

static int has_value(const json_t *values, const char *input)
{
	const json_t *v;
	size_t i;

	json_array_foreach(values, i, v) if (!strcmp(aisp_field_text(v, "input_string"),
						     input)) return 1;
	return 0;
}

/* One value of one state, entered into its axis. */
static void put_axis(json_t *axes, const json_t *value)
{
	const char *name = aisp_field_text(value, "name");
	const char *input = aisp_field_text(value, "value");
	json_t *axis = NULL, *v, *values;
	size_t i;

	json_array_foreach(axes, i, v) if (!strcmp(aisp_field_text(v, "name"), name))
		axis = v;
	if (!axis) {
		axis = json_pack("{ss ss ss s[]}", "name", name, "type",
				 aisp_field_text(value, "type"), "flags", "", "values");
		json_array_append_new(axes, axis);
	}
	values = json_object_get(axis, "values");
	if (!has_value(values, input))
		json_array_append_new(values,
				      json_pack("{ss ss ss}", "input_string", input,
						"description", "", "value", input));
}

static json_t *benchmark(const json_t *results, const char *target, int index)
{
	const json_t *list = json_object_get(results, "results"), *s, *v;
	json_t *states = json_array(), *axes = json_array(), *devices = json_array();
	size_t i, k;

	for (i = 0; i < json_array_size(list); i++)
		if (!strcmp(aisp_field_text(json_array_get(list, i), "target"), target))
			put_states(states, results, i);
	json_array_foreach(states, i, s)
	{
		json_t *device = json_object_get(s, "device");
		int is_new = 1;

		json_array_foreach(json_object_get(s, "axis_values"), k, v)
			put_axis(axes, v);
		json_array_foreach(devices, k, v) is_new &= !json_equal(v, device);
		if (is_new)
			json_array_append(devices, device);
	}
	return json_pack("{ss si so so so}", "name", target, "index", index, "devices",
			 devices, "axes", axes, "states", states);
}

int aisp_export_nvbench(const json_t *results, const json_t *manifest, FILE *f)
{
	const json_t *list = json_object_get(results, "results");
	json_t *benchmarks = json_array(), *doc;
	int rc, n = 0;

	for (size_t i = 0; i < json_array_size(list); i++)
		if (aisp_is_first_of_target(results, i))
			json_array_append_new(
				benchmarks,
				benchmark(results,
					  aisp_field_text(json_array_get(list, i),
							  "target"),
					  n++));
	doc = json_pack("{s{sO? s{s{si si si ss}}} so so}", "meta", "argv",
			json_object_get(json_object_get(results, "run"), "command"),
			"version", "json", "major", 1, "minor", 0, "patch", 0, "string",
			"1.0.0", "devices", devices_of(results, manifest), "benchmarks",
			benchmarks);
	rc = json_dumpf(doc, f, JSON_INDENT(1));
	fputc('\n', f);
	json_decref(doc);
	return rc || ferror(f) ? -1 : 0;
}
