/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/field.h"
#include "compare_text.h"
#include "format.h"

#define VALUE_MAX 60 /* of a manifest's line; the whole is in the JSON */

static void print_clean(FILE *f, const char *text, size_t max)
{
	char clean[1200];

	aisp_format_text(clean, sizeof(clean) < max ? sizeof(clean) : max, text);
	fputs(clean, f);
}

static void print_side(const json_t *comparison, const char *name, FILE *f)
{
	fprintf(f, "%c: ", *name - 'a' + 'A');
	print_clean(f, aisp_field_text(json_object_get(comparison, name), "label"),
		    1200);
	fputc('\n', f);
}

static void print_value(const json_t *v, FILE *f)
{
	const char *s = json_string_value(v);

	print_clean(f, s ? s : "(none)", VALUE_MAX);
}

static void print_differences(const json_t *list, FILE *f)
{
	const json_t *d;
	size_t i;

	if (!json_array_size(list))
		fputs("their manifests say the same\n", f);
	json_array_foreach(list, i, d) {
		fputs(i ? "         " : "differs: ", f);
		print_clean(f, aisp_field_text(d, "what"), 200);
		fputs(": ", f);
		print_value(json_object_get(d, "a"), f);
		fputs(" | ", f);
		print_value(json_object_get(d, "b"), f);
		fputc('\n', f);
	}
}

static double side(const json_t *row, const char *name, size_t i)
{
	return aisp_element_number(json_object_get(row, name), i);
}

static void print_ratios(const json_t *row, FILE *f)
{
	char a[32], b[32];

	aisp_format_number(a, sizeof(a), side(row, "speedup", 0));
	aisp_format_number(b, sizeof(b), side(row, "speedup", 1));
	fprintf(f, "speedup %sx to %sx", a, b);
	aisp_format_ns(a, sizeof(a), side(row, "time_ns", 0));
	aisp_format_ns(b, sizeof(b), side(row, "time_ns", 1));
	fprintf(f, ", time %s to %s", a, b);
	aisp_format_ns(a, sizeof(a), side(row, "baseline_ns", 0));
	aisp_format_ns(b, sizeof(b), side(row, "baseline_ns", 1));
	fprintf(f, ", baseline %s to %s", a, b);
}

static void print_row(const json_t *row, FILE *f)
{
	const json_t *ci = json_object_get(row, "ratio_ci");
	const char *unit = aisp_field_text(row, "unit");
	const char *units = !strcmp(unit, "run")    ? "runs"
			    : !strcmp(unit, "pair") ? "pairs of runs"
						    : "launches";
	char ratio[96];

	fprintf(f, "%-13s ", aisp_field_text(row, "verdict"));
	print_clean(f, aisp_field_text(row, "target"), 1200);
	fputs("  ", f);
	print_clean(f, aisp_field_text(row, "params"), 1200);
	if (json_object_get(row, "speedup")) {
		aisp_format_ratio(ratio, sizeof(ratio), aisp_field_number(row, "ratio"),
				  aisp_element_number(ci, 0),
				  aisp_element_number(ci, 1));
		fprintf(f, "\n    %s %s of %.0f %s against %.0f%s\n    ",
			aisp_field_text(row, "metric"), ratio, side(row, "n", 1), units,
			side(row, "n", 0),
			json_is_true(json_object_get(row, "is_same_object"))
				? ", the same object"
				: "");
		print_ratios(row, f);
	}
	if (aisp_field_number(row, "n_left_out") > 0) {
		fprintf(f, "\n    %.0f pairs left out, the last: ",
			aisp_field_number(row, "n_left_out"));
		print_clean(f, aisp_field_text(row, "left_out_why"), 1200);
	}
	if (*aisp_field_text(row, "why")) {
		fputs("\n    ", f);
		print_clean(f, aisp_field_text(row, "why"), 1200);
	}
	fputc('\n', f);
}

static void print_only(const json_t *targets, const char *name, FILE *f)
{
	const json_t *target;
	size_t i;

	json_array_foreach(targets, i, target) {
		fprintf(f, "%s", i ? ", " : "only in ");
		if (!i)
			fprintf(f, "%s: ", name);
		print_clean(f, json_string_value(target), 1200);
	}
	if (json_array_size(targets))
		fputc('\n', f);
}

int aisp_report_comparison(const json_t *comparison, FILE *f)
{
	const json_t *row;
	size_t i;

	print_side(comparison, "a", f);
	print_side(comparison, "b", f);
	print_differences(json_object_get(comparison, "differs"), f);
	fputs("\nB against A; a ratio above 1: B is better\n", f);
	json_array_foreach(json_object_get(comparison, "rows"), i, row)
		print_row(row, f);
	print_only(json_object_get(comparison, "only_a"), "A", f);
	print_only(json_object_get(comparison, "only_b"), "B", f);
	return ferror(f) ? -1 : 0;
}
