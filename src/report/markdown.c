/* SPDX-License-Identifier: MIT
 *
 * markdown.c - the report as GitHub's Markdown: a table, a list, the roofline, and
 * everything known about each result.
 */
#include <stdlib.h>
#include <string.h>

#include "details.h"
#include "format.h"
#include "report.h"
#include "roofline.h"
#include "row.h"
#include "summary.h"

static void print_rows(const struct aisp_run *run, const int *order,
		       struct aisp_cells *cells, FILE *f)
{
	for (int k = 0; k < AISP_N_COLUMNS; k++)
		fprintf(f, "| %s ", aisp_column_names[k]);
	fputs("|\n", f);
	for (int k = 0; k < AISP_N_COLUMNS; k++)
		fputs("| --- ", f);
	fputs("|\n", f);
	for (int i = 0; i < run->n_results; i++) {
		aisp_row_cells(cells, run, order[i]);
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

/* Each line within the fences begins with a fixed word, so that none ends the block. */
static int print_details(const struct aisp_run *run, struct aisp_cells *cells, FILE *f)
{
	const struct aisp_style style = { .is_utf8 = 1 };
	int rc;

	print_heading(f, 2, "Roofline");
	fputs("```text\n", f);
	rc = aisp_roofline_text(run, style, f);
	fputs("```\n", f);
	print_heading(f, 2, "Variants against each other");
	fputs("```text\n", f);
	rc |= aisp_report_ranking(run, f);
	fputs("```\n", f);
	print_heading(f, 2, "Run");
	fputs("```text\n", f);
	aisp_details_print_run(run, f);
	fputs("```\n", f);
	print_heading(f, 2, "Results");
	for (int i = 0; i < run->n_results && !rc; i++) {
		aisp_row_cells(cells, run, i);
		print_heading(f, 3, cells->text[AISP_COLUMN_TARGET]);
		fputs("```text\n", f);
		rc = aisp_details_print(run, i, style.is_utf8, f);
		fputs("```\n", f);
	}
	return rc;
}

int aisp_report_markdown(const struct aisp_run *run, FILE *f)
{
	struct aisp_cells *cells = malloc(sizeof(*cells));
	int *order = calloc((size_t)run->n_results + 1, sizeof(*order));
	char *text = aisp_summary_text(run, false);
	int rc = -1;

	if (!cells || !order || !text)
		goto out;
	aisp_row_order(run, order);
	print_rows(run, order, cells, f);
	fputc('\n', f);
	for (const char *line = text; *line;) {
		size_t len = strcspn(line, "\n");

		fputs("- ", f);
		aisp_print_markdown(f, line, len);
		fputc('\n', f);
		line += len + 1;
	}
	rc = print_details(run, cells, f) || ferror(f) ? -1 : 0;
out:
	free(text);
	free(order);
	free(cells);
	return rc;
}
