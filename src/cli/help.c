/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "help.h"

#define WIDTH  79
#define COLUMN 29  /* where the text of an option begins */
#define WIDE   150 /* likewise in argp's output: no spelling is as long */

/*
 * glibc's argp may print the margin of a wrapped line before text that it still holds
 * back.  So argp wraps nothing, and we do.
 */
#define UNWRAPPED "rmargin=9999,opt-doc-col=150"

/* argp_parse() adds the same options. */
static const struct argp_option common[] = {
	{ "help", '?', NULL, 0, "Give this help list", -1 },
	{ "usage", 1, NULL, 0, "Give a short usage message", -1 },
	{ "version", 'V', NULL, 0, "Print program version", -1 },
	{ 0 }
};

/* Prints words from this column on; further lines begin at the indentation. */
static void print_wrapped(const char *text, int column, int indent, FILE *f)
{
	int gap = 0, n;

	for (; *(text += strspn(text, " ")); text += n, gap = (int)strspn(text, " ")) {
		n = (int)strcspn(text, " ");
		if (gap && column + gap + n > WIDTH) {
			fprintf(f, "\n%*s", indent, "");
			column = indent;
			gap = 0;
		}
		fprintf(f, "%*s%.*s", gap, "", n, text);
		column += gap + n;
	}
	fputc('\n', f);
}

static void print_option(const char *line, FILE *f)
{
	int n = (int)strnlen(line, WIDE);
	const char *what = line + n;

	while (n && line[n - 1] == ' ')
		n--;
	fprintf(f, "%.*s", n, line);
	if (!*what)
		fputc('\n', f);
	else if (n + 1 > COLUMN)
		fprintf(f, "\n%*s", COLUMN, "");
	else
		fprintf(f, "%*s", COLUMN - n, "");
	if (*what)
		print_wrapped(what, COLUMN, COLUMN, f);
}

static void print_line(const char *line, FILE *f)
{
	size_t n = strspn(line, " ");

	if ((n && line[n] == '-') || n >= WIDE)
		print_option(line, f);
	else if (strlen(line) <= WIDTH)
		fprintf(f, "%s\n", line);
	else
		print_wrapped(line, 0, 0, f);
}

int print_help(const struct argp *argp, char *name, FILE *f)
{
	const struct argp more = { .options = common };
	const struct argp_child parts[] = { { argp, 0, NULL, 0 },
					    { &more, 0, NULL, 0 },
					    { 0 } };
	const struct argp whole = { .children = parts };
	char *text = NULL, *rest, *line;
	size_t size;
	FILE *to;

	if (getenv("ARGP_HELP_FMT")) {
		argp_help(&whole, f, ARGP_HELP_STD_HELP, name);
		return 0;
	}
	to = open_memstream(&text, &size);
	if (!to)
		return -1;
	setenv("ARGP_HELP_FMT", UNWRAPPED, 1);
	argp_help(&whole, to, ARGP_HELP_STD_HELP, name);
	if (fclose(to)) {
		free(text);
		return -1;
	}
	for (rest = text; (line = strsep(&rest, "\n")) && rest;)
		print_line(line, f);
	free(text);
	return 0;
}
