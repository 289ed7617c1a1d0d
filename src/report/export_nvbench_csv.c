/* SPDX-License-Identifier: MIT
 *
 * export_nvbench_csv.c - the columns of NVBench's --csv (nvbench/csv_printer.cu),
 * quoted where a field needs it.  Under "(%)" stands a fraction, as there.
 */
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "csv_writer.h"
#include "export.h"
#include "nvbench_state.h"

#define MAX_PARAMS 64

/* The names of all parameters of the run, in order of their first use. */
struct names {
	const char *at[MAX_PARAMS];
	int n;
};

static bool has_name(const struct names *names, const char *name)
{
	for (int i = 0; i < names->n; i++)
		if (!strcmp(names->at[i], name))
			return true;
	return false;
}

static void read_names(struct names *names, const struct aisp_run *run)
{
	names->n = 0;
	for (int i = 0; i < run->n_results; i++) {
		const struct aisp_map *m = &run->results[i].params;

		for (int k = 0; k < m->n && names->n < MAX_PARAMS; k++)
			if (!has_name(names, m->at[k].name))
				names->at[names->n++] = m->at[k].name;
	}
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

static void put_header(struct aisp_csv *csv, const struct names *names)
{

	aisp_csv_text(csv, "Benchmark");
	aisp_csv_text(csv, "Device");
	aisp_csv_text(csv, "Device Name");
	for (int i = 0; i < names->n; i++)
		aisp_csv_text(csv, names->at[i]);
	aisp_csv_text(csv, "distribution");
	aisp_csv_text(csv, "side");
	aisp_csv_text(csv, "Skipped");
	for (int i = 0; i < N_COLUMNS; i++)
		aisp_csv_text(csv, columns[i].header);
	aisp_csv_text(csv, "tier");
	aisp_csv_end_row(csv);
}

/* Writes the columns that identify the state. */
static void put_state(struct aisp_csv *csv, const struct aisp_run *run,
		      const struct aisp_run_result *r, const struct aisp_side *side,
		      const struct names *names)
{
	char device[16];

	aisp_csv_text(csv, r->target);
	snprintf(device, sizeof(device), "%d", aisp_device_number(run, side->arm));
	aisp_csv_text(csv, device);
	aisp_csv_text(csv, aisp_device_label(run, side->arm->device));
	for (int i = 0; i < names->n; i++)
		aisp_csv_number(csv, aisp_map_get(&r->params, names->at[i]));
	aisp_csv_text(csv, r->distribution);
	aisp_csv_text(csv, aisp_role_name(side->role));
}

static int put_summaries(struct aisp_csv *csv, const struct aisp_run_arm *arm,
			 bool is_skipped)
{
	struct aisp_summary s[AISP_MAX_SUMMARIES];
	int n = is_skipped ? 0 : aisp_summaries_compute(s, arm);

	aisp_csv_text(csv, is_skipped ? "Yes" : "No");
	for (int c = 0; c < N_COLUMNS; c++) {
		double v = NAN;

		for (int i = 0; i < n; i++)
			if (is_tagged(s[i].tag, columns[c].tag))
				v = s[i].value;
		aisp_csv_number(csv, v);
	}
	aisp_csv_text(csv, arm->tier);
	aisp_csv_end_row(csv);
	return n < 0 ? -1 : 0;
}

int aisp_export_nvbench_csv(const struct aisp_run *run, FILE *f)
{
	struct aisp_csv csv = { f, 0 };
	struct aisp_side sides[AISP_N_ROLES];
	struct names names;
	int rc = 0;

	read_names(&names, run);
	put_header(&csv, &names);
	for (int i = 0; i < run->n_results; i++) {
		const struct aisp_run_result *r = &run->results[i];
		const struct aisp_side skipped = { AISP_OPTIMIZED,
						   r->arms[AISP_OPTIMIZED] };
		int n = aisp_sides_read(sides, r);

		for (int k = 0; k < n; k++) {
			put_state(&csv, run, r, &sides[k], &names);
			rc |= put_summaries(&csv, sides[k].arm, false);
		}
		if (n)
			continue;
		put_state(&csv, run, r, &skipped, &names);
		rc |= put_summaries(&csv, skipped.arm, true);
	}
	return rc || ferror(f) ? -1 : 0;
}
