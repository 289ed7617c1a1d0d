/* SPDX-License-Identifier: MIT
 *
 * export_nvbench_csv.c - the columns of NVBench's --csv (nvbench/csv_printer.cu),
 * quoted where a field needs it.  Under "(%)" stands a fraction, as there.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/field.h"
#include "csv_writer.h"
#include "export.h"
#include "format.h"
#include "nvbench_state.h"

/* The names of all parameters of the run, in order of their first use. */
static json_t *all_params(const json_t *results)
{
	const json_t *r;
	json_t *names = json_object(), *v;
	const char *key;
	size_t i;

	json_array_foreach(json_object_get(results, "results"), i, r)
		json_object_foreach(json_object_get(r, "params"), key, v)
			json_object_set_new(names, key, json_true());
	return names;
}

struct column {
	const char *tag; /* below nv/cold or nv/cpu_only, or whole */
	const char *header;
};

static const struct column columns[] = {
	{ "/sample_size", "Samples" },
	{ "/time/cpu/mean", "CPU Time (sec)" },
	{ "/time/cpu/stdev/relative", "Noise (%)" },
	{ "/time/gpu/mean", "GPU Time (sec)" },
	{ "/time/gpu/stdev/relative", "Noise (%)" },
	{ "/bw/global/bytes_per_second", "GlobalMem BW (bytes/sec)" },
	{ "aisp/flop_per_second", "FLOP/s (elem/sec)" },
	{ "aisp/speed_of_light", "Of limit (%)" },
};

enum { N_COLUMNS = sizeof(columns) / sizeof(*columns) };

static int is_tagged(const char *tag, const char *column)
{
	size_t n = strlen(tag), m = strlen(column);

	return n >= m && !strcmp(tag + n - m, column);
}

static void put_header(struct aisp_csv *csv, const json_t *params)
{
	const char *key;
	json_t *v;

	aisp_csv_text(csv, "Benchmark");
	aisp_csv_text(csv, "Device");
	aisp_csv_text(csv, "Device Name");
	json_object_foreach((json_t *)params, key, v) aisp_csv_text(csv, key);
	aisp_csv_text(csv, "distribution");
	aisp_csv_text(csv, "side");
	aisp_csv_text(csv, "Skipped");
	for (int i = 0; i < N_COLUMNS; i++)
		aisp_csv_text(csv, columns[i].header);
	aisp_csv_end_row(csv);
}

/* What says which state it is. */
static void put_state(struct aisp_csv *csv, const json_t *results,
		      const json_t *manifest, const json_t *result, const char *role,
		      const json_t *arm, const json_t *params)
{
	char device[16];
	const char *key;
	json_t *v;

	aisp_csv_text(csv, aisp_field_text(result, "target"));
	snprintf(device, sizeof(device), "%d", aisp_device_number(results, arm));
	aisp_csv_text(csv, device);
	aisp_csv_text(csv, aisp_device_label(manifest, aisp_field_text(arm, "device")));
	json_object_foreach((json_t *)params, key, v) aisp_csv_number(
		csv, aisp_field_number(json_object_get(result, "params"), key));
	aisp_csv_text(csv, aisp_field_text(result, "distribution"));
	aisp_csv_text(csv, role);
}

static void put_summaries(struct aisp_csv *csv, const json_t *arm)
{
	struct aisp_summary s[AISP_MAX_SUMMARIES];
	int n = arm ? aisp_summaries_compute(s, arm) : 0;

	aisp_csv_text(csv, arm ? "No" : "Yes");
	for (int c = 0; c < N_COLUMNS; c++) {
		double v = NAN;

		for (int i = 0; i < n; i++)
			if (is_tagged(s[i].tag, columns[c].tag))
				v = s[i].value;
		aisp_csv_number(csv, v);
	}
	aisp_csv_end_row(csv);
}

int aisp_export_nvbench_csv(const json_t *results, const json_t *manifest, FILE *f)
{
	struct aisp_csv csv = { f, 0 };
	struct aisp_side sides[AISP_MAX_SIDES];
	json_t *params = all_params(results);
	const json_t *r;
	size_t i;

	put_header(&csv, params);
	json_array_foreach(json_object_get(results, "results"), i, r)
	{
		int n = aisp_sides_read(sides, results, i);

		for (int k = 0; k < n; k++) {
			put_state(&csv, results, manifest, r, sides[k].role,
				  sides[k].arm, params);
			put_summaries(&csv, sides[k].arm);
		}
		if (n)
			continue;
		put_state(&csv, results, manifest, r, "optimized",
			  aisp_result_arm(results, r, "optimized"), params);
		put_summaries(&csv, NULL);
	}
	json_decref(params);
	return ferror(f) ? -1 : 0;
}
