/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/field.h"
#include "expect_text.h"
#include "format.h"

static const json_t *judged(const json_t *result)
{
	return json_object_get(result, "expectation");
}

/* "expectations: 3 HOLDS, 1 REGRESSED" */
static int print_counts(const json_t *list, FILE *f)
{
	static const char *const states[] = { "HOLDS",          "IMPROVED",
					      "UNCLEAR",        "REGRESSED",
					      "NO-EXPECTATION", "NOT-JUDGED" };
	const char *separator = "expectations: ";
	const json_t *result;
	size_t i;

	for (size_t s = 0; s < sizeof(states) / sizeof(*states); s++) {
		int n = 0;

		json_array_foreach(list, i, result) n +=
			!strcmp(aisp_field_text(judged(result), "state"), states[s]);
		if (!n)
			continue;
		fprintf(f, "%s%d %s", separator, n, states[s]);
		separator = ", ";
	}
	if (*separator == 'e')
		return 0;
	fputc('\n', f);
	return 1;
}

/* What holds needs no line, and what was not measured has one already. */
static int is_told(const json_t *result)
{
	const char *state = aisp_field_text(judged(result), "state");

	if (!strcmp(state, "NOT-JUDGED"))
		return json_is_true(json_object_get(judged(result), "is_damaged"));
	return *state && strcmp(state, "HOLDS") != 0 &&
	       strcmp(state, "NO-EXPECTATION") != 0;
}

void aisp_expect_lines(const json_t *results, FILE *f)
{
	const json_t *list = json_object_get(results, "results"), *result;
	char target[1024], why[1200];
	size_t i;

	if (!print_counts(list, f))
		return;
	json_array_foreach(list, i, result)
	{
		if (!is_told(result))
			continue;
		aisp_format_text(target, sizeof(target),
				 aisp_field_text(result, "target"));
		aisp_format_text(why, sizeof(why),
				 aisp_field_text(judged(result), "why"));
		fprintf(f, "%s %s: %s\n", aisp_field_text(judged(result), "state"),
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
	fprintf(f, "%-22s at least %-6s", ratio, *least ? least : "-");
}

int aisp_report_expectations(const json_t *entries, FILE *f)
{
	const json_t *entry;
	char clean[1024];
	size_t i;

	json_array_foreach(entries, i, entry)
	{
		aisp_format_text(clean, sizeof(clean),
				 aisp_field_text(entry, "target"));
		fprintf(f, "%-14s %-32s ", aisp_field_text(entry, "class"), clean);
		print_speedup(entry, f);
		aisp_format_text(clean, sizeof(clean),
				 aisp_field_text(entry, "params"));
		fprintf(f, " over %-7s grade %s  %.10s %.12s  %s\n",
			aisp_field_text(entry, "over"), aisp_field_text(entry, "grade"),
			aisp_field_text(entry, "date"),
			*aisp_field_text(entry, "commit")
				? aisp_field_text(entry, "commit")
				: "no commit",
			clean);
	}
	fprintf(f, "%zu entr%s\n", json_array_size(entries),
		json_array_size(entries) == 1 ? "y" : "ies");
	return ferror(f) ? -1 : 0;
}
