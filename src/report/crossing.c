/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "crossing.h"

static const struct aisp_map *params_of(const struct aisp_rivals *g)
{
	return &g->result->params;
}

static double param_of(const struct aisp_rivals *g, const char *name)
{
	return aisp_map_get(params_of(g), name);
}

/* Are both of one workload and one kind of inputs? */
static bool is_alike(const struct aisp_rivals *a, const struct aisp_rivals *b)
{
	return !strcmp(a->name, b->name) &&
	       !strcmp(a->result->distribution, b->result->distribution);
}

/* Do all parameters except this one agree? */
static bool agrees_but_for(const struct aisp_rivals *a, const struct aisp_rivals *b,
			   const char *param)
{
	const struct aisp_map *m = params_of(a);
	bool agrees = true;

	for (int i = 0; i < m->n && agrees; i++)
		agrees = !strcmp(m->at[i].name, param) ||
			 m->at[i].value == param_of(b, m->at[i].name);
	return agrees;
}

/* How many values a parameter has among the groups like g. */
static int count_values(const struct aisp_rivals *groups, int n,
			const struct aisp_rivals *g, const char *param)
{
	int n_values = 0;

	for (int i = 0; i < n; i++) {
		double v = param_of(&groups[i], param);
		bool is_new = is_alike(&groups[i], g) && !isnan(v);

		for (int k = 0; k < i && is_new; k++)
			is_new = !is_alike(&groups[k], g) ||
				 v != param_of(&groups[k], param);
		n_values += is_new;
	}
	return n_values;
}

/* The first parameter with the most values; NULL if none varies. */
static const char *swept_param(const struct aisp_rivals *groups, int n,
			       const struct aisp_rivals *g)
{
	const struct aisp_map *params = params_of(g);
	const char *best = NULL;
	int most = 1;

	for (int i = 0; i < params->n; i++) {
		int n_values = count_values(groups, n, g, params->at[i].name);

		if (n_values > most) {
			most = n_values;
			best = params->at[i].name;
		}
	}
	return best;
}

static const char *variant_of(const struct aisp_rivals *g, int i)
{
	return g->rivals[i].arm->variant;
}

static void add_variants(struct aisp_size_series *s, const struct aisp_rivals *g)
{
	for (int i = 0; i < g->n; i++) {
		int k = 0;

		while (k < s->n_variants &&
		       strcmp(s->variants[k], variant_of(g, i)) != 0)
			k++;
		if (k == s->n_variants && k < AISP_MAX_RIVALS)
			s->variants[s->n_variants++] = variant_of(g, i);
	}
}

/* Inserts g by size; if the size is there already, keeps that one. */
static void add_size(struct aisp_size_series *s, const struct aisp_rivals *g)
{
	double size = param_of(g, s->param);
	int at = 0;

	while (at < s->n_sizes && s->sizes[at] < size)
		at++;
	if (s->n_sizes == AISP_MAX_SIZES || (at < s->n_sizes && s->sizes[at] == size))
		return;
	for (int i = s->n_sizes++; i > at; i--) {
		s->sizes[i] = s->sizes[i - 1];
		s->groups[i] = s->groups[i - 1];
	}
	s->sizes[at] = size;
	s->groups[at] = g;
	add_variants(s, g);
}

static int index_in(const struct aisp_rivals *g, const char *variant)
{
	for (int i = 0; i < g->n; i++)
		if (!strcmp(variant_of(g, i), variant))
			return i;
	return -1;
}

const struct aisp_rival *aisp_size_series_at(const struct aisp_size_series *s,
					     int variant, int size)
{
	int i = index_in(s->groups[size], s->variants[variant]);

	return i < 0 ? NULL : &s->groups[size]->rivals[i];
}

/* a compared with b at a size; NULL if one of them was not measured. */
static const struct aisp_edge *edge_at(const struct aisp_size_series *s, int a, int b,
				       int size)
{
	int i = index_in(s->groups[size], s->variants[a]);
	int k = index_in(s->groups[size], s->variants[b]);

	return i < 0 || k < 0 ? NULL : &s->groups[size]->edges[i][k];
}

/* Where a line between two sizes crosses 1, on logarithmic axes if possible. */
static double meet(double x0, double y0, double x1, double y1)
{
	double share = y0 / (y0 - y1);

	return x0 > 0 ? exp(log(x0) + share * log(x1 / x0)) : x0 + share * (x1 - x0);
}

/* Where the estimates cross 1 within [first, last]; NaN if they do not. */
static double meeting(const struct aisp_size_series *s, int a, int b, int first,
		      int last)
{
	double x0 = NAN, y0 = NAN;

	for (int i = first; i <= last; i++) {
		const struct aisp_edge *e = edge_at(s, a, b, i);
		double y = e ? log(e->ratio) : NAN;

		if (isnan(y))
			continue;
		if (!isnan(y0) && (y0 < 0) != (y < 0))
			return meet(x0, y0, s->sizes[i], y);
		x0 = s->sizes[i];
		y0 = y;
	}
	return NAN;
}

/* Each change from "a is faster" to "b is faster", or back. */
static void find_crosses(struct aisp_size_series *s, int a, int b)
{
	int known = 0, at = 0;

	for (int i = 0; i < s->n_sizes; i++) {
		const struct aisp_edge *e = edge_at(s, a, b, i);

		if (!e || !e->sign)
			continue;
		if (known == -e->sign && s->n_crosses < AISP_MAX_CROSSES)
			s->crosses[s->n_crosses++] = (struct aisp_cross){
				e->sign > 0 ? a : b, e->sign > 0 ? b : a, s->sizes[at],
				s->sizes[i], meeting(s, a, b, at, i)
			};
		known = e->sign;
		at = i;
	}
}

#define MAX_OTHERS 32 /* parameters beside the swept one */

/* All parameters but the swept one. */
static void format_others(struct aisp_size_series *s, const struct aisp_map *params)
{
	struct aisp_named kept[MAX_OTHERS];
	struct aisp_map others = { kept, 0 };

	for (int i = 0; i < params->n && others.n < MAX_OTHERS; i++)
		if (strcmp(params->at[i].name, s->param) != 0)
			kept[others.n++] = params->at[i];
	aisp_map_text(s->others, sizeof(s->others), &others);
}

static void fill(struct aisp_size_series *s, const struct aisp_rivals *groups, int n,
		 bool *is_used)
{
	const struct aisp_rivals *g = s->groups[0];

	s->groups[0] = NULL;
	s->name = g->name;
	s->distribution = g->result->distribution;
	format_others(s, params_of(g));
	for (int i = 0; i < n; i++)
		if (is_alike(&groups[i], g) &&
		    agrees_but_for(g, &groups[i], s->param)) {
			is_used[i] = true;
			add_size(s, &groups[i]);
		}
	for (int a = 0; a < s->n_variants; a++)
		for (int b = a + 1; b < s->n_variants; b++)
			find_crosses(s, a, b);
}

int aisp_size_series_find(struct aisp_size_series **list,
			  const struct aisp_rivals *groups, int n)
{
	bool *is_used = calloc((size_t)n + 1, sizeof(*is_used));
	int n_sweeps = 0;

	*list = calloc((size_t)n / 2 + 1, sizeof(**list));
	for (int i = 0; is_used && *list && i < n; i++) {
		struct aisp_size_series s = { .groups = { &groups[i] } };

		if (is_used[i])
			continue;
		s.param = swept_param(groups, n, &groups[i]);
		if (!s.param)
			continue;
		fill(&s, groups, n, is_used);
		if (s.n_sizes > 1)
			(*list)[n_sweeps++] = s;
	}
	free(is_used);
	if (*list && is_used)
		return n_sweeps;
	free(*list);
	*list = NULL;
	return -1;
}
