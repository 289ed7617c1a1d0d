/* SPDX-License-Identifier: MIT
 *
 * collective_svg.c - time and bus bandwidth by size, side by side, in the colours and
 * with the axes of the roofline.
 */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "collective.h"
#include "report/html_assets.h"
#include "report/roofline_picture.h"

#define WIDTH  960
#define HEIGHT 420
#define LINE   17

static const char *const colours[] = { "--base",   "--mark", "--library",
				       "--violet", "--sky",  "--good" };
#define N_COLOURS ((int)(sizeof(colours) / sizeof(colours[0])))

struct figure {
	const char *title;
	double (*of)(const struct collective_row *row);
};

static double time_us(const struct collective_row *row)
{
	return row->ns / 1e3;
}

/* If the collective has no bus bandwidth, uses algbw. */
static double bandwidth(const struct collective_row *row)
{
	return isnan(row->busbw) ? row->algbw : row->busbw;
}

static void scale(struct aisp_plot *p, const struct collective *c,
		  const struct figure *figure)
{
	for (int i = 0; i < c->n_rows; i++) {
		aisp_log_axis_include(&p->across, (double)c->rows[i].bytes);
		aisp_log_axis_include(&p->up, figure->of(&c->rows[i]));
	}
}

static void draw_size(const struct aisp_plot *p, int64_t bytes)
{
	static const char suffixes[] = " KMGT";
	int k = 0;

	for (; k < 4 && bytes % 1024 == 0; k++)
		bytes /= 1024;
	fprintf(p->f,
		"<text class=\"rl-tick rl-middle\" x=\"%.1f\" y=\"%.1f\">%" PRId64
		"%.*s</text>\n",
		aisp_plot_x(p, (double)bytes * pow(1024, k)), p->y + p->h + 20, bytes,
		k > 0, suffixes + k);
}

/* Draws as many sizes as have room for their names. */
static void draw_sizes(const struct aisp_plot *p, const struct collective *c)
{
	int n = collective_n_variants(c), n_sizes = n ? c->n_rows / n : 0;
	int every = 1 + n_sizes / 9;

	for (int i = 0; i < n_sizes; i += every)
		draw_size(p, c->rows[(size_t)i * (size_t)n].bytes);
	fprintf(p->f,
		"<text class=\"rl-axis rl-middle\" x=\"%.1f\" y=\"%.1f\">bytes, "
		"logarithmic</text>\n",
		p->x + p->w / 2, p->y + p->h + 39);
}

static void draw_line(const struct aisp_plot *p, const struct collective *c, int series,
		      const struct figure *figure)
{
	const char *colour = colours[series % N_COLOURS];
	int n = collective_n_variants(c);
	char word = 'M';

	fprintf(p->f, "<path style=\"fill:none;stroke:var(%s);stroke-width:1.8\" d=\"",
		colour);
	for (int i = series; i < c->n_rows; i += n) {
		double v = figure->of(&c->rows[i]);

		if (!(v > 0))
			continue;
		fprintf(p->f, "%c%.1f %.1f", word,
			aisp_plot_x(p, (double)c->rows[i].bytes), aisp_plot_y(p, v));
		word = 'L';
	}
	fputs("\"/>\n", p->f);
	for (int i = series; i < c->n_rows; i += n)
		if (figure->of(&c->rows[i]) > 0)
			fprintf(p->f,
				"<circle style=\"fill:var(%s)\" cx=\"%.1f\" "
				"cy=\"%.1f\" r=\"3\"/>\n",
				colour, aisp_plot_x(p, (double)c->rows[i].bytes),
				aisp_plot_y(p, figure->of(&c->rows[i])));
}

static void draw_plot(const struct collective *c, double x, const struct figure *figure,
		      FILE *f)
{
	static const struct aisp_layout layout = { .class = "rl" };
	struct aisp_plot p = {
		.x = x, .y = 40, .w = 380, .h = 280, .l = &layout, .f = f
	};

	scale(&p, c, figure);
	aisp_plot_up_axis(&p, figure->title);
	draw_sizes(&p, c);
	for (int i = 0; i < collective_n_variants(c); i++)
		draw_line(&p, c, i, figure);
}

static void draw_legend(const struct collective *c, FILE *f)
{
	for (int i = 0; i < collective_n_variants(c); i++) {
		double y = HEIGHT - 20 + LINE * i;

		fprintf(f,
			"<rect style=\"fill:var(%s)\" x=\"56\" y=\"%.0f\" width=\"14\" "
			"height=\"4\"/><text x=\"78\" y=\"%.0f\">",
			colours[i % N_COLOURS], y - 6, y);
		aisp_plot_text(f, c->rows[i].variant);
		fputs("</text>\n", f);
	}
}

void collective_svg(const struct collective *c, FILE *f)
{
	const struct figure time = { "time, us", time_us };
	const struct figure bus = { isnan(c->bus_factor) ? "algbw, GB/s"
							 : "busbw, GB/s",
				    bandwidth };

	fprintf(f,
		"<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"rl\" viewBox=\"0 0 "
		"%d %d\" role=\"img\" aria-label=\"time and bandwidth by size\">\n"
		"<style>%s%s</style>\n<rect class=\"rl-paper\" width=\"100%%\" "
		"height=\"100%%\"/>\n<text class=\"rl-title\" x=\"56\" y=\"16\">",
		WIDTH, HEIGHT + LINE * collective_n_variants(c), aisp_web_theme_css,
		aisp_web_roofline_css);
	aisp_plot_text(f, c->target);
	fprintf(f, ", %d ranks</text>\n", c->n_ranks);
	draw_plot(c, 56, &time, f);
	draw_plot(c, 536, &bus, f);
	draw_legend(c, f);
	fputs("</svg>\n", f);
}
