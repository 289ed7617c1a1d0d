/* SPDX-License-Identifier: MIT
 *
 * row.h - one result of a run as a flat structure, for all formats.
 */
#ifndef AISP_ROW_H
#define AISP_ROW_H

#include <stddef.h>
#include <stdio.h>

#include "run/model.h"

/*
 * Strings are borrowed from the run and never NULL. Unknown figures are NaN, and so are
 * all figures unless the result was measured and is valid.
 */
struct aisp_row {
	const char *target, *distribution;
	const char *tier; /* of the optimized arm; "" in an older run */
	enum aisp_word status, verdict;
	enum aisp_word word;         /* the verdict, or the status if there is none */
	const char *text;            /* the word as text */
	const char *mark;            /* to print behind it, as aisp_left_out_mark() */
	const char *reason;          /* of the verdict or of the status */
	const char *advice;          /* what would decide it, or "" */
	enum aisp_kind_of_arm over;  /* kind of the baseline */
	const char *roof, *bound_by; /* as aisp_run_sol */
	/*
	 * What verdict and speedup refer to, "" for time; then the scores of both arms
	 * and the best possible one, beside the times.
	 */
	const char *score;
	int more_is_better;
	double baseline_score, optimized_score, score_bound;
	const char *library; /* compared with; if is_library, this one's own library */
	int is_library;
	char params[1024]; /* "rows=2048 cols=1024" */
	double speedup, ci_low, ci_high, confidence, n_pairs, mde, margin;
	double baseline_ns, optimized_ns, gb_per_s, gflop_per_s, sol_fraction;
	double vs_library; /* the library's time over the optimized one's */
};

void aisp_row_read(struct aisp_row *row, const struct aisp_run_result *r);

/*
 * The order in which to show results: broken ones first, else as in the run. order has
 * room for all of them.
 */
void aisp_row_order(const struct aisp_run *run, int *order);

/*
 * A wider margin hides differences that people care about: SAME says little then. Three
 * times the judge's least margin.
 */
#define AISP_WIDE_MARGIN 0.03

int aisp_row_is_valid(const struct aisp_row *row); /* measured, and not INVALID */
int aisp_row_is_vague(const struct aisp_row *row); /* SAME within a wide margin */

/* WORSE by the time that it takes, not by its score. */
int aisp_row_is_too_slow(const struct aisp_row *row);

/* How close the score is to the best possible one: 1 at most; NaN unknown. */
double aisp_row_share_of_bound(const struct aisp_row *row);

enum aisp_column {
	AISP_COLUMN_TARGET,
	AISP_COLUMN_VERDICT,
	AISP_COLUMN_SPEEDUP,
	AISP_COLUMN_OVER,
	AISP_COLUMN_BASELINE,
	AISP_COLUMN_TIME,
	AISP_COLUMN_SOL,
	AISP_COLUMN_LIBRARY,
	AISP_N_COLUMNS
};

extern const char *const aisp_column_names[AISP_N_COLUMNS];

struct aisp_cells {
	enum aisp_word word; /* of the column AISP_COLUMN_VERDICT */
	char text[AISP_N_COLUMNS][1600];
	char reason[1600]; /* why it is INVALID or failed, else "" */
};

/*
 * The target of result i; if it occurs more than once in the run, with its parameters
 * and the distribution.  The second prints it as aisp_print_text() does.
 */
void aisp_result_name(char *buf, size_t size, const struct aisp_run *run, int i);
void aisp_print_result_name(const struct aisp_run *run, int i, FILE *f);

/* Formats result i, which aisp_result_name() names. */
void aisp_row_cells(struct aisp_cells *cells, const struct aisp_run *run, int i);

#endif
