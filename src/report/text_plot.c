/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "text_plot.h"

void aisp_text_bar(char *buf, size_t size, double share, int n_cells, int is_utf8)
{
	int n = (int)lround(fmin(fmax(share, 0), 1) * n_cells);
	size_t used = 0;

	for (int i = 0; i < n_cells && used < size; i++)
		used += (size_t)snprintf(buf + used, size - used, "%s",
					 i < n     ? is_utf8 ? "█" : "#"
					 : is_utf8 ? "░"
						   : "-");
}

void aisp_text_spark(char *buf, size_t size, const double *v, int n, double lo,
		     double hi, int is_utf8)
{
	static const char *const blocks[] = { "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█" };
	static const char *const plain[] = { "_", ".", "-", "=", "+", "*", "#", "@" };
	size_t used = 0;

	buf[0] = '\0';
	for (int i = 0; i < n && used < size; i++) {
		double share = hi > lo ? (v[i] - lo) / (hi - lo) : 0.5;
		int level = isnan(v[i]) ? -1 : (int)fmin(fmax(share, 0) * 8, 7);

		used += (size_t)snprintf(buf + used, size - used, "%s",
					 level < 0 ? " "
					 : is_utf8 ? blocks[level]
						   : plain[level]);
	}
}

int aisp_canvas_init(struct aisp_canvas *c, int n_columns, int n_rows, int is_utf8)
{
	size_t n = (size_t)n_columns * (size_t)n_rows;

	*c = (struct aisp_canvas){ n_columns, n_rows, is_utf8, calloc(n, 1),
				   calloc(n, 1) };
	if (c->dots && c->letters)
		return 0;
	aisp_canvas_release(c);
	return -1;
}

void aisp_canvas_release(struct aisp_canvas *c)
{
	free(c->dots);
	free(c->letters);
	c->dots = NULL;
	c->letters = NULL;
}

/* Dots across a character: Braille has 2 x 4. */
static int dots_across(const struct aisp_canvas *c)
{
	return c->is_utf8 ? 2 : 1;
}

static int dots_up(const struct aisp_canvas *c)
{
	return c->is_utf8 ? 4 : 1;
}

static void set_dot(struct aisp_canvas *c, int x, int y)
{
	/* U+2800's bits, from the top: left 0 1 2 6, right 3 4 5 7. */
	static const unsigned char bits[4][2] = {
		{ 1, 8 }, { 2, 16 }, { 4, 32 }, { 64, 128 }
	};
	int column = x / dots_across(c), row = y / dots_up(c);

	if (x < 0 || y < 0 || column >= c->n_columns || row >= c->n_rows)
		return;
	c->dots[row * c->n_columns + column] |=
		bits[y % dots_up(c)][x % dots_across(c)];
}

void aisp_canvas_line(struct aisp_canvas *c, double x0, double y0, double x1, double y1,
		      int nth)
{
	double w = c->n_columns * dots_across(c) - 1, h = c->n_rows * dots_up(c) - 1;
	int n = (int)ceil(fmax(fabs(x1 - x0) * w, fabs(y1 - y0) * h));

	for (int i = 0; i <= n; i += nth) {
		double t = n ? (double)i / n : 0;

		set_dot(c, (int)lround((x0 + t * (x1 - x0)) * w),
			(int)lround((1 - y0 - t * (y1 - y0)) * h));
	}
}

static int column_of(const struct aisp_canvas *c, double x)
{
	return (int)lround(x * (c->n_columns - 1));
}

static char *row_of(const struct aisp_canvas *c, double y)
{
	return c->letters + lround((1 - y) * (c->n_rows - 1)) * c->n_columns;
}

void aisp_canvas_letter(struct aisp_canvas *c, double x, double y, char letter)
{
	char *row = row_of(c, y);
	int at = column_of(c, x);

	while (at + 1 < c->n_columns && row[at] && row[at] != letter)
		at++;
	row[at] = letter;
}

void aisp_canvas_text(struct aisp_canvas *c, double x, double y, const char *text)
{
	int at = column_of(c, x), n = (int)strlen(text);
	char *row = row_of(c, y);

	if (at + n > c->n_columns)
		return;
	for (int i = 0; i < n; i++)
		if (row[at + i])
			return;
	memcpy(row + at, text, (size_t)n);
}

static void print_cell(const struct aisp_canvas *c, int i, FILE *f)
{
	unsigned char dots = c->dots[i];

	if (c->letters[i])
		fputc(c->letters[i], f);
	else if (!dots)
		fputc(' ', f);
	else if (!c->is_utf8)
		fputc('.', f);
	else /* U+2800 + dots in UTF-8 */
		fprintf(f, "\xe2%c%c", 0xa0 | dots >> 6, 0x80 | (dots & 0x3f));
}

void aisp_canvas_print_row(const struct aisp_canvas *c, int row, FILE *f)
{
	int first = row * c->n_columns, end = first + c->n_columns;

	while (end > first && !c->letters[end - 1] && !c->dots[end - 1])
		end--;
	for (int i = first; i < end; i++)
		print_cell(c, i, f);
	fputc('\n', f);
}
