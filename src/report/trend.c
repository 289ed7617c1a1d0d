/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/field.h"
#include "format.h"
#include "trend.h"

#define SPARK_MAX 40

static int is_time(const json_t *series)
{
	return !strcmp(aisp_field_text(series, "metric"), "time");
}

static double value_of(const json_t *series, size_t i)
{
	return aisp_field_number(json_array_get(json_object_get(series, "points"), i),
				 is_time(series) ? "time_ns" : "speedup");
}

/* Eight heights: Unicode's block elements where the locale's text is UTF-8. */
static const char *height(int level)
{
	static const char *const blocks[] = { "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█" };
	static const char *const ascii[] = { "_", ".", "-", "~", "=", "+", "*", "#" };
	const char *all = getenv("LC_ALL"), *type = getenv("LC_CTYPE");
	const char *locale = all && *all ? all : type && *type ? type : getenv("LANG");
	int is_utf8 =
		locale && (strcasestr(locale, "utf-8") || strcasestr(locale, "utf8"));

	return is_utf8 ? blocks[level] : ascii[level];
}

/* The last points, on a logarithmic scale from the least to the greatest. */
static void print_spark(const json_t *series, FILE *f)
{
	size_t n = json_array_size(json_object_get(series, "points"));
	size_t from = n > SPARK_MAX ? n - SPARK_MAX : 0;
	double lo = INFINITY, hi = -INFINITY;

	for (size_t i = from; i < n; i++) {
		lo = fmin(lo, log(value_of(series, i)));
		hi = fmax(hi, log(value_of(series, i)));
	}
	for (size_t i = from; i < n; i++) {
		double x = hi > lo ? (log(value_of(series, i)) - lo) / (hi - lo) : 0.5;

		fputs(height((int)fmin(7, 8 * x)), f);
	}
}

static void format_value(char *buf, size_t size, double x, int is_ns)
{
	if (is_ns)
		aisp_format_ns(buf, size, x);
	else
		aisp_format_ratio(buf, size, x, NAN, NAN);
}

static void print_clean(FILE *f, const char *text)
{
	char clean[1200];

	aisp_format_text(clean, sizeof(clean), text);
	fputs(clean, f);
}

static const char *commit_of(const json_t *row)
{
	const char *commit = aisp_field_text(row, "commit");

	return *commit ? commit : "-";
}

/* "2.0x to 1.5x at 0123456789ab (p 0.002)" */
static void print_change(const json_t *series, const json_t *change, FILE *f)
{
	size_t at = (size_t)json_integer_value(json_object_get(change, "at"));
	const json_t *row = json_array_get(json_object_get(series, "points"), at);
	char before[32], after[32];

	format_value(before, sizeof(before), aisp_field_number(change, "before"),
		     is_time(series));
	format_value(after, sizeof(after), aisp_field_number(change, "after"),
		     is_time(series));
	fprintf(f, "%s to %s at %.12s (p %.3g)", before, after, commit_of(row),
		aisp_field_number(change, "p"));
}

static const json_t *last_change(const json_t *series)
{
	const json_t *changes = json_object_get(series, "changes");
	size_t n = json_array_size(changes);

	return n ? json_array_get(changes, n - 1) : NULL;
}

static void print_name(const json_t *series, FILE *f)
{
	print_clean(f, aisp_field_text(series, "target"));
	fputs("  ", f);
	print_clean(f, aisp_field_text(series, "params"));
	fprintf(f, " %s over ", aisp_field_text(series, "distribution"));
	print_clean(f, aisp_field_text(series, "baseline"));
	fprintf(f, " on %s (%.8s)\n", aisp_field_text(series, "class"),
		aisp_field_text(series, "fingerprint"));
}

static void print_summary(const json_t *series, FILE *f)
{
	size_t n = json_array_size(json_object_get(series, "points"));
	char value[32];

	format_value(value, sizeof(value), value_of(series, n - 1), is_time(series));
	fprintf(f, "%s ", aisp_field_text(series, "metric"));
	print_spark(series, f);
	fprintf(f, " %s after %zu run%s", value, n, n == 1 ? "" : "s");
}

int aisp_report_trends(const json_t *series, FILE *f)
{
	const json_t *s;
	size_t i;

	json_array_foreach(series, i, s) {
		print_name(s, f);
		fputs("    ", f);
		print_summary(s, f);
		if (last_change(s)) {
			fputs("; changed from ", f);
			print_change(s, last_change(s), f);
		}
		fputc('\n', f);
	}
	return ferror(f) ? -1 : 0;
}

static void print_point(const json_t *series, const json_t *row, FILE *f)
{
	const json_t *ci =
		json_object_get(row, is_time(series) ? "time_ci" : "speedup_ci");
	char value[96], low[32], high[32];

	if (is_time(series)) {
		aisp_format_ns(value, sizeof(value), aisp_field_number(row, "time_ns"));
		aisp_format_ns(low, sizeof(low), aisp_element_number(ci, 0));
		aisp_format_ns(high, sizeof(high), aisp_element_number(ci, 1));
		snprintf(value + strlen(value), sizeof(value) - strlen(value),
			 " [%s, %s]", low, high);
	} else {
		aisp_format_ratio(
			value, sizeof(value), aisp_field_number(row, "speedup"),
			aisp_element_number(ci, 0), aisp_element_number(ci, 1));
	}
	fprintf(f, "%5lld  %-20s  %-12.12s%s  %-32s  %s  %s\n",
		(long long)json_integer_value(json_object_get(row, "run")),
		aisp_field_text(row, "started"), commit_of(row),
		json_is_true(json_object_get(row, "is_dirty")) ? "+" : " ", value,
		aisp_field_text(row, "grade"), aisp_field_text(row, "verdict"));
}

int aisp_report_trend(const json_t *series, FILE *f)
{
	const json_t *changes = json_object_get(series, "changes"), *row;
	size_t i, next = 0;

	print_name(series, f);
	print_summary(series, f);
	fputs("\n\n  run  started               commit         value"
	      "                             grade, verdict\n",
	      f);
	json_array_foreach(json_object_get(series, "points"), i, row) {
		const json_t *change = json_array_get(changes, next);

		if (change &&
		    (size_t)json_integer_value(json_object_get(change, "at")) == i) {
			fputs("------ changed from ", f);
			print_change(series, change, f);
			fputc('\n', f);
			next++;
		}
		print_point(series, row, f);
	}
	return ferror(f) ? -1 : 0;
}
