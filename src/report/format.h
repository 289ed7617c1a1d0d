/* SPDX-License-Identifier: MIT
 *
 * format.h - figures and names for people.
 */
#ifndef AISP_FORMAT_H
#define AISP_FORMAT_H

#include <stddef.h>
#include <stdio.h>

/* Four significant digits; "" for NaN. */
void aisp_format_number(char *buf, size_t size, double v);

/* The shortest decimal that reads back as v; "" for NaN. */
void aisp_format_exact(char *buf, size_t size, double v);

/* "812.3 us" from nanoseconds; "" for NaN. */
void aisp_format_ns(char *buf, size_t size, double ns);

/* "1.934x [1.921, 1.947]"; without the interval if lo is NaN, "" if ratio is. */
void aisp_format_ratio(char *buf, size_t size, double ratio, double lo, double hi);

/*
 * A copy on one line, cut between characters: control characters, which could
 * drive a terminal, as '?'.
 */
void aisp_format_text(char *buf, size_t size, const char *text);

/* The whole text, as aisp_format_text() copies it. */
void aisp_print_text(FILE *f, const char *text);

/* Prints at most n_bytes of it: of a hash, a date. */
void aisp_print_begin(FILE *f, const char *text, size_t n_bytes);

/* Prints n bytes; characters that begin markup, a column or HTML get a backslash. */
void aisp_print_markdown(FILE *f, const char *text, size_t n);

/* The columns that UTF-8 text takes on a terminal. */
int aisp_text_width(const char *text);

#endif
