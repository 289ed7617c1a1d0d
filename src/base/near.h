/* SPDX-License-Identifier: MIT
 *
 * near.h - guess what was meant by an unknown word.
 */
#ifndef AISP_NEAR_H
#define AISP_NEAR_H

#include <stddef.h>

#define AISP_MAX_NEAR 3

/* The nearest of the names that were added so far; {word} to begin with. */
struct aisp_near {
	const char *word; /* as the user wrote it */
	struct {
		char name[128];
		int distance;
	} found[AISP_MAX_NEAR]; /* the nearest first; "" ends the list */
};

/* Edits that turn a into b: a character more, less, or another, or two neighbours that
 * change places. */
int aisp_near_edits(const char *a, const char *b);

/* Adds a name, unless it is too far from the word. */
void aisp_near_add(struct aisp_near *near, const char *name);

/* "; did you mean a, b or c?", or "" if nothing is near.  Returns text. */
const char *aisp_near_text(const struct aisp_near *near, char *text, size_t size);

/* Likewise for n names at once. */
const char *aisp_near_of(const char *word, const char *const *names, int n, char *text,
			 size_t size);

#endif
