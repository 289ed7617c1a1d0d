/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/field.h"
#include "crossing.h"
#include "format.h"
#include "left_out_text.h"
#include "report.h"
#include "rivals_parts.h"
#include "rivals_text.h"

/* Groups and sweeps of a run. */
struct model {
	struct aisp_rivals *groups;
	struct aisp_size_series *sweeps;
	int n_groups, n_sweeps;
};

static int read_model(struct model *m, const struct aisp_run *run)
{
	*m = (struct model){ 0 };
	m->n_groups = aisp_rivals_read(&m->groups, run, AISP_RIVALS_BY_TIME);
	if (m->n_groups < 0)
		return -1;
	m->n_sweeps = aisp_size_series_find(&m->sweeps, m->groups, m->n_groups);
	return m->n_sweeps < 0 ? -1 : 0;
}

static void release_model(struct model *m)
{
	free(m->sweeps);
	free(m->groups);
}

void aisp_print_clean(FILE *f, const char *text)
{
	char clean[1024];

	aisp_format_text(clean, sizeof(clean), text);
	fputs(clean, f);
}

static void print_title(const struct aisp_rivals *g, FILE *f)
{
	fprintf(f, "ranking of %s ", g->name);
	aisp_print_clean(f, g->params);
	fputc(' ', f);
	aisp_print_clean(f, g->result->distribution);
	if (*g->score) {
		fputs(" by ", f);
		aisp_print_clean(f, g->score);
		fprintf(f, ", %s is better", g->more_is_better ? "more" : "less");
	}
	fprintf(f,
		": %d variants, intervals hold together at %.1f %%, margin %.1f %%\n",
		g->n, 100 * g->confidence, 100 * g->margin);
}

int aisp_rivals_width(const struct aisp_rivals *g)
{
	int width = 0;

	for (int i = 0; i < g->n; i++) {
		int w = aisp_text_width(g->rivals[i].arm->variant);

		width = w > width ? w : width;
	}
	return width < 60 ? width : 60;
}

void aisp_edge_text(char *buf, size_t size, const struct aisp_edge *e)
{
	aisp_format_ratio(buf, size, e->ratio, e->lo, e->hi);
	if (!*buf)
		snprintf(buf, size, "no pairs");
}

/* Prints place, variant, time or score, and the ratios to the baseline and the best. */
static void print_rival(const struct aisp_rivals *g, int i, int best, int width,
			FILE *f)
{
	const struct aisp_rival *r = &g->rivals[i];
	char name[256], figure[32], rank[8] = " - ", base[96] = "is the baseline",
				    top[96] = "is the best";

	aisp_format_text(name, sizeof(name), r->arm->variant);
	if (*g->score)
		aisp_format_number(figure, sizeof(figure), r->score);
	else
		aisp_format_ns(figure, sizeof(figure), r->ns);
	if (i)
		aisp_edge_text(base, sizeof(base), &g->edges[i][0]);
	if (!r->place)
		aisp_rival_excuse(top, sizeof(top), g, i);
	else if (i != best)
		aisp_edge_text(top, sizeof(top), &g->edges[i][best]);
	if (r->place)
		snprintf(rank, sizeof(rank), "%2d%c", r->place, r->is_tied ? '=' : ' ');
	fprintf(f, "  %s  %-*s  %-9s  %-26s  %s\n", rank, width, name, figure, base,
		top);
}

/* Of two that have a place. */
static bool is_tie(const struct aisp_rivals *g, int i, int k)
{
	return i != k && g->rivals[i].place && g->rivals[k].place &&
	       !g->edges[i][k].sign;
}

static void print_ties(const struct aisp_rivals *g, FILE *f)
{
	for (int i = 0; i < g->n; i++)
		for (int k = i + 1; k < g->n; k++) {
			if (!is_tie(g, g->order[i], g->order[k]))
				continue;
			fputs("  not told apart: ", f);
			aisp_print_clean(f, g->rivals[g->order[i]].arm->variant);
			fputs(" and ", f);
			aisp_print_clean(f, g->rivals[g->order[k]].arm->variant);
			fputc('\n', f);
		}
}

static void print_ranking(const struct aisp_rivals *g, FILE *f)
{
	int width = aisp_rivals_width(g);

	print_title(g, f);
	fprintf(f, "  %3s  %-*s  %-9s  %-26s  %s\n", "", width, "variant",
		*g->score ? "score" : "time", "vs baseline", "vs the best");
	for (int i = 0; i < g->n; i++)
		print_rival(g, g->order[i], g->order[0], width, f);
	print_ties(g, f);
}

/* "12.30 us (45.6 %)" */
static void format_cell(char *buf, size_t size, const struct aisp_rival *r)
{
	size_t used;

	buf[0] = '\0';
	if (!r)
		return;
	aisp_format_ns(buf, size, r->ns);
	used = strlen(buf);
	if (!isnan(r->fraction))
		snprintf(buf + used, size - used, " (%.1f %%)", 100 * r->fraction);
}

/* "rows=64" */
static void format_size(char *buf, size_t size, const struct aisp_size_series *s,
			double v)
{
	char name[64];

	aisp_format_text(name, sizeof(name), s->param);
	snprintf(buf, size, "%s=%.15g", name, v);
}

static void format_cross(char *buf, size_t size, const struct aisp_size_series *s,
			 const struct aisp_cross *c)
{
	char winner[256], loser[256], near[64] = "", from[100], to[100];

	aisp_format_text(winner, sizeof(winner), s->variants[c->winner]);
	aisp_format_text(loser, sizeof(loser), s->variants[c->loser]);
	format_size(from, sizeof(from), s, c->from);
	format_size(to, sizeof(to), s, c->to);
	if (!isnan(c->near))
		snprintf(near, sizeof(near), ", near %.3g", c->near);
	snprintf(buf, size, "%s passes %s between %s and %s%s", winner, loser, from, to,
		 near);
}

static void print_cross(const struct aisp_size_series *s, const struct aisp_cross *c,
			FILE *f)
{
	char text[1024];

	format_cross(text, sizeof(text), s, c);
	fprintf(f, "crossover of %s", s->name);
	if (*s->others) {
		fputc(' ', f);
		aisp_print_clean(f, s->others);
	}
	fprintf(f, ": %s\n", text);
}

static void print_sweep(const struct aisp_size_series *s, FILE *f)
{
	char text[512];

	format_size(text, sizeof(text), s, s->sizes[0]);
	fprintf(f, "sweep of %s over %.*s", s->name, (int)strcspn(text, "="), text);
	fputs(*s->others ? ", " : "", f);
	aisp_print_clean(f, s->others);
	fputs(": time, share of the limit\n", f);
	for (int v = 0; v < s->n_variants; v++) {
		fputs("  ", f);
		aisp_print_clean(f, s->variants[v]);
		fputc('\n', f);
		for (int i = 0; i < s->n_sizes; i++) {
			format_size(text, sizeof(text), s, s->sizes[i]);
			fprintf(f, "    %-16s  ", text);
			format_cell(text, sizeof(text), aisp_size_series_at(s, v, i));
			fprintf(f, "%s\n", *text ? text : "not measured");
		}
	}
	for (int i = 0; i < s->n_crosses; i++) {
		fputs("  ", f);
		print_cross(s, &s->crosses[i], f);
	}
	if (!s->n_crosses)
		fputs("  no crossover: no two variants change places\n", f);
}

/* Returns their number. */
static int print_rankings(const struct aisp_rivals *groups, int n_groups, FILE *f)
{
	int n = 0;

	for (int i = 0; i < n_groups; i++)
		if (groups[i].n >= MIN_RANKED) {
			print_ranking(&groups[i], f);
			n++;
		}
	return n;
}

int aisp_rivals_text(const struct aisp_run *run, FILE *f)
{
	struct aisp_rivals *scored = NULL;
	struct model m;
	int rc = read_model(&m, run), n = 0;
	int n_scored = rc ? 0 : aisp_rivals_read(&scored, run, AISP_RIVALS_BY_SCORE);

	rc = rc || n_scored < 0;
	if (!rc)
		n = print_rankings(m.groups, m.n_groups, f) +
		    print_rankings(scored, n_scored, f);
	free(scored);
	for (int i = 0; !rc && i < m.n_sweeps; i++, n++)
		print_sweep(&m.sweeps[i], f);
	release_model(&m);
	return rc ? -1 : n;
}

int aisp_rivals_crosses(const struct aisp_run *run, FILE *f)
{
	struct model m;
	int rc = read_model(&m, run);

	for (int i = 0; !rc && i < m.n_sweeps; i++)
		for (int k = 0; k < m.sweeps[i].n_crosses; k++)
			print_cross(&m.sweeps[i], &m.sweeps[i].crosses[k], f);
	release_model(&m);
	return rc;
}

int aisp_report_ranking(const struct aisp_run *run, FILE *f)
{
	int n;

	aisp_left_out_line(run, f);
	n = aisp_rivals_text(run, f);
	if (!n)
		fputs("nothing to rank: no workload with three variants, no sweep\n",
		      f);
	return n < 0 || ferror(f) ? -1 : 0;
}

/* Text cut within a character would be invalid JSON. */
static json_t *text_json(const char *text)
{
	json_t *v = json_string(text);

	return v ? v : json_string("?");
}

static json_t *edge_json(const struct aisp_edge *e)
{
	return json_pack("[ooo]", aisp_number_json(e->ratio), aisp_number_json(e->lo),
			 aisp_number_json(e->hi));
}

static json_t *ties_json(const struct aisp_rivals *g, int i)
{
	json_t *list = json_array();
	int rc = 0;

	for (int k = 0; k < g->n; k++)
		if (is_tie(g, i, k))
			rc |= json_array_append_new(
				list, json_string(g->rivals[k].arm->variant));
	return aisp_whole_json(list, rc);
}

static json_t *rival_json(const struct aisp_rivals *g, int i)
{
	const struct aisp_rival *r = &g->rivals[i];
	int best = g->order[0];
	bool is_placed = r->place;
	char why[96];

	aisp_rival_excuse(why, sizeof(why), g, i);
	return json_pack(
		"{ss ss sI so so so so sb so so so}", "variant", r->arm->variant,
		"class", aisp_kind_name(r->arm->kind), "row", (json_int_t)r->row, "ns",
		aisp_number_json(r->ns), "fraction", aisp_number_json(r->fraction),
		"place", is_placed ? json_integer(r->place) : json_null(), "no_place",
		is_placed ? json_null() : json_string(why), "is_tied", r->is_tied,
		"vs_baseline", i ? edge_json(&g->edges[i][0]) : json_null(), "vs_best",
		is_placed && i != best ? edge_json(&g->edges[i][best]) : json_null(),
		"ties", ties_json(g, i));
}

static json_t *ranking_json(const struct aisp_rivals *g)
{
	json_t *list = json_array();
	int rc = 0;

	for (int i = 0; i < g->n; i++)
		rc |= json_array_append_new(list, rival_json(g, g->order[i]));
	return json_pack("{so so ss sf sf so}", "name", text_json(g->name), "params",
			 text_json(g->params), "distribution", g->result->distribution,
			 "confidence", g->confidence, "margin", g->margin, "rivals",
			 aisp_whole_json(list, rc));
}

static json_t *variant_json(const struct aisp_size_series *s, int v)
{
	json_t *ns = json_array(), *fraction = json_array();
	const char *class = "";
	int rc = 0;

	for (int i = 0; i < s->n_sizes; i++) {
		const struct aisp_rival *r = aisp_size_series_at(s, v, i);

		rc |= json_array_append_new(ns, aisp_number_json(r ? r->ns : NAN));
		rc |= json_array_append_new(fraction,
					    aisp_number_json(r ? r->fraction : NAN));
		class = r ? aisp_kind_name(r->arm->kind) : class;
	}
	return json_pack("{ss ss so so}", "variant", s->variants[v], "class", class,
			 "ns", ns, "fraction", aisp_whole_json(fraction, rc));
}

static json_t *sweep_json(const struct aisp_size_series *s)
{
	json_t *sizes = json_array(), *variants = json_array(), *crosses = json_array();
	int rc = 0;

	for (int i = 0; i < s->n_sizes; i++)
		rc |= json_array_append_new(sizes, aisp_number_json(s->sizes[i]));
	for (int v = 0; v < s->n_variants; v++)
		rc |= json_array_append_new(variants, variant_json(s, v));
	for (int i = 0; i < s->n_crosses; i++) {
		const struct aisp_cross *c = &s->crosses[i];
		char text[1024];

		format_cross(text, sizeof(text), s, c);
		rc |= json_array_append_new(
			crosses,
			json_pack("{si si so so so so}", "winner", c->winner, "loser",
				  c->loser, "from", aisp_number_json(c->from), "to",
				  aisp_number_json(c->to), "near",
				  aisp_number_json(c->near), "text", text_json(text)));
	}
	return json_pack("{so ss so ss so so so}", "name", text_json(s->name), "param",
			 s->param, "others", text_json(s->others), "distribution",
			 s->distribution, "sizes", sizes, "variants", variants,
			 "crosses", aisp_whole_json(crosses, rc));
}

json_t *aisp_rivals_json(const struct aisp_run *run)
{
	json_t *rankings = json_array(), *sweeps = json_array();
	struct model m;
	int rc = read_model(&m, run);

	for (int i = 0; !rc && i < m.n_groups; i++)
		if (m.groups[i].n >= MIN_RANKED)
			rc = json_array_append_new(rankings,
						   ranking_json(&m.groups[i]));
	for (int i = 0; !rc && i < m.n_sweeps; i++)
		rc = json_array_append_new(sweeps, sweep_json(&m.sweeps[i]));
	release_model(&m);
	return json_pack("{so so}", "rankings", rankings, "sweeps",
			 aisp_whole_json(sweeps, rc));
}
