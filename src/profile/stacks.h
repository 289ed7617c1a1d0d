/* SPDX-License-Identifier: MIT
 *
 * stacks.h - call stacks, merged into a tree, as folded text and as a picture.
 */
#ifndef AISP_STACKS_H
#define AISP_STACKS_H

#include <stdint.h>
#include <stdio.h>

/* Zeroed, with name NULL, it is an empty tree. */
struct aisp_frame {
	char *name;
	uint64_t n, n_self;              /* samples here or below; ending here */
	struct aisp_frame *child, *next; /* first of them; sibling, by name */
};

/* names from the outermost caller to the function that ran.  0, or -1 without
 * memory. */
int aisp_stacks_add(struct aisp_frame *root, const char *const *names, int n_names,
		    uint64_t n);
void aisp_stacks_release(struct aisp_frame *root);

/* Moves the contents of *tree below a new child of that name; *tree is empty then.
 * Returns 0, or -1 without memory. */
int aisp_stacks_graft(struct aisp_frame *root, const char *name,
		      struct aisp_frame *tree);

/* Samples with a frame whose name begins with one of the words, a NULL-ended list. */
uint64_t aisp_stacks_within(const struct aisp_frame *root, const char *const *words);

/* "run;transpose 12" lines.  0, or -1 if f cannot be written. */
int aisp_stacks_fold(const struct aisp_frame *root, FILE *f);

/*
 * A flame graph: one SVG without references to other files, counts on hover.
 * theme: a style sheet that sets --paper, --ink and --soft.
 */
int aisp_stacks_draw(const struct aisp_frame *root, const char *title,
		     const char *theme, FILE *f);

/* The function with most samples of its own, and its *share; NULL if there is none. */
const char *aisp_stacks_hottest(const struct aisp_frame *root, double *share);

/*
 * The samples of each place "file:line" of a tree with lines, the most first: up to
 * n of them, whose number is returned.
 */
struct aisp_hot_line {
	char place[128];
	double share;
};
int aisp_stacks_lines(const struct aisp_frame *root, struct aisp_hot_line *lines,
		      int n);

#endif
