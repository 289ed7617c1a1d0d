/* SPDX-License-Identifier: MIT
 *
 * markdown.c - the report as GitHub's Markdown: a table, a list, the roofline, and all
 * that is known of each result.
 */
#include <stdlib.h>
#include <string.h>

#include "details.h"
#include "format.h"
#include "report.h"
#include "roofline.h"
#include "row.h"
#include "summary.h"

static void print_rows(const json_t *results, const size_t *order,
		       struct aisp_cells *cells, FILE *f)
{
	size_t n = json_array_size(json_object_get(results, "results"));

	for (int k = 0; k < AISP_N_COLUMNS; k++)
		fprintf(f, "| %s ", aisp_column_names[k]);
	fputs("|\n", f);
	for (int k = 0; k < AISP_N_COLUMNS; k++)
		fputs("| --- ", f);
	fputs("|\n", f);
	for (size_t i = 0; i < n; i++) {
		aisp_row_cells(cells, results, order[i]);
		for (int k = 0; k < AISP_N_COLUMNS; k++) {
			fputs("| ", f);
			aisp_print_markdown(f, cells->text[k], strlen(cells->text[k]));
			fputc(' ', f);
		}
		fputs("|\n", f);
	}
}

static void print_heading(FILE *f, int level, const char *text)
{
	fprintf(f, "\n%.*s ", level, "###");
	aisp_print_markdown(f, text, strlen(text));
	fputs("\n\n", f);
}

/* A line within the fences begins with a word of ours, so none ends the block. */
static int print_details(const json_t *results, const json_t *manifest,
			 struct aisp_cells *cells, FILE *f)
{
	const struct aisp_style style = { .is_utf8 = 1 };
	size_t n = json_array_size(json_object_get(results, "results"));
	int rc;

	print_heading(f, 2, "Roofline");
	fputs("```text\n", f);
	rc = aisp_roofline_text(results, manifest, style, f);
	fputs("```\n", f);
	print_heading(f, 2, "Variants against each other");
	fputs("```text\n", f);
	rc |= aisp_report_ranking(results, manifest, f);
	fputs("```\n", f);
	print_heading(f, 2, "Run");
	fputs("```text\n", f);
	aisp_details_print_run(results, manifest, f);
	fputs("```\n", f);
	print_heading(f, 2, "Results");
	for (size_t i = 0; i < n && !rc; i++) {
		aisp_row_cells(cells, results, i);
		print_heading(f, 3, cells->text[AISP_COLUMN_TARGET]);
		fputs("```text\n", f);
		rc = aisp_details_print(results, i, style.is_utf8, f);
		fputs("```\n", f);
	}
	return rc;
}

int aisp_report_markdown(const json_t *results, const json_t *manifest, FILE *f)
{
	size_t n = json_array_size(json_object_get(results, "results"));
	struct aisp_cells *cells = malloc(sizeof(*cells));
	size_t *order = calloc(n + 1, sizeof(*order));
	char *text = aisp_summary_text(results, manifest);
	int rc = -1;

	if (!cells || !order || !text)
		goto out;
	aisp_row_order(results, order);
	print_rows(results, order, cells, f);
	fputc('\n', f);
	for (const char *line = text; *line;) {
		size_t len = strcspn(line, "\n");

		fputs("- ", f);
		aisp_print_markdown(f, line, len);
		fputc('\n', f);
		line += len + 1;
	}
	rc = print_details(results, manifest, cells, f) || ferror(f) ? -1 : 0;
out:
	free(text);
	free(order);
	free(cells);
	return rc;
}
