/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>

#include "format.h"
#include "report.h"
#include "rivals_parts.h"

/* A vendor's library is no step of anybody's. */
static bool is_rung(const struct aisp_rivals *g, int i)
{
	return g->rivals[i].arm->kind != AISP_KIND_LIBRARY;
}

/* "45.6 % of DRAM, 1 thread": what binds, once all of it is used. */
static void print_limit(const struct aisp_rival *r, FILE *f)
{
	char roof[256];

	aisp_format_text(roof, sizeof(roof), r->arm->sol.roof);
	if (!isnan(r->fraction))
		fprintf(f, "%5.1f %% of %s", 100 * r->fraction, roof);
	else
		fputs("not known", f);
}

/* One rung: against the one below, against the first, what its line of the source says
 * that it does. */
static void print_rung(const struct aisp_rivals *g, int n, const int *rungs, int width,
		       FILE *f)
{
	const struct aisp_rival *r = &g->rivals[rungs[n]];
	char name[256], ns[32], below[96] = "", first[96] = "";

	aisp_format_text(name, sizeof(name), r->arm->variant);
	aisp_format_ns(ns, sizeof(ns), r->ns);
	if (n)
		aisp_edge_text(below, sizeof(below), &g->edges[rungs[n]][rungs[n - 1]]);
	if (n > 1)
		aisp_edge_text(first, sizeof(first), &g->edges[rungs[n]][rungs[0]]);
	fprintf(f, "  %3d  %-*s  %-9s  %-26s  %-26s  %8.4g  ", n + 1, width, name, ns,
		below, first, r->arm->gb_per_s);
	print_limit(r, f);
	fputs("; ", f);
	aisp_print_clean(f, r->arm->summary);
	fputc('\n', f);
}

/* From the slowest to the fastest. */
static bool print_ladder(const struct aisp_rivals *g, FILE *f)
{
	int rungs[AISP_MAX_RIVALS], n = 0, width = aisp_rivals_width(g);

	for (int i = g->n - 1; i >= 0; i--)
		if (is_rung(g, g->order[i]))
			rungs[n++] = g->order[i];
	if (n < MIN_RANKED || g->result->score)
		return false;
	fprintf(f, "ladder of %s ", g->name);
	aisp_print_clean(f, g->params);
	fprintf(f, ": %d rungs, intervals hold together at %.1f %%\n", n,
		100 * g->confidence);
	fprintf(f, "  %3s  %-*s  %-9s  %-26s  %-26s  %8s  %s\n", "", width, "variant",
		"time", "over the rung below", "over the first", "GB/s",
		"of the limit; what it does");
	for (int i = 0; i < n; i++)
		print_rung(g, i, rungs, width, f);
	return true;
}

int aisp_report_ladder(const struct aisp_run *run, FILE *f)
{
	struct aisp_rivals *groups = NULL;
	int n = aisp_rivals_read(&groups, run), n_printed = 0;

	for (int i = 0; i < n; i++)
		n_printed += print_ladder(&groups[i], f);
	free(groups);
	if (n >= 0 && !n_printed)
		fputs("no ladder: no workload with three variants that are judged by "
		      "time\n",
		      f);
	return n < 0 || ferror(f) ? -1 : 0;
}
