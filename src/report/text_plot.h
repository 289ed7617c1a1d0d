/* SPDX-License-Identifier: MIT
 *
 * text_plot.h - plots of characters, in ASCII or with the blocks and Braille
 * patterns of UTF-8.
 */
#ifndef AISP_TEXT_PLOT_H
#define AISP_TEXT_PLOT_H

#include <stddef.h>
#include <stdio.h>

/* Bytes for n_cells characters of a bar or a spark line. */
#define AISP_CELLS_SIZE(n_cells) (4 * (n_cells) + 1)

/* A bar of n_cells for a share of 1: "#####---". */
void aisp_text_bar(char *buf, size_t size, double share, int n_cells, int is_utf8);

/* A character per value from lo to hi; NaN is a blank; lo == hi is allowed. */
void aisp_text_spark(char *buf, size_t size, const double *v, int n, double lo,
		     double hi, int is_utf8);

/* A canvas of dots, with letters over them. */
struct aisp_canvas {
	int n_columns, n_rows; /* of characters */
	int is_utf8;
	/* Braille dots of each cell; in ASCII any bit means a dot. */
	unsigned char *dots;
	char *letters; /* '\0': none */
};

/* 0, or -1 without memory. */
int aisp_canvas_init(struct aisp_canvas *c, int n_columns, int n_rows, int is_utf8);
void aisp_canvas_release(struct aisp_canvas *c);

/* Draws from (x0, y0) to (x1, y1), each 0 to 1, y upwards; every nth dot. */
void aisp_canvas_line(struct aisp_canvas *c, double x0, double y0, double x1, double y1,
		      int nth);

/* Puts a letter at (x, y); if there is one already, beside it if there is room. */
void aisp_canvas_letter(struct aisp_canvas *c, double x, double y, char letter);

/* Puts text there, unless it would cover letters or cross the edge. */
void aisp_canvas_text(struct aisp_canvas *c, double x, double y, const char *text);

/* Prints a row, without trailing blanks; row 0 is the top. */
void aisp_canvas_print_row(const struct aisp_canvas *c, int row, FILE *f);

#endif
