/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdbool.h>

#include "format.h"
#include "row.h"
#include "score_text.h"

#define ROUNDED (1 + 5e-5) /* a ratio as it is printed */

static void print_number(const char *before, double x, FILE *f)
{
	char number[32];

	aisp_format_number(number, sizeof(number), x);
	fprintf(f, "%s%s", before, *number ? number : "?");
}

/* Is the ratio of the means another than that of the pairs?  An arm that is decided
 * early has fewer launches than the baseline, on fewer inputs. */
static bool is_of_others(const struct aisp_row *row)
{
	double ratio = row->more_is_better ? row->optimized_score / row->baseline_score
					   : row->baseline_score / row->optimized_score;

	return row->n_pairs > 0 &&
	       (ratio < row->ci_low / ROUNDED || ratio > row->ci_high * ROUNDED);
}

/*
 * Prints "misses per request, less is better: 0.5123 of the baseline, 0.4876 of this
 * variant; nobody can have less than 0.44".
 */
static void print_score(const struct aisp_row *row, FILE *f)
{
	const char *better = row->more_is_better ? "more" : "less";

	aisp_print_text(f, row->score);
	fprintf(f, ", %s is better: ", better);
	print_number("", row->baseline_score, f);
	print_number(" of the baseline, ", row->optimized_score, f);
	fputs(" of this variant", f);
	if (is_of_others(row))
		fprintf(f,
			" (means over all launches of each; the ratio is of the %.0f "
			"pairs of launches with the same inputs)",
			row->n_pairs);
	if (!isnan(row->score_bound)) {
		fprintf(f, "; nobody can have %s than ", better);
		print_number("", row->score_bound, f);
	}
	fputc('\n', f);
}

static void print_figure(const char *name, double of_baseline, double x, FILE *f)
{
	aisp_print_text(f, name);
	print_number(": ", of_baseline, f);
	print_number(" to ", x, f);
	if (isnan(x))
		fputs(" (not known: too few answers, or some are missing)", f);
}

/* Each figure beside the score, from what to what. */
static void print_figures(const struct aisp_run_result *r, const char *first,
			  const char *next, FILE *f)
{
	const struct aisp_run_arm_score *a = r->arms[AISP_BASELINE]->score;
	const struct aisp_run_arm_score *b = r->arms[AISP_OPTIMIZED]->score;

	if (!a || !b)
		return;
	for (int i = 0; i < b->figures.n; i++) {
		fputs(i ? next : first, f);
		print_figure(b->figures.at[i].name,
			     aisp_map_get(&a->figures, b->figures.at[i].name),
			     b->figures.at[i].value, f);
	}
	if (b->figures.n)
		fputc('\n', f);
}

void aisp_score_lines(const struct aisp_run *run, FILE *f)
{
	struct aisp_row row;

	for (int i = 0; i < run->n_results; i++) {
		aisp_row_read(&row, &run->results[i]);
		if (!*row.score || isnan(row.optimized_score))
			continue;
		fputs("score of ", f);
		aisp_print_result_name(run, i, f);
		fputs(": ", f);
		print_score(&row, f);
		print_figures(&run->results[i], "    ", "; ", f);
	}
}

void aisp_score_details(const struct aisp_run_result *r, FILE *f)
{
	struct aisp_row row;

	aisp_row_read(&row, r);
	if (!*row.score || isnan(row.optimized_score))
		return;
	fputs("  score       ", f);
	print_score(&row, f);
	print_figures(r, "    ", "\n    ", f);
}
