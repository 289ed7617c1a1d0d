/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <string.h>

#include "format.h"
#include "report.h"
#include "roofline.h"
#include "text_plot.h"

#define N_ROWS      20
#define MAX_COLUMNS 72
#define MARGIN      8 /* left of a plot */
#define N_BAR       20

struct plot {
	const struct aisp_roofline *r;
	struct aisp_log_axis across, up;
	struct aisp_canvas canvas;
};

static double exp10_of(double v)
{
	return pow(10, v);
}

static void scale(struct plot *p, double top)
{
	const struct aisp_roofline *r = p->r;

	aisp_log_axis_include(&p->up, top);
	aisp_log_axis_include(&p->across, 1);
	for (int i = 0; i < r->n_roofs; i++)
		if (!r->roofs[i].is_compute && top > 0)
			aisp_log_axis_include(&p->across, top / r->roofs[i].rate);
	for (int i = r->n_moving; i < r->n_points; i++) {
		aisp_log_axis_include(&p->up, r->points[i].row.gflop_per_s);
		aisp_log_axis_include(&p->across, r->points[i].flop_per_byte);
	}
}

static void draw_slope(struct plot *p, const struct aisp_roof_line *line, double top)
{
	double least = fmax(exp10_of(p->across.lo), exp10_of(p->up.lo) / line->rate);
	double most = fmin(exp10_of(p->across.hi), top / line->rate);
	double x = aisp_log_axis_at(&p->across, least);
	double y = aisp_log_axis_at(&p->up, least * line->rate);
	char name[80], rate[32];

	if (most <= least)
		return;
	aisp_canvas_line(&p->canvas, x, y, aisp_log_axis_at(&p->across, most),
			 aisp_log_axis_at(&p->up, most * line->rate),
			 line->n_threads > 1 ? 4 : 1);
	aisp_format_number(rate, sizeof(rate), line->rate);
	snprintf(name, sizeof(name), "%s %s", line->name, rate);
	if (line->n_threads <= 1)
		aisp_canvas_text(&p->canvas, x, y, name);
}

static void draw_level(struct plot *p, const struct aisp_roof_line *line,
		       double bandwidth)
{
	double y = aisp_log_axis_at(&p->up, line->rate);
	double x = bandwidth > 0 ? aisp_log_axis_at(&p->across, line->rate / bandwidth)
				 : 0;

	aisp_canvas_line(&p->canvas, x, y, 1, y, line->n_threads > 1 ? 4 : 1);
}

static void draw(struct plot *p)
{
	const struct aisp_roofline *r = p->r;
	double compute, bandwidth;

	aisp_roofline_highest(r, &compute, &bandwidth);
	scale(p, compute);
	for (int i = r->n_moving; i < r->n_points; i++) {
		char key = aisp_roofline_key(r, i);

		aisp_canvas_letter(
			&p->canvas,
			aisp_log_axis_at(&p->across, r->points[i].flop_per_byte),
			aisp_log_axis_at(&p->up, r->points[i].row.gflop_per_s),
			key ? key : '*');
	}
	for (int i = 0; i < r->n_roofs; i++)
		if (r->roofs[i].is_compute)
			draw_level(p, &r->roofs[i], bandwidth);
		else
			draw_slope(p, &r->roofs[i],
				   compute > 0 ? compute : exp10_of(p->up.hi));
}

/* The power of ten that belongs to a row, or NaN. */
static double tick_of_row(const struct plot *p, int row)
{
	for (int k = p->up.lo; k <= p->up.hi; k++) {
		double y = aisp_log_axis_at(&p->up, exp10_of(k));

		if (lround((1 - y) * (p->canvas.n_rows - 1)) == row)
			return exp10_of(k);
	}
	return NAN;
}

static void print_across(const struct plot *p, FILE *f)
{
	int at = 0;

	fprintf(f, "%*s", MARGIN, "");
	for (int k = p->across.lo; k <= p->across.hi; k++) {
		int column = (int)lround(aisp_log_axis_at(&p->across, exp10_of(k)) *
					 (p->canvas.n_columns - 1));

		if (column < at)
			continue;
		at = column + fprintf(f, "%*s%g", column - at, "", exp10_of(k)) -
		     (column - at);
	}
	fputs("\n", f);
	fprintf(f, "%*soperations per byte\n", MARGIN, "");
}

static void print_plot(const struct plot *p, FILE *f)
{
	fprintf(f, "%*s\n", MARGIN, "GFLOP/s ");
	for (int row = 0; row < p->canvas.n_rows; row++) {
		double tick = tick_of_row(p, row);
		char label[32] = "";

		if (!isnan(tick))
			snprintf(label, sizeof(label), "%g", tick);
		fprintf(f, "%*s |", MARGIN - 2, label);
		aisp_canvas_print_row(&p->canvas, row, f);
	}
	print_across(p, f);
}

/* "L1 253.3, L2 90.08 GB/s" */
static void print_roofs(const struct aisp_roofline *r, int is_compute, FILE *f)
{
	const char *separator = "";
	char rate[32];

	for (int i = 0; i < r->n_roofs; i++) {
		const struct aisp_roof_line *line = &r->roofs[i];

		if (line->is_compute != is_compute)
			continue;
		aisp_format_number(rate, sizeof(rate), line->rate);
		fputs(separator, f);
		aisp_print_text(f, line->name);
		fprintf(f, " %s", rate);
		if (line->n_threads > 1)
			fprintf(f, " with %d threads", line->n_threads);
		separator = ", ";
	}
	if (*separator)
		fprintf(f, " %s", is_compute ? "GFLOP/s" : "GB/s");
}

static void print_point(const struct aisp_roofline *r, int i, struct aisp_style style,
			FILE *f)
{
	const struct aisp_roof_point *p = &r->points[i];
	double rate = p->flop_per_byte > 0 ? p->row.gflop_per_s : p->row.gb_per_s;
	char name[512], number[32], bar[AISP_CELLS_SIZE(N_BAR)], roof[128];
	char key = aisp_roofline_key(r, i);

	aisp_point_name(name, sizeof(name), r, i);
	aisp_format_number(number, sizeof(number), rate);
	fprintf(f, "%c %s  %s%s  %s %s", key ? key : '*', name,
		aisp_word_name(p->row.verdict), p->row.mark, number,
		p->flop_per_byte > 0 ? "GFLOP/s" : "GB/s");
	if (!isnan(p->row.sol_fraction)) {
		aisp_text_bar(bar, sizeof(bar), p->row.sol_fraction, N_BAR,
			      style.is_utf8);
		aisp_format_text(roof, sizeof(roof), p->row.roof);
		fprintf(f, "  %s %.1f %% of %s", bar, 100 * p->row.sol_fraction, roof);
	}
	fputc('\n', f);
}

static int print_device(const struct aisp_roofline *r, struct aisp_style style, FILE *f)
{
	struct plot p = { .r = r };
	int n_columns = style.width ? style.width - MARGIN - 1 : MAX_COLUMNS;
	char device[64];

	if (n_columns > MAX_COLUMNS)
		n_columns = MAX_COLUMNS;
	if (n_columns < 20)
		n_columns = 20;
	aisp_format_text(device, sizeof(device), r->device);
	fprintf(f, "%s: ", device);
	print_roofs(r, 0, f);
	fputs("; ", f);
	print_roofs(r, 1, f);
	fputs("\n\n", f);
	if (r->n_moving < r->n_points) {
		if (aisp_canvas_init(&p.canvas, n_columns, N_ROWS, style.is_utf8))
			return -1;
		draw(&p);
		print_plot(&p, f);
		aisp_canvas_release(&p.canvas);
		fputc('\n', f);
	}
	for (int i = r->n_moving; i < r->n_points; i++)
		print_point(r, i, style, f);
	if (r->n_moving)
		fprintf(f, "%swithout arithmetic:\n",
			r->n_moving < r->n_points ? "\n" : "");
	for (int i = 0; i < r->n_moving; i++)
		print_point(r, i, style, f);
	return 0;
}

int aisp_roofline_text(const struct aisp_run *run, struct aisp_style style, FILE *f)
{
	const char *devices[AISP_MAX_DEVICES];
	int n = aisp_roofline_devices(run, devices), rc = 0;

	if (!n)
		fputs("no valid result to draw\n", f);
	for (int i = 0; i < n && !rc; i++) {
		struct aisp_roofline r;

		if (i)
			fputc('\n', f);
		rc = aisp_roofline_init(&r, run, devices[i]) ||
		     print_device(&r, style, f);
		aisp_roofline_release(&r);
	}
	return rc || ferror(f) ? -1 : 0;
}
