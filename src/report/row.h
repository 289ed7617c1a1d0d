/* SPDX-License-Identifier: MIT
 *
 * row.h - one result of a run, flat, as all formats show it.
 */
#ifndef AISP_ROW_H
#define AISP_ROW_H

#include <stddef.h>

#include "run/model.h"

/*
 * Strings are borrowed from the run and never NULL; figures are NaN where
 * not known, and all of them unless measured and valid.
 */
struct aisp_row {
	const char *target, *distribution;
	const char *tier; /* of the optimized arm; "" in a run of before */
	enum aisp_word status, verdict;
	enum aisp_word word;        /* the verdict, or the status where there is none */
	const char *text;           /* the same */
	const char *reason;         /* of the verdict or of the status */
	const char *advice;         /* what would settle it, or "" */
	enum aisp_kind_of_arm over; /* what the baseline is */
	const char *roof, *bound_by; /* as aisp_run_sol */
	/*
	 * What the verdict and speedup are of, "" for time; then the score of both arms
	 * and the best there could be, while the times stand beside.
	 */
	const char *score;
	int more_is_better;
	double baseline_score, optimized_score, score_bound;
	const char *library; /* compared with; or, if is_library, what this is */
	int is_library;
	char params[1024]; /* "rows=2048 cols=1024" */
	double speedup, ci_low, ci_high, confidence, n_pairs, mde, margin;
	double baseline_ns, optimized_ns, gb_per_s, gflop_per_s, sol_fraction;
	double vs_library; /* the library's time over the optimized one's */
};

void aisp_row_read(struct aisp_row *row, const struct aisp_run_result *r);

/*
 * All results in the order in which people read them: what is broken first, else
 * as in the run.  order: room for as many as there are.
 */
void aisp_row_order(const struct aisp_run *run, int *order);

/*
 * Above this a margin hides what people care for: a SAME within it says little.
 * Three times the least margin that the judge decides with.
 */
#define AISP_WIDE_MARGIN 0.03

int aisp_row_is_valid(const struct aisp_row *row); /* measured, and not INVALID */
int aisp_row_is_vague(const struct aisp_row *row); /* SAME within a wide margin */

/* How near the score is to the best there could be: 1 at most; NaN not known. */
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

/* Result i as text.  A target that occurs more than once gets its parameters. */
void aisp_row_cells(struct aisp_cells *cells, const struct aisp_run *run, int i);

#endif
