/* SPDX-License-Identifier: MIT
 *
 * roofline_svg.c - a picture a device, one below the other.  Colours and lines
 * are those of web/roofline.css; a shape says what a colour says.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "format.h"
#include "html_assets.h"
#include "html_page.h"
#include "roofline.h"

/* In pixels of the picture, before it is scaled. */
#define WIDTH       960
#define PLOT_HEIGHT 400
#define TOP         34 /* above a plot */
#define BOTTOM      48
#define LEFT        56
#define RIGHT       128 /* names of the roofs */
#define GAP         152 /* between the two plots */
#define LINE        17  /* of the legend */
#define LABEL       13

struct plot {
	double x, y, w, h;
	struct aisp_log_axis across, up;
	const struct aisp_roofline *r;
	FILE *f;
};

static double x_at(const struct plot *p, double v)
{
	return p->x + p->w * aisp_log_axis_at(&p->across, v);
}

static double y_at(const struct plot *p, double v)
{
	return p->y + p->h * (1 - aisp_log_axis_at(&p->up, v));
}

static void print_text(FILE *f, const char *text)
{
	char clean[1024];

	aisp_format_text(clean, sizeof(clean), text);
	aisp_html_escape(clean, f);
}

/* 0.01, 1, 100, 10k */
static void format_decade(char *buf, size_t size, int exponent)
{
	if (exponent >= 3)
		snprintf(buf, size, "%.0f%c", pow(10, exponent % 3),
			 "kMGTPE"[exponent < 21 ? exponent / 3 - 1 : 5]);
	else
		snprintf(buf, size, "%.*f", exponent < 0 ? -exponent : 0,
			 pow(10, exponent));
}

static void draw_up_axis(const struct plot *p, const char *title)
{
	char label[32];

	fprintf(p->f,
		"<rect class=\"rl-frame\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" "
		"height=\"%.1f\"/>\n<text class=\"rl-axis\" x=\"%.1f\" "
		"y=\"%.1f\">%s</text>\n",
		p->x, p->y, p->w, p->h, p->x - 40, p->y - 12, title);
	for (int k = p->up.lo; k <= p->up.hi; k++) {
		double y = y_at(p, pow(10, k));

		format_decade(label, sizeof(label), k);
		fprintf(p->f,
			"<path class=\"rl-grid\" d=\"M%.1f %.1fh%.1f\"/><text "
			"class=\"rl-tick "
			"rl-end\" x=\"%.1f\" y=\"%.1f\">%s</text>\n",
			p->x, y, p->w, p->x - 6, y + 4, label);
	}
}

static void draw_across_axis(const struct plot *p)
{
	char label[32];

	for (int k = p->across.lo; k <= p->across.hi; k++) {
		double x = x_at(p, pow(10, k));

		format_decade(label, sizeof(label), k);
		fprintf(p->f,
			"<path class=\"rl-grid\" d=\"M%.1f %.1fv%.1f\"/><text "
			"class=\"rl-tick "
			"rl-middle\" x=\"%.1f\" y=\"%.1f\">%s</text>\n",
			x, p->y, p->h, x, p->y + p->h + 17, label);
	}
	fprintf(p->f,
		"<text class=\"rl-axis rl-middle\" x=\"%.1f\" y=\"%.1f\">operations "
		"per byte</text>\n",
		p->x + p->w / 2, p->y + p->h + 36);
}

static void print_roof_name(const struct aisp_roof_line *line, FILE *f)
{
	char rate[32];

	aisp_format_number(rate, sizeof(rate), line->rate);
	print_text(f, line->name);
	fprintf(f, " %s", rate);
	if (line->n_threads > 1)
		fprintf(f, ", %d thr.", line->n_threads);
}

static const char *roof_class(const struct aisp_roof_line *line)
{
	return line->n_threads > 1 ? "rl-roof rl-wide" : "rl-roof";
}

/* Names beside the right end; *below keeps them apart, from the top down. */
static void draw_level(const struct plot *p, const struct aisp_roof_line *line,
		       double x, double *below)
{
	double y = y_at(p, line->rate);
	double label = fmax(y + 4, *below);

	fprintf(p->f,
		"<path class=\"%s\" d=\"M%.1f %.1fH%.1f\"/><text class=\"rl-label\" "
		"x=\"%.1f\" y=\"%.1f\">",
		roof_class(line), x, y, p->x + p->w, p->x + p->w + 5, label);
	print_roof_name(line, p->f);
	fputs("</text>\n", p->f);
	*below = label + LABEL;
}

/* A bandwidth: GFLOP/s = GB/s x FLOP/byte, up to `top` GFLOP/s. */
static void draw_slope(const struct plot *p, const struct aisp_roof_line *line,
		       double top, int n_before)
{
	double least = fmax(pow(10, p->across.lo), pow(10, p->up.lo) / line->rate);
	double most = fmin(pow(10, p->across.hi), top / line->rate);
	double x = x_at(p, least), y = y_at(p, least * line->rate);
	double run = x_at(p, most) - x, rise = y_at(p, most * line->rate) - y;
	double along = 12 + (line->n_threads > 1 ? 120 : 0) + 4 * n_before;

	if (run < 1)
		return;
	fprintf(p->f,
		"<path class=\"%s\" d=\"M%.1f %.1fl%.1f %.1f\"/><text "
		"class=\"rl-label\" "
		"transform=\"translate(%.1f %.1f) rotate(%.2f) translate(%.1f -4)\">",
		roof_class(line), x, y, run, rise, x, y, atan2(rise, run) * 180 / M_PI,
		along);
	print_roof_name(line, p->f);
	fputs(" GB/s</text>\n", p->f);
}

/* What a verdict looks like, centred on 0, 0. */
static const char *shape_of(const char *word, int is_library)
{
	if (is_library)
		return "M-5 -5h10v10h-10z";
	if (!strcmp(word, "FASTER"))
		return "M0 -6.5L6 4.5H-6z";
	if (!strcmp(word, "SLOWER"))
		return "M0 6.5L6 -4.5H-6z";
	if (!strcmp(word, "SAME"))
		return "M-5 0a5 5 0 1 0 10 0a5 5 0 1 0 -10 0z";
	return "M0 -6L6 0L0 6L-6 0z";
}

static void print_point_title(const struct aisp_roof_point *p, FILE *f)
{
	char gb[32], gflop[32];

	aisp_format_number(gb, sizeof(gb), p->row.gb_per_s);
	aisp_format_number(gflop, sizeof(gflop), p->row.gflop_per_s);
	print_text(f, p->row.target);
	fprintf(f, " %s", p->row.verdict);
	if (p->flop_per_byte > 0)
		fprintf(f, ", %s GFLOP/s", gflop);
	if (p->row.gb_per_s > 0)
		fprintf(f, ", %s GB/s", gb);
	if (!isnan(p->row.sol_fraction)) {
		fprintf(f, ", %.1f %% of ", 100 * p->row.sol_fraction);
		print_text(f, p->row.roof);
	}
}

/* base_y NaN: no baseline to draw from. */
static void draw_point(const struct plot *p, int i, double x, double y, double base_y)
{
	const struct aisp_roof_point *point = &p->r->points[i];
	char key = aisp_roofline_key(p->r, i);

	fprintf(p->f, "<a class=\"rl-point\" href=\"#r%zu\" data-row=\"%zu\"><title>",
		point->i, point->i);
	print_point_title(point, p->f);
	fputs("</title>", p->f);
	if (!isnan(base_y) && fabs(base_y - y) > 1)
		fprintf(p->f,
			"<path class=\"rl-from\" d=\"M%.1f %.1fV%.1f\"/><circle "
			"class=\"rl-base\" cx=\"%.1f\" cy=\"%.1f\" r=\"3.5\"/>",
			x, base_y, y, x, base_y);
	fprintf(p->f,
		"<path class=\"rl-mark\" transform=\"translate(%.1f %.1f)\" d=\"%s\"/>",
		x, y, shape_of(point->row.verdict, point->row.is_library));
	if (key)
		fprintf(p->f, "<text class=\"rl-key\" x=\"%.1f\" y=\"%.1f\">%c</text>",
			x + 8, y + 4, key);
	fputs("</a>\n", p->f);
}

static double positive_or_nan(double v)
{
	return v > 0 ? v : NAN;
}

/* What moves bytes and computes nothing: GB/s, side by side. */
static void draw_moving(struct plot *p)
{
	const struct aisp_roofline *r = p->r;
	double below = p->y;

	for (int i = 0; i < r->n_moving; i++) {
		aisp_log_axis_include(&p->up, r->points[i].row.gb_per_s);
		aisp_log_axis_include(&p->up, r->points[i].base_gb_per_s);
	}
	for (int i = 0; i < r->n_roofs; i++)
		if (!r->roofs[i].is_compute)
			aisp_log_axis_include(&p->up, r->roofs[i].rate);
	draw_up_axis(p, "GB/s");
	fprintf(p->f,
		"<text class=\"rl-axis rl-middle\" x=\"%.1f\" y=\"%.1f\">no "
		"arithmetic</text>\n",
		p->x + p->w / 2, p->y + p->h + 36);
	for (int i = 0; i < r->n_roofs; i++)
		if (!r->roofs[i].is_compute)
			draw_level(p, &r->roofs[i], p->x, &below);
	for (int i = 0; i < r->n_moving; i++)
		draw_point(p, i, p->x + p->w * (i + 0.5) / r->n_moving,
			   y_at(p, r->points[i].row.gb_per_s),
			   y_at(p, positive_or_nan(r->points[i].base_gb_per_s)));
}

/* The highest rate of operations, and the highest bandwidth; 0 if there is none. */
static void highest(const struct aisp_roofline *r, double *compute, double *bandwidth)
{
	*compute = *bandwidth = 0;
	for (int i = 0; i < r->n_roofs; i++) {
		double *best = r->roofs[i].is_compute ? compute : bandwidth;

		*best = fmax(*best, r->roofs[i].rate);
	}
}

static void scale_computing(struct plot *p, double compute)
{
	const struct aisp_roofline *r = p->r;

	for (int i = 0; i < r->n_roofs; i++)
		if (r->roofs[i].is_compute)
			aisp_log_axis_include(&p->up, r->roofs[i].rate);
		else if (compute > 0)
			aisp_log_axis_include(&p->across, compute / r->roofs[i].rate);
	for (int i = r->n_moving; i < r->n_points; i++) {
		aisp_log_axis_include(&p->up, r->points[i].row.gflop_per_s);
		aisp_log_axis_include(&p->up, r->points[i].base_gflop_per_s);
		aisp_log_axis_include(&p->across, r->points[i].flop_per_byte);
	}
	aisp_log_axis_include(&p->across, 1);
}

static void draw_computing(struct plot *p)
{
	const struct aisp_roofline *r = p->r;
	double compute, bandwidth, below = p->y;

	highest(r, &compute, &bandwidth);
	scale_computing(p, compute);
	draw_up_axis(p, "GFLOP/s");
	draw_across_axis(p);
	for (int i = 0; i < r->n_roofs; i++)
		if (r->roofs[i].is_compute)
			draw_level(p, &r->roofs[i],
				   bandwidth > 0 ? x_at(p, r->roofs[i].rate / bandwidth)
						 : p->x,
				   &below);
		else
			draw_slope(p, &r->roofs[i],
				   compute > 0 ? compute : pow(10, p->up.hi), i);
	for (int i = r->n_moving; i < r->n_points; i++)
		draw_point(p, i, x_at(p, r->points[i].flop_per_byte),
			   y_at(p, r->points[i].row.gflop_per_s),
			   y_at(p, positive_or_nan(r->points[i].base_gflop_per_s)));
}

static void draw_legend(const struct aisp_roofline *r, double y, FILE *f)
{
	for (int i = 0; i < r->n_points; i++) {
		fprintf(f,
			"<text class=\"rl-legend\" x=\"%d\" y=\"%.1f\"><tspan "
			"class=\"rl-key\">%c</tspan>  ",
			LEFT, y + i * LINE, aisp_roofline_key(r, i));
		print_point_title(&r->points[i], f);
		fputs("</text>\n", f);
	}
}

static double legend_height(const struct aisp_roofline *r)
{
	return aisp_roofline_key(r, 0) ? r->n_points * LINE : 0;
}

static double picture_height(const struct aisp_roofline *r)
{
	return TOP + PLOT_HEIGHT + BOTTOM + legend_height(r) + LINE;
}

static void draw(const struct aisp_roofline *r, double y, FILE *f)
{
	double room = WIDTH - LEFT - RIGHT;
	struct plot p = { LEFT, y + TOP, room, PLOT_HEIGHT, .r = r, .f = f };

	fputs("<text class=\"rl-title rl-end\" x=\"", f);
	fprintf(f, "%d\" y=\"%.1f\">", WIDTH - RIGHT, y + 20);
	print_text(f, r->device);
	fputs("</text>\n", f);
	if (r->n_moving) {
		if (r->n_moving < r->n_points)
			p.w = fmin(fmax(26 * r->n_moving, 90), 240);
		draw_moving(&p);
		p = (struct plot){ p.x + p.w + GAP, p.y,    room - p.w - GAP,
				   PLOT_HEIGHT,     .r = r, .f = f };
	}
	if (r->n_moving < r->n_points)
		draw_computing(&p);
	if (legend_height(r) > 0)
		draw_legend(r, y + TOP + PLOT_HEIGHT + BOTTOM + LINE, f);
}

/* The models of all devices, or -1 without memory; release n of them. */
static int init_all(struct aisp_roofline models[AISP_MAX_DEVICES], int *n,
		    const json_t *results, const json_t *manifest)
{
	const char *devices[AISP_MAX_DEVICES];
	int n_devices = aisp_roofline_devices(results, devices);

	for (*n = 0; *n < n_devices; ++*n)
		if (aisp_roofline_init(&models[*n], results, manifest, devices[*n]))
			return -1;
	return 0;
}

static void draw_all(const struct aisp_roofline *models, int n, const char *style,
		     FILE *f)
{
	double height = n ? 0 : 60, y = 0;

	for (int i = 0; i < n; i++)
		height += picture_height(&models[i]);
	fprintf(f,
		"<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"rl\" viewBox=\"0 0 "
		"%d %.0f\" role=\"group\" aria-label=\"roofline\">\n%s",
		WIDTH, height, style ? "<style>" : "");
	if (style)
		fprintf(f,
			"%s</style>\n<rect class=\"rl-paper\" width=\"100%%\" "
			"height=\"100%%\"/>\n",
			style);
	if (!n)
		fprintf(f,
			"<text class=\"rl-axis\" x=\"%d\" y=\"36\">no valid result "
			"to draw</text>\n",
			LEFT);
	for (int i = 0; i < n; i++) {
		draw(&models[i], y, f);
		y += picture_height(&models[i]);
	}
	fputs("</svg>\n", f);
}

static int print_svg(const json_t *results, const json_t *manifest, const char *style,
		     FILE *f)
{
	struct aisp_roofline *models = calloc(AISP_MAX_DEVICES, sizeof(*models));
	int n = 0, rc = models ? init_all(models, &n, results, manifest) : -1;

	if (!rc)
		draw_all(models, n, style, f);
	for (int i = 0; i < n; i++)
		aisp_roofline_release(&models[i]);
	free(models);
	return rc || ferror(f) ? -1 : 0;
}

int aisp_roofline_svg(const json_t *results, const json_t *manifest, FILE *f)
{
	return print_svg(results, manifest, aisp_web_roofline_css, f);
}

int aisp_roofline_inline(const json_t *results, const json_t *manifest, FILE *f)
{
	return print_svg(results, manifest, NULL, f);
}
