/* SPDX-License-Identifier: MIT
 *
 * updates.h - do elements differ from an input as they should, even where they differ
 * by less than their bounds?
 */
#ifndef AISP_UPDATES_H
#define AISP_UPDATES_H

#include <stdbool.h>
#include <stdint.h>

/* Sums for a line through how far elements moved, over x. */
struct aisp_line {
	double x, x2, both;
};

/* Sums over elements: how far they moved, and had to, before and after rounding. */
struct aisp_updates {
	int64_t n;
	double done, done2;
	struct aisp_line due, rounded;
};

/* Add an element; any unit will do, such as its bound. */
void aisp_updates_note(struct aisp_updates *u, double due, double rounded, double done);
void aisp_updates_add(struct aisp_updates *u, const struct aisp_updates *more);

/*
 * True if the lines of how far elements moved, over how far they had to, rise by less
 * than they should, beyond chance.  Right elements lie on a line that rises by one:
 * over what was due if they are rounded at random or little, over what was due after
 * rounding if they are rounded to the nearest.  Their errors do not depend on what is
 * due, and keep it there; so two fifths of the elements, left as they were, are seen.
 * Of structured data errors may all be alike: there the line must rise by a half, and
 * tells nothing if all have to move alike.  False if few were noted.
 */
bool aisp_updates_are_unrelated(const struct aisp_updates *u, bool is_structured);

#endif
