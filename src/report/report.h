/* SPDX-License-Identifier: MIT
 *
 * report.h - print a run, fresh or loaded again.
 *
 * Every function depends on its arguments only and decides nothing.  For an INVALID
 * result, it shows the reason but no figures; they are in results.json.  Returns 0, or
 * -1 if memory ran out or f cannot be written.
 */
#ifndef AISP_REPORT_H
#define AISP_REPORT_H

#include <stdio.h>

#include "run/model.h"

struct aisp_style {
	int width; /* columns to fit into; 0: no limit */
	int is_colour;
	int is_utf8; /* more than ASCII may be printed */
};

/*
 * The style for f: a terminal has a width, and colours unless $NO_COLOR is set; the
 * environment's locale decides which characters can be shown.
 */
struct aisp_style aisp_style_of(FILE *f);

/* Prints a table for people, in the style for f, or in a given one. */
int aisp_report_table(const struct aisp_run *run, FILE *f);
int aisp_report_table_styled(const struct aisp_run *run, struct aisp_style style,
			     FILE *f);

/* Prints the table, the roofline, and everything known about each result. */
int aisp_report_details(const struct aisp_run *run, FILE *f);

/* Compares variants with each other: rankings and sweeps, see rivals_text.h. */
int aisp_report_ranking(const struct aisp_run *run, FILE *f);

/* The variants of a workload as steps from the slowest on, with the gain of each. */
int aisp_report_ladder(const struct aisp_run *run, FILE *f);

/* GitHub's Markdown. */
int aisp_report_markdown(const struct aisp_run *run, FILE *f);

/* RFC 4180: a header, then a row per result; unknown values are empty. */
int aisp_report_csv(const struct aisp_run *run, FILE *f);

/* The document itself. */
int aisp_report_json(const struct aisp_run *run, FILE *f);

/* A page in one file that needs no network. */
int aisp_report_html(const struct aisp_run *run, FILE *f);

typedef int aisp_report_function(const struct aisp_run *, FILE *);

/* Finds by name: "table", "details", "ranking", "ladder", "md", "csv", "json", "html";
 * else NULL. */
aisp_report_function *aisp_report_find(const char *name);

#endif
