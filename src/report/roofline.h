/* SPDX-License-Identifier: MIT
 *
 * roofline.h - the results of a run under measured roofs: the roofline model of
 * Williams, Waterman and Patterson (2009).
 */
#ifndef AISP_ROOFLINE_H
#define AISP_ROOFLINE_H

#include <jansson.h>
#include <stdio.h>

#include "row.h"

#define AISP_MAX_ROOFS   32
#define AISP_MAX_DEVICES 8

/* A bandwidth in GB/s or a rate of operations in GFLOP/s. */
struct aisp_roof_line {
	char name[40]; /* "L2", "f32" */
	double rate;
	int n_threads; /* 0: a device without CPU threads */
	int is_compute;
};

/* A valid result; unknown values are NaN. */
struct aisp_roof_point {
	struct aisp_row row;
	int i;                /* of the result */
	double flop_per_byte; /* 0: moves bytes only; INFINITY: moves none */
	double base_gflop_per_s, base_gb_per_s;
};

/* One device.  Strings are borrowed from the run. */
struct aisp_roofline {
	const char *device; /* "cpu" */
	int n_roofs;
	struct aisp_roof_line roofs[AISP_MAX_ROOFS];
	int n_points;
	struct aisp_roof_point *points;
	int n_moving; /* points with flop_per_byte 0; they come first */
};

/* Lists the devices of the valid results; returns their number. */
int aisp_roofline_devices(const struct aisp_run *run,
			  const char *devices[AISP_MAX_DEVICES]);

/* 0, or -1 without memory. */
int aisp_roofline_init(struct aisp_roofline *r, const struct aisp_run *run,
		       const char *device);
void aisp_roofline_release(struct aisp_roofline *r);

/* The letter for a point, or '\0' if there are not enough. */
char aisp_roofline_key(const struct aisp_roofline *r, int point);

/* A point's name: its target, and the parameters by which it differs. */
void aisp_point_name(char *buf, size_t size, const struct aisp_roofline *r, int i);

/* The limits of an axis around the values given to it, as powers of ten. */
struct aisp_log_axis {
	int lo;
	double hi; /* lo: nothing was given */
};

void aisp_log_axis_include(struct aisp_log_axis *a, double v);

/* 0 at the low end, 1 at the high end; clamped, and NaN for NaN. */
double aisp_log_axis_at(const struct aisp_log_axis *a, double v);

/* Draws all devices of a run: as one SVG file with a legend, or as a part of a page. */
int aisp_roofline_svg(const struct aisp_run *run, FILE *f);
int aisp_roofline_inline(const struct aisp_run *run, FILE *f);

struct aisp_style;

/* Draws text.  Returns 0, or -1 if memory ran out or f cannot be written. */
int aisp_roofline_text(const struct aisp_run *run, struct aisp_style style, FILE *f);

/* The model as JSON: an array with an object per device; NULL without memory. */
json_t *aisp_roofline_json(const struct aisp_run *run);

/* The highest rate of operations, and the highest bandwidth; 0 if there is none. */
void aisp_roofline_highest(const struct aisp_roofline *r, double *compute,
			   double *bandwidth);

#endif
