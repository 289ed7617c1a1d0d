/* SPDX-License-Identifier: MIT
 *
 * roofline_svg.c - one picture per device, one below the other.  Colours and lines are
 * those of web/roofline.css.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "html_assets.h"
#include "html_page.h"
#include "roofline_picture.h"

/* In pixels. */
#define TOP    34 /* above a plot */
#define BOTTOM 48
#define LINE   17 /* of the legend */

static const struct aisp_layout wide = { "rl rl-desk", 960, 420, 56, 128, 152, 0 };
static const struct aisp_layout narrow = { "rl rl-phone", 400, 320, 48, 84, 0, 1 };

/* Draws one line per point, two if the picture is narrow. */
static void draw_legend(const struct aisp_roofline *r, const struct aisp_layout *l,
			double y, FILE *f)
{
	for (int i = 0; i < r->n_points; i++) {
		char name[256];

		aisp_point_name(name, sizeof(name), r, i);
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
		aisp_point_figures(&r->points[i], l->is_narrow, f);
		fprintf(f, "%s</text>\n", l->is_narrow ? "</tspan>" : "");
	}
}

static double legend_height(const struct aisp_roofline *r, const struct aisp_layout *l)
{
	return aisp_roofline_key(r, 0) ? r->n_points * LINE * (1 + l->is_narrow) : 0;
}

/* Plots are side by side if there is room, else one below the other. */
static double plots_height(const struct aisp_roofline *r, const struct aisp_layout *l)
{
	int is_both = r->n_moving && r->n_moving < r->n_points;

	return (TOP + l->plot_height + BOTTOM) * (l->is_narrow && is_both ? 2 : 1);
}

static double picture_height(const struct aisp_roofline *r, const struct aisp_layout *l)
{
	return plots_height(r, l) + legend_height(r, l) + LINE;
}

static int draw_plot(struct aisp_plot *p, void (*draw_it)(struct aisp_plot *))
{
	/* Boxes: per point its mark, its baseline, their line, its name; and names of
	 * roofs. */
	int max = 4 * p->r->n_points + AISP_MAX_ROOFS * 40;

	if (aisp_labels_init(&p->labels, (struct aisp_box){ p->x, p->y, p->w, p->h },
			     max))
		return -1;
	draw_it(p);
	aisp_labels_release(&p->labels);
	return 0;
}

static int draw(const struct aisp_roofline *r, const struct aisp_layout *l, double y,
		FILE *f)
{
	double room = l->width - l->left - l->right;
	struct aisp_plot p = { l->left, y + TOP, room,  l->plot_height,
			       .r = r,  .l = l,  .f = f };
	int rc = 0;

	fprintf(f, "<text class=\"rl-title rl-end\" x=\"%.0f\" y=\"%.1f\">",
		l->width - l->right, y + 20);
	aisp_plot_text(f, r->device);
	fputs("</text>\n", f);
	if (r->n_moving) {
		if (r->n_moving < r->n_points && !l->is_narrow)
			p.w = fmin(fmax(40 * r->n_moving, 180), 280);
		rc = draw_plot(&p, aisp_plot_moving);
		if (l->is_narrow)
			p.y += TOP + l->plot_height + BOTTOM;
		else
			p.x += p.w + l->gap;
		p = (struct aisp_plot){ p.x,   p.y,    l->width - l->right - p.x,
					p.h,   .r = r, .l = l,
					.f = f };
	}
	if (!rc && r->n_moving < r->n_points)
		rc = draw_plot(&p, aisp_plot_computing);
	if (legend_height(r, l) > 0)
		draw_legend(r, l, y + plots_height(r, l) + LINE, f);
	return rc;
}

/* Makes the models of all devices, or returns -1 without memory; release n of them. */
static int init_all(struct aisp_roofline models[AISP_MAX_DEVICES], int *n,
		    const struct aisp_run *run)
{
	const char *devices[AISP_MAX_DEVICES];
	int n_devices = aisp_roofline_devices(run, devices);

	for (*n = 0; *n < n_devices; ++*n)
		if (aisp_roofline_init(&models[*n], run, devices[*n]))
			return -1;
	return 0;
}

static int draw_all(const struct aisp_roofline *models, int n,
		    const struct aisp_layout *l, const char *style, FILE *f)
{
	double height = n ? 0 : 60, y = 0;
	int rc = 0;

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
			"<text class=\"rl-axis\" x=\"%.0f\" "
			"y=\"36\">no valid result to draw</text>\n",
			l->left);
	for (int i = 0; i < n && !rc; i++) {
		rc = draw(&models[i], l, y, f);
		y += picture_height(&models[i], l);
	}
	fputs("</svg>\n", f);
	return rc;
}

static int print_svg(const struct aisp_run *run, const char *style, FILE *f)
{
	struct aisp_roofline *models = calloc(AISP_MAX_DEVICES, sizeof(*models));
	int n = 0, rc = models ? init_all(models, &n, run) : -1;

	if (!rc)
		rc = draw_all(models, n, &wide, style, f);
	if (!rc && !style) /* a page shows the one for its screen */
		rc = draw_all(models, n, &narrow, style, f);
	for (int i = 0; i < n; i++)
		aisp_roofline_release(&models[i]);
	free(models);
	return rc || ferror(f) ? -1 : 0;
}

int aisp_roofline_svg(const struct aisp_run *run, FILE *f)
{
	return print_svg(run, aisp_web_roofline_css, f);
}

int aisp_roofline_inline(const struct aisp_run *run, FILE *f)
{
	return print_svg(run, NULL, f);
}
