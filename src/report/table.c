/* SPDX-License-Identifier: MIT
 *
 * table.c - the report for a terminal.  If a row would not fit, each result takes an
 * indented paragraph instead.
 */
#include <langinfo.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "details.h"
#include "format.h"
#include "report.h"
#include "roofline.h"
#include "row.h"
#include "summary.h"

#define GAP    2
#define INDENT 4

struct table {
	struct aisp_style style;
	FILE *f;
	int widths[AISP_N_COLUMNS]; /* 0: nothing in this column */
};

static int is_utf8(void)
{
	locale_t locale = newlocale(LC_CTYPE_MASK, "", (locale_t)0);
	int rc;

	if (!locale)
		return 0;
	rc = !strcmp(nl_langinfo_l(CODESET, locale), "UTF-8");
	freelocale(locale);
	return rc;
}

struct aisp_style aisp_style_of(FILE *f)
{
	struct aisp_style style = { .is_utf8 = is_utf8() };
	const char *no_colour;
	struct winsize size;

	if (!isatty(fileno(f)))
		return style;
	if (!ioctl(fileno(f), TIOCGWINSZ, &size))
		style.width = size.ws_col;
	no_colour = getenv("NO_COLOR");
	style.is_colour = !no_colour || !*no_colour;
	return style;
}

/* ECMA-48 colours. */
static const char *colour_of(enum aisp_word word)
{
	static const char *const colours[AISP_N_WORDS] = {
		[AISP_WORD_FASTER] = "\033[32m",
		[AISP_WORD_BETTER] = "\033[32m",
		[AISP_WORD_SLOWER] = "\033[31m",
		[AISP_WORD_WORSE] = "\033[31m",
		[AISP_WORD_INCONCLUSIVE] = "\033[33m",
		[AISP_WORD_INVALID] = "\033[1;31m",
		[AISP_WORD_FAILED] = "\033[1;31m"
	};

	return word < AISP_N_WORDS && colours[word] ? colours[word] : "";
}

static void print_cell(const struct table *t, int column, const char *text,
		       enum aisp_word word)
{
	const char *colour = "";

	if (t->style.is_colour && column == AISP_COLUMN_VERDICT)
		colour = colour_of(word);
	fprintf(t->f, "%s%s%s", colour, text, *colour ? "\033[0m" : "");
}

/* Prints a row of the table, without trailing blanks. */
static void print_row(const struct table *t, const char *const text[AISP_N_COLUMNS],
		      enum aisp_word word)
{
	int pending = 0;

	for (int k = 0; k < AISP_N_COLUMNS; k++) {
		if (!t->widths[k])
			continue;
		if (*text[k]) {
			fprintf(t->f, "%*s", pending, "");
			print_cell(t, k, text[k], word);
			pending = GAP - aisp_text_width(text[k]);
		} else {
			pending += GAP;
		}
		pending += t->widths[k];
	}
	fputc('\n', t->f);
}

/* Prints the words of a line after so many blanks, wrapped at the style's width. */
static void print_wrapped(const struct table *t, int indent, const char *line, size_t n)
{
	int at = fprintf(t->f, "%*s", indent, "");

	for (size_t i = 0; i < n;) {
		size_t len = strcspn(line + i, " \n");
		char word[1600];
		int width;

		snprintf(word, sizeof(word), "%.*s", (int)len, line + i);
		width = aisp_text_width(word);
		if (at > indent && t->style.width && at + 1 + width > t->style.width)
			at = fprintf(t->f, "\n%*s", INDENT, "") - 1;
		else if (i)
			at += fprintf(t->f, " ");
		fputs(word, t->f);
		at += width;
		i += len + 1;
	}
	fputc('\n', t->f);
}

static void print_paragraph(const struct table *t, const struct aisp_cells *cells)
{
	int at = 0;

	fputs(cells->text[AISP_COLUMN_TARGET], t->f);
	fprintf(t->f, "\n%*s", INDENT, "");
	for (int k = AISP_COLUMN_VERDICT; k < AISP_N_COLUMNS; k++) {
		const char *before = k == AISP_COLUMN_OVER       ? "over "
				     : k == AISP_COLUMN_BASELINE ? "baseline "
				     : k == AISP_COLUMN_LIBRARY  ? "vs library "
								 : "";
		int width = (int)strlen(before) + aisp_text_width(cells->text[k]);

		if (!*cells->text[k])
			continue;
		if (at && INDENT + at + GAP + width > t->style.width) {
			fprintf(t->f, "\n%*s", INDENT, "");
			at = 0;
		} else if (at) {
			at += fprintf(t->f, "%*s", GAP, "");
		}
		fputs(before, t->f);
		print_cell(t, k, cells->text[k], cells->word);
		at += width;
	}
	fputc('\n', t->f);
}

/* Sets the widths; returns whether the rows fit. */
static int measure(struct table *t, const struct aisp_cells *cells, size_t n)
{
	int total = -GAP;

	for (int k = 0; k < AISP_N_COLUMNS; k++) {
		for (size_t i = 0; i < n; i++) {
			int width = aisp_text_width(cells[i].text[k]);

			if (width > t->widths[k])
				t->widths[k] = width;
		}
		if (t->widths[k] && t->widths[k] < (int)strlen(aisp_column_names[k]))
			t->widths[k] = (int)strlen(aisp_column_names[k]);
		total += t->widths[k] ? GAP + t->widths[k] : 0;
	}
	return !t->style.width || total <= t->style.width;
}

static void print_results(struct table *t, const struct aisp_cells *cells, size_t n)
{
	int is_fitting = measure(t, cells, n);

	if (is_fitting && n)
		print_row(t, aisp_column_names, AISP_WORD_NONE);
	for (size_t i = 0; i < n; i++) {
		const char *text[AISP_N_COLUMNS];

		for (int k = 0; k < AISP_N_COLUMNS; k++)
			text[k] = cells[i].text[k];
		if (is_fitting)
			print_row(t, text, cells[i].word);
		else
			print_paragraph(t, &cells[i]);
		if (*cells[i].reason)
			print_wrapped(t, INDENT, cells[i].reason,
				      strlen(cells[i].reason));
	}
}

int aisp_report_table_styled(const struct aisp_run *run, struct aisp_style style,
			     FILE *f)
{
	size_t n = (size_t)run->n_results;
	struct aisp_cells *cells = calloc(n + 1, sizeof(*cells));
	int *order = calloc(n + 1, sizeof(*order));
	char *text = aisp_summary_text(run, true);
	struct table t = { .style = style, .f = f };
	int rc = -1;

	if (!cells || !order || !text)
		goto out;
	aisp_row_order(run, order);
	for (size_t i = 0; i < n; i++)
		aisp_row_cells(&cells[i], run, order[i]);
	print_results(&t, cells, n);
	if (n)
		fputc('\n', f);
	for (const char *line = text; *line;) {
		size_t len = strcspn(line, "\n");

		print_wrapped(&t, 0, line, len);
		line += len + 1;
	}
	rc = ferror(f) ? -1 : 0;
out:
	free(text);
	free(order);
	free(cells);
	return rc;
}

int aisp_report_table(const struct aisp_run *run, FILE *f)
{
	return aisp_report_table_styled(run, aisp_style_of(f), f);
}

int aisp_report_details(const struct aisp_run *run, FILE *f)
{
	struct aisp_style style = aisp_style_of(f);
	struct aisp_cells *cells = malloc(sizeof(*cells));
	int rc = cells ? 0 : -1;

	if (!rc)
		rc = aisp_report_table_styled(run, style, f);
	for (int i = 0; i < run->n_results && !rc; i++) {
		aisp_row_cells(cells, run, i);
		fprintf(f, "\n%s\n", cells->text[AISP_COLUMN_TARGET]);
		rc = aisp_details_print(run, i, style.is_utf8, f);
	}
	if (!rc) {
		fputs("\nvariants against each other\n", f);
		rc = aisp_report_ranking(run, f);
	}
	if (!rc) {
		fputs("\nrun\n", f);
		aisp_details_print_run(run, f);
		fputs("\nroofline\n", f);
		rc = aisp_roofline_text(run, style, f);
	}
	free(cells);
	return rc || ferror(f) ? -1 : 0;
}
