/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdbool.h>

#include "base/field.h"
#include "expect_text.h"
#include "format.h"

/* "expectations: 3 HOLDS, 1 REGRESSED" */
static bool print_counts(const struct aisp_run *run, FILE *f)
{
	static const enum aisp_expect_state states[] = {
		AISP_EXPECT_HOLDS,     AISP_EXPECT_IMPROVED, AISP_EXPECT_UNCLEAR,
		AISP_EXPECT_REGRESSED, AISP_EXPECT_NONE,     AISP_EXPECT_NOT_JUDGED
	};
	const char *separator = "expectations: ";

	for (size_t s = 0; s < sizeof(states) / sizeof(*states); s++) {
		int n = 0;

		for (int i = 0; i < run->n_results; i++)
			n += aisp_result_expectation(&run->results[i]) == states[s];
		if (!n)
			continue;
		fprintf(f, "%s%d %s", separator, n, aisp_expect_state_name(states[s]));
		separator = ", ";
	}
	if (*separator == 'e')
		return false;
	fputc('\n', f);
	return true;
}

/* A result that holds needs no line, and one that was not measured has one already; but
 * one that has an expectation and could not be compared with it needs one. */
static bool is_told(const struct aisp_run_result *r)
{
	switch (aisp_result_expectation(r)) {
	case AISP_EXPECT_NOT_JUDGED:
		return r->expectation->is_damaged ||
		       !isnan(r->expectation->expected.value);
	case AISP_EXPECT_IMPROVED:
	case AISP_EXPECT_UNCLEAR:
	case AISP_EXPECT_REGRESSED:
		return true;
	default:
		return false;
	}
}

void aisp_expect_lines(const struct aisp_run *run, FILE *f)
{
	char target[1024], why[1200];

	if (!print_counts(run, f))
		return;
	for (int i = 0; i < run->n_results; i++) {
		const struct aisp_run_result *r = &run->results[i];

		if (!is_told(r))
			continue;
		aisp_format_text(target, sizeof(target), r->target);
		aisp_format_text(why, sizeof(why), r->expectation->why);
		fprintf(f, "%s %s: %s\n", aisp_expect_state_name(r->expectation->state),
			target, why);
	}
}

static void print_speedup(const json_t *entry, FILE *f)
{
	const json_t *m = json_object_get(json_object_get(entry, "metrics"), "speedup");
	const json_t *ci = json_object_get(m, "ci");
	char ratio[96], least[32];

	aisp_format_ratio(ratio, sizeof(ratio), aisp_field_number(m, "value"),
			  aisp_element_number(ci, 0), aisp_element_number(ci, 1));
	aisp_format_number(least, sizeof(least), aisp_field_number(m, "lower"));
	fprintf(f, "%-26s at least %-6s", ratio, *least ? least : "-");
}

/* Prints a column of that width, or more if the text is longer. */
static void print_column(const json_t *entry, const char *member, int width, FILE *f)
{
	char clean[1024];

	aisp_format_text(clean, sizeof(clean), aisp_field_text(entry, member));
	fprintf(f, "%-*s ", width, clean);
}

int aisp_report_expectations(const json_t *entries, FILE *f)
{
	const json_t *entry;
	size_t i;

	json_array_foreach(entries, i, entry) {
		const char *commit = aisp_field_text(entry, "commit");

		print_column(entry, "class", 14, f);
		print_column(entry, "target", 32, f);
		print_speedup(entry, f);
		fputs(" over ", f);
		print_column(entry, "over", 7, f);
		fputs("grade ", f);
		print_column(entry, "grade", 1, f);
		fputc(' ', f);
		aisp_print_begin(f, aisp_field_text(entry, "date"), 10);
		fputc(' ', f);
		aisp_print_begin(f, *commit ? commit : "no commit", 12);
		fputs("  ", f);
		aisp_print_text(f, aisp_field_text(entry, "params"));
		fputc('\n', f);
	}
	fprintf(f, "%zu entr%s\n", json_array_size(entries),
		json_array_size(entries) == 1 ? "y" : "ies");
	return ferror(f) ? -1 : 0;
}
