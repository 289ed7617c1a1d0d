/* SPDX-License-Identifier: MIT
 *
 * roofline_points.c - the points of a plot, below its roofs.  Shapes and colours both
 * show the verdict.
 */
#include <math.h>
#include <string.h>

#include "format.h"
#include "html_page.h"
#include "roofline_picture.h"

/* The shape of a verdict, centred on 0, 0. */
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

void aisp_point_figures(const struct aisp_roof_point *p, int is_short, FILE *f)
{
	char gb[32], gflop[32], roof[256];

	aisp_format_number(gb, sizeof(gb), p->row.gb_per_s);
	aisp_format_number(gflop, sizeof(gflop), p->row.gflop_per_s);
	fprintf(f, "%s%s", aisp_word_name(p->row.verdict), p->row.mark);
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

/* Have all results of this target this "name=value"? */
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

void aisp_point_name(char *buf, size_t size, const struct aisp_roofline *r, int i)
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

	aisp_point_name(name, sizeof(name), r, i);
	aisp_html_escape(name, f);
	fputc(' ', f);
	aisp_point_figures(&r->points[i], 0, f);
}

/*
 * The text beside a point: its name without the device, which the picture has, if it is
 * short; else its key in the legend.
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
	aisp_point_name(buf, size, p->r, i);
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

/* The position of a point.  base_y is NaN if there is no baseline to draw from. */
struct mark {
	double x, y, base_y;
};

static void draw_point(struct aisp_plot *p, int i, const struct mark *m)
{
	const struct aisp_roof_point *point = &p->r->points[i];

	fprintf(p->f, "<a class=\"rl-point\" href=\"#r%d\" data-row=\"%d\"><title>",
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

/* Call it before any name is placed: no name may lie on a mark. */
static void take_marks(struct aisp_plot *p, int first, int n,
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
}

static void draw_points(struct aisp_plot *p, int first, int n,
			struct mark (*place)(const struct aisp_plot *, int))
{
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

void aisp_plot_moving(struct aisp_plot *p)
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
	take_marks(p, 0, r->n_moving, place_moving);
	draw_points(p, 0, r->n_moving, place_moving);
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

/* Those of one core come first: if there is no room for all, the dashed lack a name. */
static void name_slopes(struct aisp_plot *p, double top, int is_wide)
{
	const struct aisp_roofline *r = p->r;

	for (int i = 0; i < r->n_roofs; i++)
		if (!r->roofs[i].is_compute && (r->roofs[i].n_threads > 1) == is_wide)
			aisp_plot_slope_name(p, &r->roofs[i], top, i);
}

void aisp_plot_computing(struct aisp_plot *p)
{
	const struct aisp_roofline *r = p->r;
	double compute, bandwidth, top, below = p->y;

	aisp_roofline_highest(r, &compute, &bandwidth);
	scale_computing(p, compute);
	top = compute > 0 ? compute : pow(10, p->up.hi);
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
			aisp_plot_slope(p, &r->roofs[i], top);
	take_marks(p, r->n_moving, r->n_points - r->n_moving, place_computing);
	name_slopes(p, top, 0);
	name_slopes(p, top, 1);
	draw_points(p, r->n_moving, r->n_points - r->n_moving, place_computing);
}
