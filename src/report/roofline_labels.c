/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "roofline_labels.h"

int aisp_labels_init(struct aisp_labels *l, struct aisp_box bounds, int max)
{
	*l = (struct aisp_labels){ .bounds = bounds, .max = max };
	l->taken = calloc((size_t)max + 1, sizeof(*l->taken));
	return l->taken ? 0 : -1;
}

void aisp_labels_release(struct aisp_labels *l)
{
	free(l->taken);
	l->taken = NULL;
}

void aisp_labels_take(struct aisp_labels *l, struct aisp_box box)
{
	if (l->n < l->max)
		l->taken[l->n++] = box;
}

static bool do_touch(const struct aisp_box *a, const struct aisp_box *b)
{
	return a->x < b->x + b->w && b->x < a->x + a->w && a->y < b->y + b->h &&
	       b->y < a->y + a->h;
}

bool aisp_labels_are_clear(const struct aisp_labels *l, const struct aisp_box *box)
{
	for (int i = 0; i < l->n; i++)
		if (do_touch(box, &l->taken[i]))
			return false;
	return true;
}

static bool is_free(const struct aisp_labels *l, const struct aisp_box *box)
{
	const struct aisp_box *in = &l->bounds;

	return box->x >= in->x && box->y >= in->y && box->x + box->w <= in->x + in->w &&
	       box->y + box->h <= in->y + in->h && aisp_labels_are_clear(l, box);
}

int aisp_labels_place(struct aisp_labels *l, double x, double y, double w, double h,
		      struct aisp_box *place)
{
	static const double away[] = { 9, 16, 26 };
	const int n = sizeof(away) / sizeof(*away);

	/* Tries places beside the mark first: the farther away, the less clear whose
	 * name it is. */
	for (int i = 0; i < n; i++)
		for (int k = 0; k < 8; k++) {
			double d = away[i], up = k < 2 ? 0 : k & 1 ? d : -d;
			double left = k == 6 || k == 7             ? -w / 2
				      : k == 0 || k == 2 || k == 3 ? d
								   : -d - w;
			struct aisp_box box = { x + left, y + up - h / 2, w, h };

			if (!is_free(l, &box))
				continue;
			aisp_labels_take(l, box);
			*place = box;
			return 0;
		}
	return -1;
}
