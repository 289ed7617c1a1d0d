/* SPDX-License-Identifier: MIT
 *
 * updates.h - do elements differ from an input as they should, even where they differ
 * by less than their bounds?
 */
#ifndef AISP_UPDATES_H
#define AISP_UPDATES_H

#include <stdbool.h>
#include <stdint.h>

/*
 * Sums for a line through how far elements moved (y), over x: n, x, y, x^2 and x y.  A
 * row's elements may share an error, as of its norm, so rows count, not elements.
 */
#define AISP_LINE_SUMS 5
struct aisp_line {
	double row[AISP_LINE_SUMS], all[AISP_LINE_SUMS];
	double products[AISP_LINE_SUMS][AISP_LINE_SUMS]; /* of rows' sums, added up */
};

/* How far elements moved, over how far they had to, before and after rounding; and the
 * squares of their errors, over those of how far they had to. */
struct aisp_updates {
	int64_t row; /* the one that is not yet in all */
	struct aisp_line due, rounded, errors;
};

/* Add an element of that row; any unit will do, such as its bound.  is_clear: its move
 * is larger than what rounding does to it. */
void aisp_updates_note(struct aisp_updates *u, int64_t row, double due, double rounded,
		       double done, bool is_clear);
void aisp_updates_add(struct aisp_updates *u, const struct aisp_updates *more);
int64_t aisp_updates_n(const struct aisp_updates *u);

/* Of elements whose start would pass as right, those that were left about there. */
struct aisp_lefts {
	int64_t n, n_left;           /* elements */
	int64_t n_rows, n_rows_left; /* rows with one, and rows that were left */
	int64_t row, n_of_row, n_left_of_row;
};

void aisp_lefts_note(struct aisp_lefts *l, int64_t row, bool is_left);
void aisp_lefts_add(struct aisp_lefts *l, const struct aisp_lefts *more);

/* True if too many rows were left for chance; a row may be one element. */
bool aisp_lefts_are_many(const struct aisp_lefts *l, bool is_structured);

/*
 * True if the lines of how far elements moved, over how far they had to, rise by less
 * than they should, beyond chance.  Right elements lie on a line that rises by one:
 * over what was due if they are rounded at random or little, over what was due after
 * rounding if they are rounded to the nearest.  Their errors do not depend on what is
 * due, and keep it there; so two fifths of the elements, left as they were, are seen.
 * The error of the rise is estimated from rows (Liang and Zeger's sandwich, 1986).
 * Half left and half moved twice as far lie on that line, too, but their errors grow
 * with what is due: of clear moves, the squares may rise by a fifth.
 * Of structured data errors may all be alike: there the line must rise by a half, and
 * tells nothing if all have to move alike.  False if few elements or rows were noted.
 */
bool aisp_updates_are_unrelated(const struct aisp_updates *u, bool is_structured);

#endif
