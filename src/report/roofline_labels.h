/* SPDX-License-Identifier: MIT
 *
 * roofline_labels.h - place names beside marks, so that none touches another name or
 * covers a mark.
 */
#ifndef AISP_ROOFLINE_LABELS_H
#define AISP_ROOFLINE_LABELS_H

#include <stdbool.h>

/* In pixels of the picture; x, y is the upper left corner. */
struct aisp_box {
	double x, y, w, h;
};

struct aisp_labels {
	struct aisp_box bounds;
	struct aisp_box *taken;
	int n, max;
};

/* Makes room for max boxes.  Returns 0, or -1 without memory. */
int aisp_labels_init(struct aisp_labels *l, struct aisp_box bounds, int max);
void aisp_labels_release(struct aisp_labels *l);

/* Reserves a box; ignored beyond max. */
void aisp_labels_take(struct aisp_labels *l, struct aisp_box box);

/* Does the box touch no reserved one? */
bool aisp_labels_are_clear(const struct aisp_labels *l, const struct aisp_box *box);

/*
 * Finds and reserves the free place for a label of w by h that is nearest to the mark
 * at x, y.  Returns 0, or -1 if there is none: then put the text elsewhere.
 */
int aisp_labels_place(struct aisp_labels *l, double x, double y, double w, double h,
		      struct aisp_box *place);

#endif
