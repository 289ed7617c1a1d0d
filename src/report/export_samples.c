/* SPDX-License-Identifier: MIT
 *
 * export_samples.c - every sample of every launch, as CSV: a row each.  The columns
 * are an interface: add new ones at the end.
 */
#include <math.h>

#include "base/field.h"
#include "csv_writer.h"
#include "export.h"

static const char *const columns[] = { "arm",    "variant",  "device", "launch",
				       "block",  "position", "status", "phase",
				       "sample", "calls",    "call_ns" };

struct place {
	const json_t *arm, *launch;
	size_t arm_index, launch_index;
};

static void put_list(struct aisp_csv *csv, const struct place *p, const char *phase,
		     const char *member)
{
	const json_t *v;
	size_t i;

	json_array_foreach(json_object_get(p->launch, member), i, v)
	{
		aisp_csv_number(csv, (double)p->arm_index);
		aisp_csv_text(csv, aisp_field_text(p->arm, "variant"));
		aisp_csv_text(csv, aisp_field_text(p->arm, "device"));
		aisp_csv_number(csv, (double)p->launch_index);
		aisp_csv_number(csv, aisp_field_number(p->launch, "block"));
		aisp_csv_number(csv, aisp_field_number(p->launch, "position"));
		aisp_csv_text(csv, aisp_field_text(p->launch, "status"));
		aisp_csv_text(csv, phase);
		aisp_csv_number(csv, (double)i);
		aisp_csv_number(csv, aisp_field_number(p->launch, "calls_per_sample"));
		aisp_csv_number(csv, json_is_number(v) ? json_number_value(v) : NAN);
		aisp_csv_end_row(csv);
	}
}

int aisp_export_samples(const json_t *results, const json_t *manifest, FILE *f)
{
	struct aisp_csv csv = { f, 0 };
	struct place p = { 0 };

	(void)manifest;
	for (size_t i = 0; i < sizeof(columns) / sizeof(*columns); i++)
		aisp_csv_text(&csv, columns[i]);
	aisp_csv_end_row(&csv);
	json_array_foreach(json_object_get(results, "arms"), p.arm_index, p.arm)
		json_array_foreach(json_object_get(p.arm, "launches"), p.launch_index,
				   p.launch)
	{
		put_list(&csv, &p, "warmup", "warmup_ns");
		put_list(&csv, &p, "sample", "samples_ns");
	}
	return ferror(f) ? -1 : 0;
}
