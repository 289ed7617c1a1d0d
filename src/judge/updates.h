/* SPDX-License-Identifier: MIT
 *
 * updates.h - do updated elements move as they should, even by less than their bounds?
 */
#ifndef AISP_UPDATES_H
#define AISP_UPDATES_H

#include <stdbool.h>
#include <stdint.h>

/* Sums over elements that are updated in place: how far they had to move, and did. */
struct aisp_updates {
	int64_t n;
	double due, done, due2, done2, both;
};

/* Add an element; any unit will do, such as its bound. */
void aisp_updates_note(struct aisp_updates *u, double due, double done);
void aisp_updates_add(struct aisp_updates *u, const struct aisp_updates *more);

/*
 * True if the line of how far elements moved, over how far they had to, rises by less
 * than a half, beyond chance.  Right elements lie on a line that rises by one, and
 * rounding errors, which do not depend on what is due, keep it there.  False if few
 * were noted, or all have to move alike.
 */
bool aisp_updates_are_unrelated(const struct aisp_updates *u);

#endif
