/* SPDX-License-Identifier: MIT
 *
 * export_openmetrics.c - gauges in OpenMetrics 1.0, which Prometheus' older text
 * format reads too: hence _info as a gauge, not as OpenMetrics' own type.
 */
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "base/field.h"
#include "export.h"
#include "export_side.h"
#include "format.h"

static void put_label(FILE *f, const char *separator, const char *name,
		      const char *value)
{
	fprintf(f, "%s%s=\"", separator, name);
	for (; *value; value++) {
		if (*value == '\n') {
			fputs("\\n", f);
			continue;
		}
		if (*value == '\\' || *value == '"')
			fputc('\\', f);
		fputc(*value, f);
	}
	fputc('"', f);
}

static void put_head(FILE *f, const char *name, const char *unit, const char *help)
{
	fprintf(f, "# HELP aisp_%s %s\n# TYPE aisp_%s gauge\n", name, help, name);
	if (*unit)
		fprintf(f, "# UNIT aisp_%s %s\n", name, unit);
}

static void put_value(FILE *f, double v)
{
	char text[32];

	aisp_format_exact(text, sizeof(text), v);
	fprintf(f, "} %s\n", text);
}

/* "aisp_x{target=...,params=...,distribution=...", without the brace's end. */
static void put_name(FILE *f, const char *name, const struct aisp_row *row)
{
	fprintf(f, "aisp_%s{", name);
	put_label(f, "", "target", row->target);
	put_label(f, ",", "params", row->params);
	put_label(f, ",", "distribution", row->distribution);
}

static size_t count(const json_t *results)
{
	return json_array_size(json_object_get(results, "results"));
}

static void put_run(FILE *f, const json_t *results, const json_t *manifest)
{
	const json_t *run = json_object_get(results, "run");
	const json_t *git = json_object_get(manifest, "git");
	const json_t *hardware = json_object_get(manifest, "hardware");

	put_head(f, "run_info", "", "What was measured with, and where; always 1.");
	fputs("aisp_run_info{", f);
	put_label(f, "", "host", aisp_field_text(manifest, "host"));
	put_label(f, ",", "cpu", aisp_field_text(hardware, "cpu_model"));
	put_label(f, ",", "arch", aisp_field_text(manifest, "arch"));
	put_label(f, ",", "machine",
		  aisp_field_text(json_object_get(manifest, "peaks"), "machine"));
	put_label(f, ",", "compiler", aisp_field_text(manifest, "compiler"));
	put_label(f, ",", "commit", aisp_field_text(git, "commit"));
	put_label(f, ",", "grade", aisp_field_text(run, "grade"));
	put_label(f, ",", "started", aisp_field_text(run, "started"));
	put_value(f, 1);
}

static void put_outcomes(FILE *f, const json_t *results)
{
	struct aisp_row row;

	put_head(f, "outcome", "",
		 "1 under the verdict, or the status of what was not compared.");
	for (size_t i = 0; i < count(results); i++) {
		aisp_row_read(&row, results, i);
		put_name(f, "outcome", &row);
		put_label(f, ",", "outcome", row.text);
		put_value(f, 1);
	}
}

static double from_nano(double v)
{
	return v / 1e9;
}

static double from_giga(double v)
{
	return v * 1e9;
}

/* A gauge of each arm of each result with figures. */
static void put_arms(FILE *f, const json_t *results, const char *name, const char *unit,
		     const char *help, const char *member, double (*convert)(double))
{
	struct aisp_side sides[AISP_MAX_SIDES];
	struct aisp_row row;

	put_head(f, name, unit, help);
	for (size_t i = 0; i < count(results); i++) {
		int n = aisp_sides_read(sides, results, i);

		aisp_row_read(&row, results, i);
		for (int k = 0; k < n; k++) {
			double v = aisp_field_number(sides[k].arm, member);

			if (isnan(v))
				continue;
			put_name(f, name, &row);
			put_label(f, ",", "side", sides[k].role);
			put_label(f, ",", "variant",
				  aisp_field_text(sides[k].arm, "variant"));
			put_value(f, convert(v));
		}
	}
}

/* A gauge of each result, from a member of its row. */
static void put_rows(FILE *f, const json_t *results, const char *name, const char *unit,
		     const char *help, size_t offset)
{
	struct aisp_row row;

	put_head(f, name, unit, help);
	for (size_t i = 0; i < count(results); i++) {
		double v;

		aisp_row_read(&row, results, i);
		memcpy(&v, (const char *)&row + offset, sizeof(v));
		if (isnan(v))
			continue;
		put_name(f, name, &row);
		put_value(f, v);
	}
}

int aisp_export_openmetrics(const json_t *results, const json_t *manifest, FILE *f)
{
	static const struct {
		const char *name, *help;
		size_t offset;
	} ratios[] = {
		{ "speedup_ratio", "The baseline's time over the optimized one's.",
		  offsetof(struct aisp_row, speedup) },
		{ "speedup_low_ratio", "The lower end of its confidence interval.",
		  offsetof(struct aisp_row, ci_low) },
		{ "speedup_high_ratio", "The upper end of its confidence interval.",
		  offsetof(struct aisp_row, ci_high) },
		{ "limit_ratio", "The hardware limit's time over the optimized one's.",
		  offsetof(struct aisp_row, sol_fraction) },
		{ "library_ratio", "The library's time over the optimized one's.",
		  offsetof(struct aisp_row, vs_library) },
	};

	put_run(f, results, manifest);
	put_outcomes(f, results);
	put_arms(f, results, "call_seconds", "seconds", "Median time of a call.",
		 "median_ns", from_nano);
	put_arms(f, results, "throughput_bytes_per_second", "bytes_per_second",
		 "Compulsory bytes over that time.", "gb_per_s", from_giga);
	put_arms(f, results, "throughput_flop_per_second", "flop_per_second",
		 "Arithmetic over that time.", "gflop_per_s", from_giga);
	for (size_t i = 0; i < sizeof(ratios) / sizeof(*ratios); i++)
		put_rows(f, results, ratios[i].name, "ratio", ratios[i].help,
			 ratios[i].offset);
	fputs("# EOF\n", f);
	return ferror(f) ? -1 : 0;
}
