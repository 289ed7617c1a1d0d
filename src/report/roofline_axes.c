/* SPDX-License-Identifier: MIT
 *
 * roofline_axes.c - the frame of a plot: its axes, and the roofs with their names.
 */
#include <math.h>

#include "format.h"
#include "html_page.h"
#include "roofline_picture.h"

double aisp_plot_x(const struct aisp_plot *p, double v)
{
	return p->x + p->w * aisp_log_axis_at(&p->across, v);
}

double aisp_plot_y(const struct aisp_plot *p, double v)
{
	return p->y + p->h * (1 - aisp_log_axis_at(&p->up, v));
}

void aisp_plot_text(FILE *f, const char *text)
{
	char clean[1024];

	aisp_format_text(clean, sizeof(clean), text);
	aisp_html_escape(clean, f);
}

/* m times a power of ten: 0.01, 2, 500, 10k */
static void format_tick(char *buf, size_t size, int m, int exponent)
{
	if (exponent >= 3)
		snprintf(buf, size, "%.0f%c", m * pow(10, exponent % 3),
			 "kMGTPE"[exponent < 21 ? exponent / 3 - 1 : 5]);
	else
		snprintf(buf, size, "%.*f", exponent < 0 ? -exponent : 0,
			 m * pow(10, exponent));
}

/* Ticks between powers of ten: 2 and 5, labelled if few powers are on the axis. */
static const int between[] = { 2, 5 };

static int is_named(const struct aisp_log_axis *a)
{
	return a->hi - a->lo < 4.2;
}

static void draw_up_tick(const struct aisp_plot *p, int m, int exponent)
{
	double v = m * pow(10, exponent), y = aisp_plot_y(p, v);
	char label[32];

	if (log10(v) > p->up.hi)
		return;
	fprintf(p->f, "<path class=\"rl-grid\" d=\"M%.1f %.1fh%.1f\"/>", p->x, y,
		m == 1 ? p->w : 5);
	if (m > 1 && !is_named(&p->up))
		return;
	format_tick(label, sizeof(label), m, exponent);
	fprintf(p->f,
		"<text class=\"rl-tick rl-end\" x=\"%.1f\" y=\"%.1f\">%s</text>\n",
		p->x - 6, y + 4, label);
}

void aisp_plot_up_axis(const struct aisp_plot *p, const char *title)
{
	fprintf(p->f,
		"<rect class=\"rl-frame\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" "
		"height=\"%.1f\"/>\n<text class=\"rl-axis\" x=\"%.1f\" "
		"y=\"%.1f\">%s, logarithmic</text>\n",
		p->x, p->y, p->w, p->h, p->x - 40, p->y - 12, title);
	for (int k = p->up.lo; k <= p->up.hi; k++) {
		draw_up_tick(p, 1, k);
		for (int i = 0; i < 2; i++)
			draw_up_tick(p, between[i], k);
	}
}

static void draw_across_tick(const struct aisp_plot *p, int m, int exponent)
{
	double v = m * pow(10, exponent), x = aisp_plot_x(p, v);
	char label[32];

	if (log10(v) > p->across.hi)
		return;
	fprintf(p->f, "<path class=\"rl-grid\" d=\"M%.1f %.1fv%.1f\"/>", x, p->y + p->h,
		m == 1 ? -p->h : -5);
	if (m > 1 && !(p->across.hi - p->across.lo < 3.2 && !p->l->is_narrow))
		return;
	format_tick(label, sizeof(label), m, exponent);
	fprintf(p->f,
		"<text class=\"rl-tick rl-middle\" x=\"%.1f\" y=\"%.1f\">%s</text>\n",
		x, p->y + p->h + 20, label);
}

void aisp_plot_across_axis(const struct aisp_plot *p)
{
	for (int k = p->across.lo; k <= p->across.hi; k++) {
		draw_across_tick(p, 1, k);
		for (int i = 0; i < 2; i++)
			draw_across_tick(p, between[i], k);
	}
	fprintf(p->f,
		"<text class=\"rl-axis rl-middle\" x=\"%.1f\" y=\"%.1f\">FLOP per "
		"byte, logarithmic</text>\n",
		p->x + p->w / 2, p->y + p->h + 39);
}

/* A dashed line says "more threads" if there is no room for their number. */
static void format_roof_name(char *buf, size_t size, const struct aisp_plot *p,
			     const struct aisp_roof_line *line)
{
	char rate[32], threads[32] = "";

	aisp_format_number(rate, sizeof(rate), line->rate);
	if (line->n_threads > 1 && !p->l->is_narrow)
		snprintf(threads, sizeof(threads), ", %d thr.", line->n_threads);
	snprintf(buf, size, "%.*s %s%s", p->l->is_narrow ? 5 : 40, line->name, rate,
		 threads);
}

static const char *roof_class(const struct aisp_roof_line *line)
{
	return line->n_threads > 1 ? "rl-roof rl-wide" : "rl-roof";
}

/* Writes names beside the right end; *below keeps them apart, from the top down. */
void aisp_plot_level(const struct aisp_plot *p, const struct aisp_roof_line *line,
		     double x, double *below)
{
	double y = aisp_plot_y(p, line->rate);
	double label = fmax(y + 4, *below);
	char name[128];

	format_roof_name(name, sizeof(name), p, line);
	fprintf(p->f,
		"<path class=\"%s\" d=\"M%.1f %.1fH%.1f\"/><text class=\"rl-label\" "
		"x=\"%.1f\" y=\"%.1f\">",
		roof_class(line), x, y, p->x + p->w, p->x + p->w + 5, label);
	aisp_plot_text(p->f, name);
	fputs("</text>\n", p->f);
	*below = label + AISP_LABEL_HEIGHT;
}

#define PIECE 8.0  /* length of a piece of a name on a slope */
#define FIRST 12.0 /* from the slope's begin to the first name */
#define ABOVE 15   /* the top of a name, from its slope */

/* A bandwidth in the plot: from here, upwards. */
struct slope {
	double x, y, angle, length;
};

/* GFLOP/s = GB/s x FLOP/byte, up to `top` GFLOP/s. */
static struct slope slope_of(const struct aisp_plot *p,
			     const struct aisp_roof_line *line, double top)
{
	double least = fmax(pow(10, p->across.lo), pow(10, p->up.lo) / line->rate);
	double most = fmin(pow(10, p->across.hi), top / line->rate);
	double x = aisp_plot_x(p, least), y = aisp_plot_y(p, least * line->rate);
	double run = aisp_plot_x(p, most) - x,
	       rise = aisp_plot_y(p, most * line->rate) - y;

	return (struct slope){ x, y, atan2(rise, run), run < 1 ? 0 : hypot(run, rise) };
}

/* The box of a piece of a name, at this distance along the slope: the name leans back.
 */
static struct aisp_box piece(const struct slope *s, double at)
{
	double up = ABOVE * cos(s->angle), back = -ABOVE * sin(s->angle);

	return (struct aisp_box){ s->x + at * cos(s->angle) - back,
				  s->y + (at + PIECE) * sin(s->angle) - up,
				  PIECE * cos(s->angle) + back,
				  up - PIECE * sin(s->angle) };
}

/* Takes boxes along a slope's name, so that no other name covers it. */
static void take_slope(struct aisp_plot *p, const struct slope *s, double from,
		       double to)
{
	for (int i = 0; from + i * PIECE < to; i++)
		aisp_labels_take(&p->labels, piece(s, from + i * PIECE));
}

static bool is_slope_free(const struct aisp_plot *p, const struct slope *s, double from,
			  double to)
{
	for (int i = 0; from + i * PIECE < to; i++) {
		struct aisp_box box = piece(s, from + i * PIECE);

		if (!aisp_labels_are_clear(&p->labels, &box))
			return false;
	}
	return true;
}

/* The first free place for a name from `along` on; NaN: none. */
static double room_from(const struct aisp_plot *p, const struct slope *s, double along,
			double length)
{
	for (int i = 0; along + i * PIECE + length <= s->length; i++)
		if (is_slope_free(p, s, along + i * PIECE, along + i * PIECE + length))
			return along + i * PIECE;
	return NAN;
}

/* There, or else anywhere on the slope. */
static double room_on_slope(const struct aisp_plot *p, const struct slope *s,
			    double along, double length)
{
	double there = room_from(p, s, along, length);

	return isnan(there) ? room_from(p, s, FIRST, length) : there;
}

void aisp_plot_slope(const struct aisp_plot *p, const struct aisp_roof_line *line,
		     double top)
{
	const struct slope s = slope_of(p, line, top);
	char name[128];

	if (!(s.length > 0))
		return;
	format_roof_name(name, sizeof(name), p, line);
	fprintf(p->f, "<path class=\"%s\" d=\"M%.1f %.1fl%.1f %.1f\"><title>",
		roof_class(line), s.x, s.y, s.length * cos(s.angle),
		s.length * sin(s.angle));
	aisp_plot_text(p->f, name);
	fputs(" GB/s</title></path>\n", p->f);
}

void aisp_plot_slope_name(struct aisp_plot *p, const struct aisp_roof_line *line,
			  double top, int n_before)
{
	const struct slope s = slope_of(p, line, top);
	double along = FIRST + (line->n_threads > 1 ? 120 : 0) + 4 * n_before, length;
	char name[128];

	format_roof_name(name, sizeof(name), p, line);
	length = AISP_LABEL_CHARACTER * (aisp_text_width(name) + 5);
	along = room_on_slope(p, &s, along, length);
	if (isnan(along))
		return;
	take_slope(p, &s, along, along + length);
	fprintf(p->f,
		"<text class=\"rl-label rl-name\" transform=\"translate(%.1f %.1f) "
		"rotate(%.2f) translate(%.1f -4)\">",
		s.x, s.y, s.angle * 180 / M_PI, along);
	aisp_plot_text(p->f, name);
	fputs(" GB/s</text>\n", p->f);
}
