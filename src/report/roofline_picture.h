/* SPDX-License-Identifier: MIT
 *
 * roofline_picture.h - shared by the files that draw the roofline: a plot, its axes and
 * its roofs.
 */
#ifndef AISP_ROOFLINE_PICTURE_H
#define AISP_ROOFLINE_PICTURE_H

#include <stdio.h>

#include "roofline.h"
#include "roofline_labels.h"

/* In pixels of the picture, before it is scaled. */
#define AISP_LABEL_HEIGHT    13
#define AISP_LABEL_CHARACTER 7.6 /* its width, in a wide font */

/* For a screen, with names beside the points; for a phone, with keys. */
struct aisp_layout {
	const char *class;
	double width, plot_height, left;
	double right; /* names of the roofs */
	double gap;   /* between two plots that stand side by side */
	int is_narrow;
};

struct aisp_plot {
	double x, y, w, h;
	struct aisp_log_axis across, up;
	const struct aisp_roofline *r;
	const struct aisp_layout *l;
	struct aisp_labels labels;
	FILE *f;
};

double aisp_plot_x(const struct aisp_plot *p, double v);
double aisp_plot_y(const struct aisp_plot *p, double v);

/* Writes a document's text, cleaned and escaped. */
void aisp_plot_text(FILE *f, const char *text);

/* Draws the frame, ticks and titles. */
void aisp_plot_up_axis(const struct aisp_plot *p, const char *title);
void aisp_plot_across_axis(const struct aisp_plot *p);

/* Draws a level from x on, its name beside the right end; *below keeps names apart. */
void aisp_plot_level(const struct aisp_plot *p, const struct aisp_roof_line *line,
		     double x, double *below);

/* Draws a bandwidth: GFLOP/s = GB/s x FLOP/byte, up to `top` GFLOP/s. */
void aisp_plot_slope(const struct aisp_plot *p, const struct aisp_roof_line *line,
		     double top);

/*
 * Writes its name along it, where it touches nothing that p->labels knows; if there is
 * no such place only the line's title has it.  Call it after all lines are drawn.
 */
void aisp_plot_slope_name(struct aisp_plot *p, const struct aisp_roof_line *line,
			  double top, int n_before);

/* "FASTER, 12 GB/s, 34.5 % of DRAM"; is_short: without the kind of DRAM. */
void aisp_point_figures(const struct aisp_roof_point *p, int is_short, FILE *f);

/* Draws results that only move bytes, by GB/s, side by side; then all others. */
void aisp_plot_moving(struct aisp_plot *p);
void aisp_plot_computing(struct aisp_plot *p);

#endif
