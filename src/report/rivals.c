/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/pairing.h"
#include "base/stats.h"
#include "format.h"
#include "rivals.h"
#include "row.h"

/* The launches of an arm that count. */
struct launches {
	int64_t *blocks;
	double *values; /* ns, or scores */
	int n;
};

/* Others on the CPUs change times, but not the score of a launch. */
static bool counts(const struct aisp_rivals *g, const struct aisp_run_launch *l)
{
	return *g->score ? l->status == AISP_ENDED_OK && l->block >= 0 && l->score > 0
			 : aisp_launch_counts(l);
}

static int read_launches(struct launches *l, const struct aisp_rivals *g,
			 const struct aisp_run_arm *arm)
{
	*l = (struct launches){ calloc((size_t)arm->n_launches + 1, sizeof(*l->blocks)),
				calloc((size_t)arm->n_launches + 1, sizeof(*l->values)),
				0 };
	if (!l->blocks || !l->values)
		return -1;
	for (int i = 0; i < arm->n_launches; i++) {
		const struct aisp_run_launch *launch = &arm->launches[i];

		if (!counts(g, launch))
			continue;
		l->blocks[l->n] = launch->block;
		l->values[l->n++] = *g->score ? launch->score : launch->median_ns;
	}
	return 0;
}

static void release_launches(struct launches *l)
{
	free(l->blocks);
	free(l->values);
}

/* 1 or -1 if the interval lies beyond the margin, as in the judge's rule; else 0. */
static int sign_of(const struct aisp_edge *e, double margin)
{
	return e->lo > 1 + margin ? 1 : e->hi < 1 / (1 + margin) ? -1 : 0;
}

/* Compares a with b.  Returns 0, or -1 without memory. */
static int measure_edge(const struct aisp_rivals *g, struct aisp_edge *e,
			const struct launches *a, const struct launches *b,
			double level)
{
	double sense = g->more_is_better ? -1 : 1;
	struct aisp_pair *pairs = calloc((size_t)a->n + 1, sizeof(*pairs));
	double *d = calloc((size_t)a->n + 1, sizeof(*d));
	int n = 0;

	*e = (struct aisp_edge){ NAN, NAN, NAN, 0 };
	if (pairs && d)
		n = aisp_pair_launches(a->blocks, a->n, b->blocks, b->n, pairs);
	for (int i = 0; i < n; i++)
		d[i] = sense * log(b->values[pairs[i].b] / a->values[pairs[i].a]);
	if (n >= AISP_RIVALS_MIN_PAIRS) {
		struct aisp_interval in = aisp_mean_interval(d, n, level);

		*e = (struct aisp_edge){ exp(aisp_mean(d, n)), exp(in.lo), exp(in.hi),
					 0 };
		e->sign = sign_of(e, g->margin);
	}
	free(pairs);
	free(d);
	return pairs && d ? 0 : -1;
}

/* The verdict knows more than the pairs, such as that others slow the arms down: if it
 * leaves open which is faster, the ranking does, too. */
static void heed_verdict(struct aisp_rivals *g, int i)
{
	const struct aisp_rival *r = &g->rivals[i];
	struct aisp_edge *to = &g->edges[i][0], *from = &g->edges[0][i];

	if (r->row < 0 || (to->sign > 0 ? r->ci_low > 1 : r->ci_high < 1))
		return;
	to->sign = from->sign = 0;
}

static int measure_edges(struct aisp_rivals *g)
{
	struct launches all[AISP_MAX_RIVALS] = { 0 };
	double alpha = (1 - g->confidence) / fmax(g->n * (g->n - 1) / 2.0, 1);
	int rc = 0;

	for (int i = 0; i < g->n && !rc; i++)
		rc = read_launches(&all[i], g, g->rivals[i].arm);
	for (int i = 0; i < g->n && !rc; i++)
		for (int k = 0; k < g->n && !rc; k++)
			if (i != k)
				rc = measure_edge(g, &g->edges[i][k], &all[i], &all[k],
						  1 - alpha);
	for (int i = 1; i < g->n; i++)
		heed_verdict(g, i);
	for (int i = 0; i < g->n; i++) {
		g->rivals[i].n_launches = all[i].n;
		release_launches(&all[i]);
	}
	return rc;
}

/* The ratio to the baseline by pairs; without pairs, by all launches. */
static double merit_of(const struct aisp_rivals *g, int i)
{
	const struct aisp_rival *base = &g->rivals[0], *r = &g->rivals[i];
	double ratio = i ? g->edges[i][0].ratio : 1;

	if (!isnan(ratio))
		return ratio;
	if (!*g->score)
		return base->ns / r->ns;
	return g->more_is_better ? r->score / base->score : base->score / r->score;
}

/* Are there enough launches, and enough pairs with the baseline? */
static bool has_place(const struct aisp_rivals *g, int i)
{
	return g->rivals[i].n_launches >= AISP_RIVALS_MIN_PAIRS &&
	       (!i || !isnan(g->edges[i][0].ratio));
}

static void place(struct aisp_rivals *g, int i)
{
	struct aisp_rival *r = &g->rivals[i];

	if (!has_place(g, i))
		return;
	r->place = 1;
	for (int k = 0; k < g->n; k++) {
		if (k == i || !has_place(g, k))
			continue;
		r->place += g->edges[i][k].sign < 0;
		r->is_tied |= !g->edges[i][k].sign;
	}
}

/* The best first; rivals without a place come last. */
static bool is_before(const struct aisp_rivals *g, int i, int k)
{
	if (has_place(g, i) != has_place(g, k))
		return has_place(g, i);
	return merit_of(g, i) > merit_of(g, k);
}

static void rank(struct aisp_rivals *g)
{
	for (int i = 0; i < g->n; i++) {
		int at = i;

		place(g, i);
		for (; at && is_before(g, i, g->order[at - 1]); at--)
			g->order[at] = g->order[at - 1];
		g->order[at] = i;
	}
}

/* Adds an arm once, if it has a figure.  row -1: a baseline or a library. */
static void add_rival(struct aisp_rivals *g, const struct aisp_run_arm *arm, int row)
{
	if (!arm)
		return;
	for (int i = 0; i < g->n; i++)
		if (g->rivals[i].arm == arm) {
			g->rivals[i].row = row < 0 ? g->rivals[i].row : row;
			return;
		}
	if (g->n == AISP_MAX_RIVALS || !(arm->median_ns > 0) ||
	    (*g->score && !(arm->score && arm->score->value > 0)))
		return;
	g->rivals[g->n++] =
		(struct aisp_rival){ .arm = arm,
				     .row = row,
				     .ns = arm->median_ns,
				     .ci_low = NAN,
				     .ci_high = NAN,
				     .score = *g->score ? arm->score->value : NAN,
				     .fraction = arm->sol.fraction };
}

/* Notes the interval of result i in its rival. */
static void note_verdict(struct aisp_rivals *g, const struct aisp_row *row, int i)
{
	for (int k = 0; k < g->n; k++) {
		if (g->rivals[k].row != i)
			continue;
		g->rivals[k].ci_low = row->ci_low;
		g->rivals[k].ci_high = row->ci_high;
	}
}

static void name_group(struct aisp_rivals *g)
{
	const char *target = g->result->target;
	const char *device = strrchr(target, '@');
	char name[sizeof(g->name)];

	snprintf(name, sizeof(name), "%.*s:%s%s", (int)strcspn(target, ":"), target,
		 g->result->workload, device ? device : "");
	aisp_format_text(g->name, sizeof(g->name), name);
	aisp_map_text(g->params, sizeof(g->params), &g->result->params);
}

/* The group with this baseline; appends one if there is none. */
static struct aisp_rivals *group_of(struct aisp_rivals *list, int *n,
				    const struct aisp_run_result *r,
				    const struct aisp_row *row)
{
	const struct aisp_run_arm *baseline = r->arms[AISP_BASELINE];
	struct aisp_rivals *g = &list[*n];

	for (int i = 0; i < *n; i++)
		if (list[i].result->arms[AISP_BASELINE] == baseline)
			return &list[i];
	++*n;
	g->result = r;
	g->score = row->score;
	g->more_is_better = row->more_is_better;
	name_group(g);
	add_rival(g, baseline, -1);
	return g;
}

static void add_result(struct aisp_rivals *list, int *n, const struct aisp_run *run,
		       int i, enum aisp_rivals_by by)
{
	const struct aisp_run_result *r = &run->results[i];
	struct aisp_rivals *g;
	struct aisp_row row;

	aisp_row_read(&row, r);
	if (!*row.score != (by == AISP_RIVALS_BY_TIME) ||
	    aisp_word_is_broken(row.word) || aisp_row_is_too_slow(&row) ||
	    !(row.baseline_ns > 0) || !(row.optimized_ns > 0))
		return;
	g = group_of(list, n, r, &row);
	add_rival(g, r->arms[AISP_OPTIMIZED], i);
	note_verdict(g, &row, i);
	add_rival(g, r->arms[AISP_LIBRARY], -1);
	g->confidence = fmax(g->confidence, row.confidence);
	g->margin = fmax(g->margin, row.margin);
}

int aisp_rivals_read(struct aisp_rivals **list, const struct aisp_run *run,
		     enum aisp_rivals_by by)
{
	int n = 0, n_kept = 0;

	*list = calloc((size_t)run->n_results + 1, sizeof(**list));
	if (!*list)
		return -1;
	for (int i = 0; i < run->n_results; i++)
		add_result(*list, &n, run, i, by);
	for (int i = 0; i < n; i++) {
		struct aisp_rivals *g = &(*list)[i];

		if (g->n < 2 || !(g->confidence > 0 && g->confidence < 1))
			continue;
		if (measure_edges(g)) {
			free(*list);
			*list = NULL;
			return -1;
		}
		rank(g);
		if (n_kept++ != i)
			(*list)[n_kept - 1] = *g;
	}
	return n_kept;
}

void aisp_rival_excuse(char *buf, size_t size, const struct aisp_rivals *g, int i)
{
	int n = g->rivals[i].n_launches;

	buf[0] = '\0';
	if (g->rivals[i].place)
		return;
	if (n < AISP_RIVALS_MIN_PAIRS)
		snprintf(buf, size, "no place: %d %slaunch%s, %d are needed", n,
			 *g->score ? "" : "undisturbed ", n == 1 ? "" : "es",
			 AISP_RIVALS_MIN_PAIRS);
	else
		snprintf(buf, size,
			 "no place: fewer than %d such pairs with the baseline",
			 AISP_RIVALS_MIN_PAIRS);
}
