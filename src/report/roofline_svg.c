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
#include "roofline_picture.h"

/* In pixels. */
#define TOP    34 /* above a plot */
#define BOTTOM 48
#define LINE   17 /* of the legend */

static const struct aisp_layout wide = { "rl rl-desk", 960, 420, 56, 128, 152, 0 };
static const struct aisp_layout narrow = { "rl rl-phone", 400, 320, 48, 84, 0, 1 };

/* What a verdict looks like, centred on 0, 0. */
static const char *shape_of(enum aisp_word word, int is_library)
{
	if (is_library)
		return "M-5 -5h10v10h-10z";
	if (word == AISP_WORD_FASTER)
		return "M0 -6.5L6 4.5H-6z";
	if (word == AISP_WORD_SLOWER)
		return "M0 6.5L6 -4.5H-6z";
	if (word == AISP_WORD_SAME)
		return "M-5 0a5 5 0 1 0 10 0a5 5 0 1 0 -10 0z";
	return "M0 -6L6 0L0 6L-6 0z";
}

static void print_point_figures(const struct aisp_roof_point *p, int is_short, FILE *f)
{
	char gb[32], gflop[32], roof[256];

	aisp_format_number(gb, sizeof(gb), p->row.gb_per_s);
	aisp_format_number(gflop, sizeof(gflop), p->row.gflop_per_s);
	fprintf(f, "%s", p->row.verdict);
	if (p->flop_per_byte > 0)
		fprintf(f, ", %s GFLOP/s", gflop);
	if (p->row.gb_per_s > 0)
		fprintf(f, ", %s GB/s", gb);
	if (!isnan(p->row.sol_fraction)) {
		fprintf(f, ", %.1f %% of ", 100 * p->row.sol_fraction);
		snprintf(roof, sizeof(roof), "%.*s",
			 (int)(is_short ? strcspn(p->row.roof, ",")
					: strlen(p->row.roof)),
			 p->row.roof);
		aisp_plot_text(f, roof);
	}
}

/* Do all results of this target have that "name=value"? */
static int is_common(const struct aisp_roofline *r, const char *target,
		     const char *word, size_t n)
{
	for (int k = 0; k < r->n_points; k++) {
		const char *at = r->points[k].row.params;

		if (strcmp(r->points[k].row.target, target) != 0)
			continue;
		while (strncmp(at, word, n) != 0 || (at[n] && at[n] != ' ')) {
			at += strcspn(at, " ");
			if (!*at++)
				return 0;
		}
	}
	return 1;
}

/* The result's name: its target, and the parameters that tell it from others of it. */
static void format_name(char *buf, size_t size, const struct aisp_roofline *r, int i)
{
	const struct aisp_row *row = &r->points[i].row;
	char name[1600];
	size_t used = (size_t)snprintf(name, sizeof(name), "%.500s", row->target);

	for (const char *at = row->params; *at; at += strspn(at, " ")) {
		size_t n = strcspn(at, " ");

		if (!is_common(r, row->target, at, n) && used + n + 2 < sizeof(name))
			used += (size_t)snprintf(name + used, sizeof(name) - used,
						 " %.*s", (int)n, at);
		at += n;
	}
	aisp_format_text(buf, size, name);
}

static void print_point_title(const struct aisp_roofline *r, int i, FILE *f)
{
	char name[256];

	format_name(name, sizeof(name), r, i);
	aisp_html_escape(name, f);
	fputc(' ', f);
	print_point_figures(&r->points[i], 0, f);
}

/*
 * What stands beside a point: its name without the device, which is the
 * picture's, if it is short; else its key in the legend.
 */
static void format_label(char *buf, size_t size, const struct aisp_plot *p, int i,
			 int is_key)
{
	const char key = aisp_roofline_key(p->r, i);
	char *at;

	if (is_key) {
		snprintf(buf, size, "%.1s", key ? (char[]){ key, '\0' } : "");
		return;
	}
	format_name(buf, size, p->r, i);
	at = strchr(buf, '@');
	if (at)
		memmove(at, at + strcspn(at, " "), strlen(at + strcspn(at, " ")) + 1);
}

static void draw_label(struct aisp_plot *p, int i, double x, double y)
{
	struct aisp_box box;
	char label[256];

	for (int is_key = p->l->is_narrow; is_key < 2; is_key++) {
		format_label(label, sizeof(label), p, i, is_key);
		if (!*label || aisp_text_width(label) > 40 ||
		    aisp_labels_place(&p->labels, x, y,
				      AISP_LABEL_CHARACTER * aisp_text_width(label) + 4,
				      AISP_LABEL_HEIGHT + 1, &box))
			continue;
		if (fmax(fabs(box.x - x), fabs(box.x + box.w - x)) > 12 + box.w)
			fprintf(p->f,
				"<path class=\"rl-lead\" d=\"M%.1f %.1fL%.1f %.1f\"/>",
				x, y, x < box.x ? box.x : box.x + box.w,
				box.y + box.h / 2);
		fprintf(p->f, "<text class=\"rl-name%s%s\" x=\"%.1f\" y=\"%.1f\">",
			is_key ? " rl-key" : "", box.x < x ? " rl-end" : "",
			box.x < x ? box.x + box.w - 2 : box.x + 2, box.y + box.h - 3.5);
		aisp_html_escape(label, p->f);
		fputs("</text>", p->f);
		return;
	}
}

/* Where a point stands.  base_y NaN: no baseline to draw from. */
struct mark {
	double x, y, base_y;
};

static void draw_point(struct aisp_plot *p, int i, const struct mark *m)
{
	const struct aisp_roof_point *point = &p->r->points[i];

	fprintf(p->f, "<a class=\"rl-point\" href=\"#r%zu\" data-row=\"%zu\"><title>",
		point->i, point->i);
	print_point_title(p->r, i, p->f);
	fputs("</title>", p->f);
	if (!isnan(m->base_y) && fabs(m->base_y - m->y) > 1)
		fprintf(p->f,
			"<path class=\"rl-from\" d=\"M%.1f %.1fV%.1f\"/><circle "
			"class=\"rl-base\" cx=\"%.1f\" cy=\"%.1f\" r=\"3.5\"/>",
			m->x, m->base_y, m->y, m->x, m->base_y);
	fprintf(p->f,
		"<path class=\"rl-mark\" transform=\"translate(%.1f %.1f)\" d=\"%s\"/>",
		m->x, m->y, shape_of(point->row.word, point->row.is_library));
	draw_label(p, i, m->x, m->y);
	fputs("</a>\n", p->f);
}

/* All of them, after all places of marks are known. */
static void draw_points(struct aisp_plot *p, int first, int n,
			struct mark (*place)(const struct aisp_plot *, int))
{
	for (int i = first; i < first + n; i++) {
		struct mark m = place(p, i);

		aisp_labels_take(&p->labels,
				 (struct aisp_box){ m.x - 7, m.y - 7, 14, 14 });
		if (isnan(m.base_y))
			continue;
		aisp_labels_take(&p->labels,
				 (struct aisp_box){ m.x - 4, m.base_y - 4, 8, 8 });
		aisp_labels_take(&p->labels,
				 (struct aisp_box){ m.x - 1, fmin(m.y, m.base_y), 2,
						    fabs(m.y - m.base_y) });
	}
	for (int i = first; i < first + n; i++) {
		struct mark m = place(p, i);

		draw_point(p, i, &m);
	}
}

static double positive_or_nan(double v)
{
	return v > 0 ? v : NAN;
}

static struct mark place_moving(const struct aisp_plot *p, int i)
{
	const struct aisp_roof_point *point = &p->r->points[i];

	return (struct mark){ p->x + p->w * (i + 0.5) / p->r->n_moving,
			      aisp_plot_y(p, point->row.gb_per_s),
			      aisp_plot_y(p, positive_or_nan(point->base_gb_per_s)) };
}

static struct mark place_computing(const struct aisp_plot *p, int i)
{
	const struct aisp_roof_point *point = &p->r->points[i];

	return (struct mark){ aisp_plot_x(p, point->flop_per_byte),
			      aisp_plot_y(p, point->row.gflop_per_s),
			      aisp_plot_y(p,
					  positive_or_nan(point->base_gflop_per_s)) };
}

/* What moves bytes and computes nothing: GB/s, side by side. */
static void draw_moving(struct aisp_plot *p)
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
	aisp_plot_up_axis(p, "GB/s");
	fprintf(p->f,
		"<text class=\"rl-axis rl-middle\" x=\"%.1f\" y=\"%.1f\">no "
		"arithmetic</text>\n",
		p->x + p->w / 2, p->y + p->h + 39);
	for (int i = 0; i < r->n_roofs; i++)
		if (!r->roofs[i].is_compute)
			aisp_plot_level(p, &r->roofs[i], p->x, &below);
	draw_points(p, 0, r->n_moving, place_moving);
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

static void scale_computing(struct aisp_plot *p, double compute)
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

static void draw_computing(struct aisp_plot *p)
{
	const struct aisp_roofline *r = p->r;
	double compute, bandwidth, below = p->y;

	highest(r, &compute, &bandwidth);
	scale_computing(p, compute);
	aisp_plot_up_axis(p, "GFLOP/s");
	aisp_plot_across_axis(p);
	for (int i = 0; i < r->n_roofs; i++)
		if (r->roofs[i].is_compute)
			aisp_plot_level(
				p, &r->roofs[i],
				bandwidth > 0
					? aisp_plot_x(p, r->roofs[i].rate / bandwidth)
					: p->x,
				&below);
		else
			aisp_plot_slope(p, &r->roofs[i],
					compute > 0 ? compute : pow(10, p->up.hi), i);
	draw_points(p, r->n_moving, r->n_points - r->n_moving, place_computing);
}

/* A line a point, two where it is narrow. */
static void draw_legend(const struct aisp_roofline *r, const struct aisp_layout *l,
			double y, FILE *f)
{
	for (int i = 0; i < r->n_points; i++) {
		char name[256];

		format_name(name, sizeof(name), r, i);
		fprintf(f,
			"<text class=\"rl-legend\" x=\"%.0f\" y=\"%.1f\"><tspan "
			"class=\"rl-key\">%c</tspan>  ",
			l->is_narrow ? 8 : l->left, y, aisp_roofline_key(r, i));
		y += LINE;
		aisp_html_escape(name, f);
		fputc(' ', f);
		if (l->is_narrow) {
			fprintf(f, "<tspan class=\"rl-tick\" x=\"22\" y=\"%.1f\">", y);
			y += LINE;
		}
		print_point_figures(&r->points[i], l->is_narrow, f);
		fprintf(f, "%s</text>\n", l->is_narrow ? "</tspan>" : "");
	}
}

static double legend_height(const struct aisp_roofline *r, const struct aisp_layout *l)
{
	return aisp_roofline_key(r, 0) ? r->n_points * LINE * (1 + l->is_narrow) : 0;
}

/* Side by side where there is room, else one below the other. */
static double plots_height(const struct aisp_roofline *r, const struct aisp_layout *l)
{
	int is_both = r->n_moving && r->n_moving < r->n_points;

	return (TOP + l->plot_height + BOTTOM) * (l->is_narrow && is_both ? 2 : 1);
}

static double picture_height(const struct aisp_roofline *r, const struct aisp_layout *l)
{
	return plots_height(r, l) + legend_height(r, l) + LINE;
}

/* Draws one plot if there is memory to keep its names apart. */
static void draw_plot(struct aisp_plot *p, void (*draw_it)(struct aisp_plot *))
{
	/* For each point its mark, its baseline, their line, its name; names of roofs.
	 */
	int max = 4 * p->r->n_points + AISP_MAX_ROOFS * 40;

	if (aisp_labels_init(&p->labels, (struct aisp_box){ p->x, p->y, p->w, p->h },
			     max))
		return;
	draw_it(p);
	aisp_labels_release(&p->labels);
}

static void draw(const struct aisp_roofline *r, const struct aisp_layout *l, double y,
		 FILE *f)
{
	double room = l->width - l->left - l->right;
	struct aisp_plot p = { l->left, y + TOP, room,  l->plot_height,
			       .r = r,  .l = l,  .f = f };

	fprintf(f, "<text class=\"rl-title rl-end\" x=\"%.0f\" y=\"%.1f\">",
		l->width - l->right, y + 20);
	aisp_plot_text(f, r->device);
	fputs("</text>\n", f);
	if (r->n_moving) {
		if (r->n_moving < r->n_points && !l->is_narrow)
			p.w = fmin(fmax(40 * r->n_moving, 180), 280);
		draw_plot(&p, draw_moving);
		if (l->is_narrow)
			p.y += TOP + l->plot_height + BOTTOM;
		else
			p.x += p.w + l->gap;
		p = (struct aisp_plot){ p.x,   p.y,    l->width - l->right - p.x,
					p.h,   .r = r, .l = l,
					.f = f };
	}
	if (r->n_moving < r->n_points)
		draw_plot(&p, draw_computing);
	if (legend_height(r, l) > 0)
		draw_legend(r, l, y + plots_height(r, l) + LINE, f);
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

static void draw_all(const struct aisp_roofline *models, int n,
		     const struct aisp_layout *l, const char *style, FILE *f)
{
	double height = n ? 0 : 60, y = 0;

	for (int i = 0; i < n; i++)
		height += picture_height(&models[i], l);
	fprintf(f,
		"<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"%s\" viewBox=\"0 0 "
		"%.0f %.0f\" role=\"group\" aria-label=\"roofline\">\n%s",
		l->class, l->width, height, style ? "<style>" : "");
	if (style)
		fprintf(f,
			"%s%s</style>\n<rect class=\"rl-paper\" width=\"100%%\" "
			"height=\"100%%\"/>\n",
			aisp_web_theme_css, style);
	if (!n)
		fprintf(f,
			"<text class=\"rl-axis\" x=\"%.0f\" y=\"36\">no valid result "
			"to draw</text>\n",
			l->left);
	for (int i = 0; i < n; i++) {
		draw(&models[i], l, y, f);
		y += picture_height(&models[i], l);
	}
	fputs("</svg>\n", f);
}

static int print_svg(const json_t *results, const json_t *manifest, const char *style,
		     FILE *f)
{
	struct aisp_roofline *models = calloc(AISP_MAX_DEVICES, sizeof(*models));
	int n = 0, rc = models ? init_all(models, &n, results, manifest) : -1;

	if (!rc)
		draw_all(models, n, &wide, style, f);
	if (!rc && !style) /* a page shows the one that suits its screen */
		draw_all(models, n, &narrow, style, f);
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
