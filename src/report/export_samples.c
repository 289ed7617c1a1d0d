/* SPDX-License-Identifier: MIT
 *
 * export_samples.c - every sample of every launch, as CSV: a row each.  The columns
 * are an interface: add new ones at the end.
 */
#include "csv_writer.h"
#include "export.h"

static const char *const columns[] = { "arm",    "variant",  "device",  "launch",
				       "block",  "position", "status",  "phase",
				       "sample", "calls",    "call_ns", "tier" };

static void put_list(struct aisp_csv *csv, const struct aisp_run *run, int arm,
		     int launch, const char *phase, const struct aisp_numbers *ns)
{
	const struct aisp_run_arm *a = &run->arms[arm];
	const struct aisp_run_launch *l = &a->launches[launch];

	for (int i = 0; i < ns->n; i++) {
		aisp_csv_number(csv, arm);
		aisp_csv_text(csv, a->variant);
		aisp_csv_text(csv, a->device);
		aisp_csv_number(csv, launch);
		aisp_csv_number(csv, aisp_whole(l->block));
		aisp_csv_number(csv, aisp_whole(l->position));
		aisp_csv_text(csv, aisp_ending_name(l->status));
		aisp_csv_text(csv, phase);
		aisp_csv_number(csv, i);
		aisp_csv_number(csv, aisp_whole(l->calls_per_sample));
		aisp_csv_number(csv, ns->at[i]);
		aisp_csv_text(csv, a->tier);
		aisp_csv_end_row(csv);
	}
}

int aisp_export_samples(const struct aisp_run *run, FILE *f)
{
	struct aisp_csv csv = { f, 0 };

	for (size_t i = 0; i < sizeof(columns) / sizeof(*columns); i++)
		aisp_csv_text(&csv, columns[i]);
	aisp_csv_end_row(&csv);
	for (int i = 0; i < run->n_arms; i++)
		for (int k = 0; k < run->arms[i].n_launches; k++) {
			const struct aisp_run_launch *l = &run->arms[i].launches[k];

			put_list(&csv, run, i, k, "warmup", &l->warmup_ns);
			put_list(&csv, run, i, k, "sample", &l->samples_ns);
		}
	return ferror(f) ? -1 : 0;
}
