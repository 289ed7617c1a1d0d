/* SPDX-License-Identifier: MIT
 *
 * export_openmetrics.c - gauges in OpenMetrics 1.0, which Prometheus' older text
 * format reads too: hence _info as a gauge, not as OpenMetrics' own type.
 */
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "export.h"
#include "export_side.h"
#include "format.h"
#include "run/left_out.h"

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
static void put_name(FILE *f, const char *name, const struct aisp_run_result *r,
		     const struct aisp_row *row)
{
	char left_out[1024];

	aisp_left_out_names(left_out, sizeof(left_out), r);
	fprintf(f, "aisp_%s{", name);
	put_label(f, "", "target", row->target);
	put_label(f, ",", "params", row->params);
	put_label(f, ",", "distribution", row->distribution);
	if (*row->tier)
		put_label(f, ",", "tier", row->tier);
	if (*left_out)
		put_label(f, ",", "left_out", left_out);
}

static void put_run(FILE *f, const struct aisp_run *run)
{
	const struct aisp_run_machine *m = &run->machine;

	put_head(f, "run_info", "", "What was measured with, and where; always 1.");
	fputs("aisp_run_info{", f);
	put_label(f, "", "host", m->host);
	put_label(f, ",", "cpu", m->hardware.cpu_model);
	put_label(f, ",", "arch", m->arch);
	put_label(f, ",", "machine", m->peaks.machine);
	put_label(f, ",", "compiler", m->compiler);
	put_label(f, ",", "commit", m->commit);
	put_label(f, ",", "grade", run->info.grade);
	put_label(f, ",", "started", run->info.started);
	put_value(f, 1);
}

static void put_outcomes(FILE *f, const struct aisp_run *run)
{
	struct aisp_row row;

	put_head(f, "outcome", "",
		 "1 under the verdict, or the status of what was not compared.");
	for (int i = 0; i < run->n_results; i++) {
		aisp_row_read(&row, &run->results[i]);
		put_name(f, "outcome", &run->results[i], &row);
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

static double at(const void *of, size_t offset)
{
	return *(const double *)((const char *)of + offset);
}

/* Writes a gauge for each arm of each result with figures, from a member of the arm. */
static void put_arms(FILE *f, const struct aisp_run *run, const char *name,
		     const char *unit, const char *help, size_t offset,
		     double (*convert)(double))
{
	struct aisp_side sides[AISP_N_ROLES];
	struct aisp_row row;

	put_head(f, name, unit, help);
	for (int i = 0; i < run->n_results; i++) {
		int n = aisp_sides_read(sides, &run->results[i]);

		aisp_row_read(&row, &run->results[i]);
		for (int k = 0; k < n; k++) {
			double v = at(sides[k].arm, offset);

			if (isnan(v))
				continue;
			put_name(f, name, &run->results[i], &row);
			put_label(f, ",", "side", aisp_role_name(sides[k].role));
			put_label(f, ",", "variant", sides[k].arm->variant);
			put_value(f, convert(v));
		}
	}
}

/* Writes a gauge for each result judged by time, or by a score, from a member of its
 * row. */
static void put_rows(FILE *f, const struct aisp_run *run, const char *name,
		     const char *help, size_t offset, bool is_score)
{
	struct aisp_row row;

	put_head(f, name, "ratio", help);
	for (int i = 0; i < run->n_results; i++) {
		aisp_row_read(&row, &run->results[i]);
		if (isnan(at(&row, offset)) || !*row.score == is_score)
			continue;
		put_name(f, name, &run->results[i], &row);
		if (is_score)
			put_label(f, ",", "of", row.score);
		put_value(f, at(&row, offset));
	}
}

int aisp_export_openmetrics(const struct aisp_run *run, FILE *f)
{
	static const struct {
		const char *name, *help;
		size_t offset;
		bool is_score;
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
		{ "score_ratio",
		  "How many times better the score is than the baseline's; above 1 is "
		  "better, whichever way the score counts.",
		  offsetof(struct aisp_row, speedup), true },
		{ "score_low_ratio", "The lower end of its confidence interval.",
		  offsetof(struct aisp_row, ci_low), true },
		{ "score_high_ratio", "The upper end of its confidence interval.",
		  offsetof(struct aisp_row, ci_high), true },
	};

	put_run(f, run);
	put_outcomes(f, run);
	put_arms(f, run, "call_seconds", "seconds", "Median time of a call.",
		 offsetof(struct aisp_run_arm, median_ns), from_nano);
	put_arms(f, run, "throughput_bytes_per_second", "bytes_per_second",
		 "Compulsory bytes over that time.",
		 offsetof(struct aisp_run_arm, gb_per_s), from_giga);
	put_arms(f, run, "throughput_flop_per_second", "flop_per_second",
		 "Arithmetic over that time.",
		 offsetof(struct aisp_run_arm, gflop_per_s), from_giga);
	for (size_t i = 0; i < sizeof(ratios) / sizeof(*ratios); i++)
		put_rows(f, run, ratios[i].name, ratios[i].help, ratios[i].offset,
			 ratios[i].is_score);
	fputs("# EOF\n", f);
	return ferror(f) ? -1 : 0;
}
