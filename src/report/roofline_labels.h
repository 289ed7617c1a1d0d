/* SPDX-License-Identifier: MIT
 *
 * roofline_labels.h - where names stand beside marks, so that none touches another
 * name or covers a mark.
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

/* Room for max boxes.  0, or -1 without memory. */
int aisp_labels_init(struct aisp_labels *l, struct aisp_box bounds, int max);
void aisp_labels_release(struct aisp_labels *l);

/* Nothing may stand there.  Ignored beyond max. */
void aisp_labels_take(struct aisp_labels *l, struct aisp_box box);

/* Nothing stands there that was taken. */
bool aisp_labels_are_clear(const struct aisp_labels *l, const struct aisp_box *box);

/*
 * The place nearest to the mark at x, y where a label of w by h is free, taken
 * from then on.  0, or -1 if there is none: then say it elsewhere.
 */
int aisp_labels_place(struct aisp_labels *l, double x, double y, double w, double h,
		      struct aisp_box *place);

#endif
