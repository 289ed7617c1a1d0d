/* SPDX-License-Identifier: MIT
 *
 * updates.h - do elements move as they should, where the bound hides by how much?
 */
#ifndef AISP_UPDATES_H
#define AISP_UPDATES_H

#include <stdbool.h>
#include <stdint.h>

/* Sums over elements that are updated in place, of how far they had to move and did. */
struct aisp_updates {
	int64_t n;
	double due, done, due2, done2, both;
};

/* Of any unit, such as the element's bound. */
void aisp_updates_note(struct aisp_updates *u, double due, double done);
void aisp_updates_add(struct aisp_updates *u, const struct aisp_updates *more);

/*
 * The line through how far elements moved, over how far they had to, rises by less than
 * half, whatever chance does.  Right elements are on a line that rises by one, and
 * rounding errors, which know nothing of what is due, leave it there.  False where few
 * were noted, or all have to move alike.
 */
bool aisp_updates_are_unrelated(const struct aisp_updates *u);

#endif
