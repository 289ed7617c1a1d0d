/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "format.h"
#include "left_out_text.h"
#include "report.h"
#include "rivals_parts.h"

/* The rungs of one ladder, the lowest first. */
struct ladder {
	const struct aisp_rivals *of;
	int rung[AISP_MAX_RIVALS], n;
	const char *order; /* why in this order */
};

/* A vendor's library is no rung. */
static bool is_rung(const struct aisp_rivals *g, int i)
{
	return g->rivals[i].arm->kind != AISP_KIND_LIBRARY;
}

static const char *word_of(const struct aisp_edge *e, double margin)
{
	return aisp_word_name(aisp_word_of_interval(e->lo, e->hi, margin, NULL));
}

static void print_roof(const struct aisp_rival *r, FILE *f)
{
	char roof[256];

	aisp_format_text(roof, sizeof(roof), r->arm->sol.roof);
	if (isnan(r->fraction))
		fputs("not known", f);
	else
		fprintf(f, "%.1f %% of %s", 100 * r->fraction, roof);
}

/* Prints "12.3 -> 45.6 % of DRAM": the limits of the rung below and of this one. */
static void print_limit(const struct aisp_rival *r, const struct aisp_rival *below,
			FILE *f)
{
	if (below && !isnan(below->fraction) && !isnan(r->fraction) &&
	    !strcmp(below->arm->sol.roof, r->arm->sol.roof)) {
		fprintf(f, "%.1f -> ", 100 * below->fraction);
	} else if (below) {
		print_roof(below, f);
		fputs(" -> ", f);
	}
	print_roof(r, f);
}

/* Prints one rung: its gain over the one below and the first, and the summary in its
 * source. */
static void print_rung(const struct ladder *l, int n, int width, FILE *f)
{
	const struct aisp_rivals *g = l->of;
	int here = l->rung[n], under = n ? l->rung[n - 1] : here;
	const struct aisp_edge *edges = g->edges[here];
	const struct aisp_rival *r = &g->rivals[here];
	char name[256], ns[32], below[96] = "", first[96] = "";

	aisp_format_text(name, sizeof(name), r->arm->variant);
	aisp_format_ns(ns, sizeof(ns), r->ns);
	if (here != under)
		aisp_edge_text(below, sizeof(below), &edges[under]);
	if (here != under && under != l->rung[0])
		aisp_edge_text(first, sizeof(first), &edges[l->rung[0]]);
	fprintf(f, "  %3d  %-*s  %-9s  %-26s  %-12s  %-26s  %8.4g  ", n + 1, width,
		name, ns, below, here != under ? word_of(&edges[under], g->margin) : "",
		first, r->arm->gb_per_s);
	print_limit(r, here != under ? &g->rivals[under] : NULL, f);
	fputs("; ", f);
	aisp_print_clean(f, r->arm->summary);
	fputc('\n', f);
}

static void print_ladder(const struct ladder *l, FILE *f)
{
	const struct aisp_rivals *g = l->of;
	const struct aisp_run_arm *first = g->rivals[l->rung[0]].arm;
	int width = aisp_rivals_width(g);

	fprintf(f, "ladder of %s ", g->name);
	aisp_print_clean(f, g->params);
	fprintf(f,
		": %d rungs %s, %.4g MB a call, intervals hold together at %.1f %%\n",
		l->n, l->order, 1e-6 * first->gb_per_s * first->median_ns,
		100 * g->confidence);
	fprintf(f, "  %3s  %-*s  %-9s  %-26s  %-12s  %-26s  %8s  %s\n", "", width,
		"variant", "time", "over the rung below", "verdict", "over the first",
		"GB/s", "of the limit, below -> here; what it does");
	for (int i = 0; i < l->n; i++)
		print_rung(l, i, width, f);
}

/* Prints the rungs that have a place, from the slowest to the fastest. */
static bool print_by_time(const struct aisp_rivals *g, FILE *f)
{
	struct ladder l = { .of = g, .order = "by time" };

	for (int i = g->n - 1; i >= 0; i--)
		if (is_rung(g, g->order[i]) && g->rivals[g->order[i]].place)
			l.rung[l.n++] = g->order[i];
	if (l.n < MIN_RANKED)
		return false;
	print_ladder(&l, f);
	return true;
}

#define NO_RUNG (-1) /* the variant that it comes after has no figure */

/* The variant that this one comes after: by its source, else the baseline. */
static int said(const struct aisp_rivals *g, int i)
{
	static const char head[] = "optimized_"; /* a baseline may be called alike */
	const char *after = g->rivals[i].arm->after;

	if (!*after)
		return 0;
	for (int k = 1; k < g->n; k++) {
		const char *name = g->rivals[k].arm->variant;

		if (!strncmp(name, head, strlen(head)) &&
		    !strcmp(name + strlen(head), after))
			return k;
	}
	return NO_RUNG;
}

/* Does the way down from it lead back to it? */
static bool is_circular(const struct aisp_rivals *g, int i)
{
	int at = said(g, i);

	for (int n = 0; at > 0 && at != i && n < g->n; n++)
		at = said(g, at);
	return at == i;
}

/* As its source says, unless that leads nowhere. */
static int below(const struct aisp_rivals *g, int i)
{
	return is_circular(g, i) ? 0 : said(g, i);
}

static void print_circular(const struct aisp_rivals *g, FILE *f)
{
	for (int i = 1; i < g->n; i++) {
		const struct aisp_run_arm *a = g->rivals[i].arm;

		if (!is_rung(g, i) || !is_circular(g, i))
			continue;
		aisp_print_clean(f, a->variant);
		fputs(" comes after itself, by AFTER: ", f);
		aisp_print_clean(f, a->after);
		fputs(" in its source, which is ignored\n", f);
	}
}

static bool is_top(const struct aisp_rivals *g, int i)
{
	for (int k = 1; k < g->n; k++)
		if (is_rung(g, k) && k != i && below(g, k) == i)
			return false;
	return true;
}

/* Follows the rungs from the top down to the baseline. If it does not get there, prints
 * why and returns false. */
static bool climb_down(struct ladder *l, int top, FILE *f)
{
	const struct aisp_rivals *g = l->of;
	int path[AISP_MAX_RIVALS], at = top, last = top;

	l->n = 0;
	for (; at > 0 && l->n < g->n; at = below(g, at))
		path[l->n++] = last = at;
	if (at) {
		const struct aisp_run_arm *lowest = g->rivals[last].arm;

		fprintf(f, "no ladder of %s up to ", g->name);
		aisp_print_clean(f, g->rivals[top].arm->variant);
		fputs(": ", f);
		aisp_print_clean(f, lowest->variant);
		fputs(" comes after ", f);
		aisp_print_clean(f, lowest->after);
		fputs(", which has no figure here\n", f);
		return false;
	}
	for (int i = 0; i < l->n; i++)
		l->rung[l->n - i] = path[i];
	l->rung[0] = 0;
	l->n++;
	return true;
}

/* Prints a ladder, by the sources' own order, for each variant without a successor. */
static bool print_as_said(const struct aisp_rivals *g, FILE *f)
{
	struct ladder l = { .of = g, .order = "as their sources say" };
	bool is_said = false, is_printed = false;

	for (int i = 1; i < g->n; i++)
		is_said |=
			is_rung(g, i) && *g->rivals[i].arm->after && !is_circular(g, i);
	print_circular(g, f);
	for (int i = 1; is_said && i < g->n; i++) {
		if (!is_rung(g, i) || !is_top(g, i))
			continue;
		if (!climb_down(&l, i, f))
			is_printed = true;
		else if (l.n >= MIN_RANKED) {
			print_ladder(&l, f);
			is_printed = true;
		}
	}
	return is_printed;
}

int aisp_report_ladder(const struct aisp_run *run, FILE *f)
{
	struct aisp_rivals *groups = NULL;
	int n = aisp_rivals_read(&groups, run, AISP_RIVALS_BY_TIME), n_printed = 0;

	aisp_left_out_line(run, f);
	for (int i = 0; i < n; i++)
		n_printed +=
			!groups[i].result->score &&
			(print_as_said(&groups[i], f) || print_by_time(&groups[i], f));
	free(groups);
	if (n >= 0 && !n_printed)
		fputs("no ladder: no workload with three variants that are judged by "
		      "time\n",
		      f);
	return n < 0 || ferror(f) ? -1 : 0;
}
