/* SPDX-License-Identifier: MIT
 *
 * triage_charts.c - the timeline as inline SVG: a row of colours for each CPU, lines
 * for what has one value at a time.
 */
#include <math.h>
#include <string.h>

#include "triage_page.h"

#define WIDTH     640.0 /* so that a phone shows letters that can be read */
#define LEFT      96.0
#define HEIGHT    90.0
#define COLUMNS   240 /* of the colours; more samples are averaged */
#define LINES_MAX 64  /* rows of CPUs; more are averaged */
#define N_LINES   3   /* of a chart; triage.css has a colour and a dash for each */

static double end_of(const struct aisp_timeline *t)
{
	return t->n ? fmax(t->seconds[t->n - 1], 1e-3) : 1;
}

static double x_of(const struct aisp_timeline *t, double seconds)
{
	return LEFT + (WIDTH - LEFT) * seconds / end_of(t);
}

static void begin(const struct aisp_timeline *t, const char *title, double height,
		  FILE *f)
{
	fprintf(f,
		"<h3>%s</h3>\n<svg xmlns=\"http://www.w3.org/2000/svg\" "
		"class=\"timeline\" viewBox=\"0 0 %.0f %.0f\" role=\"img\" "
		"aria-label=\"%s\">\n",
		title, WIDTH + 4, height + 22, title);
	fprintf(f, "<text x=\"%.0f\" y=\"%.0f\">0</text>", LEFT, height + 17);
	fprintf(f, "<text x=\"%.0f\" y=\"%.0f\" text-anchor=\"end\">%.3g s</text>\n",
		WIDTH, height + 17, end_of(t));
}

/* The mean over some CPUs and samples. */
static double mean_busy(const struct aisp_timeline *t, int cpu, int n_cpus, int first,
			int n)
{
	double sum = 0;

	for (int i = first; i < first + n; i++)
		for (int c = cpu; c < cpu + n_cpus; c++)
			sum += (double)t->busy[(size_t)i * (size_t)t->n_cpus +
					       (size_t)c];
	return sum / (n * n_cpus);
}

static void draw_cpus(const struct aisp_timeline *t, FILE *f)
{
	int per_row = (t->n_cpus + LINES_MAX - 1) / LINES_MAX;
	int n_rows = (t->n_cpus + per_row - 1) / per_row;
	int per_column = (t->n + COLUMNS - 1) / COLUMNS;
	double row = fmin(18, 300.0 / n_rows);

	begin(t, "CPUs, busy", row * n_rows, f);
	fprintf(f,
		"<rect class=\"ground\" x=\"%.0f\" y=\"0\" width=\"%.0f\" "
		"height=\"%.1f\"/>\n",
		LEFT, WIDTH - LEFT, row * n_rows);
	for (int r = 0; r < n_rows; r++) {
		int cpu = r * per_row, n_cpus = t->n_cpus - cpu;

		n_cpus = n_cpus < per_row ? n_cpus : per_row;
		if (row >= 10 || r % 4 == 0)
			fprintf(f,
				"<text x=\"%.0f\" y=\"%.1f\" "
				"text-anchor=\"end\">CPU %d</text>\n",
				LEFT - 6, row * r + 13, cpu);
		for (int i = 0; i < t->n; i += per_column) {
			int n = t->n - i < per_column ? t->n - i : per_column;
			double from = x_of(t, i ? t->seconds[i - 1] : 0);
			double busy = mean_busy(t, cpu, n_cpus, i, n);

			fprintf(f,
				"<rect class=\"busy\" x=\"%.1f\" "
				"y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" "
				"fill-opacity=\"%.2f\"><title>CPU %d: %.0f "
				"%%</title></rect>\n",
				from, row * r,
				x_of(t, t->seconds[i + n - 1]) - from + 0.3, row - 1,
				fmin(fmax(busy, 0), 1), cpu, 100 * busy);
		}
	}
	fputs("</svg>\n", f);
}

/* A chart of some lines; values are strided. */
struct chart {
	const char *title, *unit;
	double scale; /* from values to the unit */
	double most;  /* at least the top of the axis, in the unit */
	int n_lines;
	const char *names[N_LINES];
	const double *values[N_LINES];
	size_t stride; /* in doubles */
};

static double top_of(const struct aisp_timeline *t, const struct chart *c)
{
	double top = c->most;

	for (int k = 0; k < c->n_lines; k++)
		for (int i = 0; i < t->n; i++)
			top = fmax(top, c->values[k][(size_t)i * c->stride] * c->scale);
	return top > 0 ? top : 1;
}

/* Leaves a gap where a value is unknown. */
static void draw_line(const struct aisp_timeline *t, const struct chart *c, int k,
		      double top, FILE *f)
{
	bool is_down = false;

	fprintf(f, "<path class=\"line line%d\" d=\"M0 0", k);
	for (int i = 0; i < t->n; i++) {
		double v = c->values[k][(size_t)i * c->stride] * c->scale;

		if (isnan(v)) {
			is_down = false;
			continue;
		}
		fprintf(f, "%c%.1f %.1f", is_down ? 'L' : 'M', x_of(t, t->seconds[i]),
			HEIGHT * (1 - v / top));
		is_down = true;
	}
	fputs("\"/>\n", f);
}

static void draw_chart(const struct aisp_timeline *t, const struct chart *c, FILE *f)
{
	double top = top_of(t, c);

	begin(t, c->title, HEIGHT, f);
	fprintf(f,
		"<path class=\"axis\" d=\"M%.0f 0V%.0fH%.0f\"/>"
		"<text x=\"%.0f\" y=\"12\" text-anchor=\"end\">%.4g %s</text>\n",
		LEFT, HEIGHT, WIDTH, LEFT - 6, top, c->unit);
	for (int k = 0; k < c->n_lines; k++) {
		draw_line(t, c, k, top, f);
		fprintf(f,
			"<text x=\"%.0f\" y=\"%d\" text-anchor=\"end\" "
			"class=\"line%d\">%s</text>\n",
			LEFT - 6, 36 + 20 * k, k, c->names[k]);
	}
	fputs("</svg>\n", f);
}

static void draw_gpus(const struct aisp_timeline *t, FILE *f)
{
	static const struct {
		const char *title, *unit;
		enum aisp_gpu_series series;
	} what[] = { { "SM clock", "MHz", AISP_GPU_SERIES_SM_MHZ },
		     { "power", "W", AISP_GPU_SERIES_POWER_W },
		     { "temperature", "&#176;C", AISP_GPU_SERIES_TEMPERATURE_C } };
	char title[64];

	for (int g = 0; g < t->n_gpus; g++)
		for (int k = 0; k < 3; k++) {
			struct chart c = { .title = title,
					   .unit = what[k].unit,
					   .scale = 1,
					   .n_lines = 1,
					   .names = { "" },
					   .values = { &t->gpu[0][g][what[k].series] },
					   .stride =
						   sizeof(t->gpu[0]) / sizeof(double) };

			snprintf(title, sizeof(title), "GPU %d, %s", g, what[k].title);
			draw_chart(t, &c, f);
		}
}

static void draw_totals(const struct aisp_timeline *t, FILE *f)
{
	const struct chart charts[] = {
		{ "CPUs taken by the hypervisor",
		  "CPUs",
		  1,
		  1,
		  1,
		  { "" },
		  { &t->series[0][AISP_SERIES_STEAL] },
		  AISP_N_SERIES },
		{ "Memory in use",
		  "GiB",
		  1.0 / (1 << 30),
		  t->memory_bytes / (1 << 30),
		  2,
		  { "memory", "swap" },
		  { &t->series[0][AISP_SERIES_MEMORY_USED],
		    &t->series[0][AISP_SERIES_SWAP_USED] },
		  AISP_N_SERIES },
		{ "Disks",
		  "MB/s",
		  1e-6,
		  1,
		  2,
		  { "read", "written" },
		  { &t->series[0][AISP_SERIES_DISK_READ],
		    &t->series[0][AISP_SERIES_DISK_WRITTEN] },
		  AISP_N_SERIES },
		{ "Network",
		  "MB/s",
		  1e-6,
		  1,
		  2,
		  { "received", "sent" },
		  { &t->series[0][AISP_SERIES_NET_RECEIVED],
		    &t->series[0][AISP_SERIES_NET_SENT] },
		  AISP_N_SERIES },
	};

	for (size_t i = 0; i < sizeof(charts) / sizeof(charts[0]); i++)
		draw_chart(t, &charts[i], f);
}

void triage_charts(const struct aisp_timeline *t, FILE *f)
{
	if (!t->n)
		return;
	draw_cpus(t, f);
	draw_totals(t, f);
	draw_gpus(t, f);
}
