/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/field.h"
#include "base/stats.h"
#include "format.h"
#include "quantity.h"
#include "quantity_rows.h"

/* A quotient by 0 is unknown, too. */
static struct aisp_quantity known(struct aisp_quantity q)
{
	return (struct aisp_quantity){ isfinite(q.value) ? q.value : NAN,
				       isfinite(q.lo) ? q.lo : NAN,
				       isfinite(q.hi) ? q.hi : NAN };
}

static json_t *quantity_json(const struct aisp_quantity *q)
{
	return json_pack("{so so so}", "value", aisp_number_json(q->value), "lo",
			 aisp_number_json(q->lo), "hi", aisp_number_json(q->hi));
}

static const char *says(const struct aisp_quantity *ratio, enum aisp_better better)
{
	bool is_above = ratio->lo > 1, is_below = ratio->hi < 1;

	if (isnan(ratio->lo) || isnan(ratio->hi))
		return "";
	if (!is_above && !is_below)
		return "not told apart";
	if (better == AISP_BETTER_NEITHER)
		return "differs";
	return is_above == (better == AISP_BETTER_MORE) ? "better" : "worse";
}

/* A figure of two results, and the ratio of b's to a's. */
struct figure {
	enum aisp_quantity_id id;
	struct aisp_quantity a, b, ratio;
	const char *says;
};

/* Returns false if neither has it. */
static bool figure_of(struct figure *g, const struct aisp_run_result *a,
		      const struct aisp_run_result *b, int id)
{
	struct aisp_quantity ratio;

	g->id = (enum aisp_quantity_id)id;
	g->a = aisp_quantity_of(a, g->id);
	g->b = aisp_quantity_of(b, g->id);
	if (isnan(g->a.value) && isnan(g->b.value))
		return false;
	ratio = aisp_quantity_ratio(a, b, g->id);
	g->says = says(&ratio, aisp_quantity_kinds[id].better);
	g->a = known(g->a);
	g->b = known(g->b);
	g->ratio = known(ratio);
	return true;
}

static json_t *figure_json(const struct figure *g)
{
	const struct aisp_quantity_kind *kind = &aisp_quantity_kinds[g->id];

	return json_pack("{ss ss ss ss so so so ss}", "name", kind->name, "unit",
			 kind->unit, "better", aisp_better_name(kind->better),
			 "meaning", kind->text, "a", quantity_json(&g->a), "b",
			 quantity_json(&g->b), "ratio", quantity_json(&g->ratio),
			 "says", g->says);
}

static json_t *figures_json(const struct aisp_run_result *a,
			    const struct aisp_run_result *b)
{
	json_t *list = json_array();
	struct figure g;

	for (int i = 0; i < AISP_N_QUANTITIES; i++)
		if (figure_of(&g, a, b, i))
			json_array_append_new(list, figure_json(&g));
	return list;
}

/* The median of a fact over the variant's launches; NaN if none has it. */
static double fact_of(const struct aisp_run_result *r, const char *name)
{
	const struct aisp_run_arm *arm = r->arms[AISP_OPTIMIZED];
	double *values =
		arm ? calloc((size_t)arm->n_launches + 1, sizeof(*values)) : NULL;
	double median;
	int n = 0;

	for (int i = 0; values && i < arm->n_launches; i++) {
		double v = aisp_map_get(&arm->launches[i].evidence, name);

		if (aisp_launch_is_whole(&arm->launches[i]) && !isnan(v))
			values[n++] = v;
	}
	median = n ? aisp_median(values, n) : NAN;
	free(values);
	return median;
}

static bool has_fact(const struct aisp_texts *facts, const char *name)
{
	for (int i = 0; i < facts->n; i++)
		if (!strcmp(facts->at[i], name))
			return true;
	return false;
}

static int count_facts(const struct aisp_run_arm *arm)
{
	int n = 0;

	for (int i = 0; arm && i < arm->n_launches; i++)
		n += arm->launches[i].evidence.n;
	return n;
}

static void add_facts(struct aisp_texts *facts, const struct aisp_run_arm *arm)
{
	for (int i = 0; arm && i < arm->n_launches; i++) {
		const struct aisp_map *evidence = &arm->launches[i].evidence;

		if (!aisp_launch_is_whole(&arm->launches[i]))
			continue;
		for (int k = 0; k < evidence->n; k++)
			if (!has_fact(facts, evidence->at[k].name))
				facts->at[facts->n++] = evidence->at[k].name;
	}
}

/* Names of the facts that either has; the caller frees them.  Returns 0 or -1. */
static int find_facts(struct aisp_texts *facts, const struct aisp_run_result *a,
		      const struct aisp_run_result *b)
{
	const struct aisp_run_arm *x = a->arms[AISP_OPTIMIZED];
	const struct aisp_run_arm *y = b->arms[AISP_OPTIMIZED];

	facts->n = 0;
	facts->at =
		calloc((size_t)(count_facts(x) + count_facts(y)) + 1, sizeof(void *));
	if (!facts->at)
		return -1;
	add_facts(facts, x);
	add_facts(facts, y);
	return 0;
}

/* A fact of two results, and the ratio of b's to a's, without an interval. */
struct fact {
	const char *name;
	double a, b, ratio;
	enum aisp_better better;
};

static struct fact fact_between(const char *name, const struct aisp_run_result *a,
				const struct aisp_run_result *b)
{
	struct fact f = { name, fact_of(a, name), fact_of(b, name), NAN,
			  aisp_better_fact(name) };

	if (f.better != AISP_BETTER_NEITHER && f.a > 0 && f.b >= 0)
		f.ratio = f.b / f.a;
	return f;
}

static json_t *facts_json(const struct aisp_texts *facts,
			  const struct aisp_run_result *a,
			  const struct aisp_run_result *b)
{
	json_t *list = json_array();

	for (int i = 0; i < facts->n; i++) {
		struct fact f = fact_between(facts->at[i], a, b);

		json_array_append_new(list,
				      json_pack("{ss ss so so so}", "name", f.name,
						"better", aisp_better_name(f.better),
						"a", aisp_number_json(f.a), "b",
						aisp_number_json(f.b), "ratio",
						aisp_number_json(f.ratio)));
	}
	return list;
}

static json_t *row_json(const struct aisp_run_result *a,
			const struct aisp_run_result *b)
{
	struct aisp_texts facts;
	char params[1024];
	json_t *row;

	if (find_facts(&facts, a, b))
		return NULL;
	aisp_map_text(params, sizeof(params), &a->params);
	row = json_pack("{ss ss ss so so}", "target", a->target, "params", params,
			"distribution", a->distribution, "figures", figures_json(a, b),
			"facts", facts_json(&facts, a, b));
	free(facts.at);
	return row;
}

json_t *aisp_quantity_rows(const struct aisp_run *a, const struct aisp_run *b)
{
	json_t *rows = json_array();

	for (int i = 0; rows && i < a->n_results; i++) {
		int other = aisp_result_find(b, &a->results[i]);

		if (other < 0 ||
		    !json_array_append_new(
			    rows, row_json(&a->results[i], &b->results[other])))
			continue;
		json_decref(rows);
		return NULL;
	}
	return rows;
}

static void quantity_text(char *buf, size_t size, const struct aisp_quantity *q,
			  enum aisp_quantity_id id)
{
	aisp_quantity_interval_text(buf, size, id, q);
	if (!*buf)
		snprintf(buf, size, "-");
}

static void print_figure(const struct figure *g, FILE *f)
{
	const struct aisp_quantity_kind *kind = &aisp_quantity_kinds[g->id];
	char a[160], b[160], ratio[96];

	quantity_text(a, sizeof(a), &g->a, g->id);
	quantity_text(b, sizeof(b), &g->b, g->id);
	aisp_format_ratio(ratio, sizeof(ratio), g->ratio.value, g->ratio.lo,
			  g->ratio.hi);
	fprintf(f, "    %-16s %-8s %-46s %-46s %-24s %s\n", kind->name,
		aisp_better_name(kind->better), a, b, ratio, g->says);
}

static void print_fact(const struct fact *fact, FILE *f)
{
	char name[80], a[48], b[48], ratio[48] = "";

	aisp_format_text(name, sizeof(name), fact->name);
	aisp_format_number(a, sizeof(a), fact->a);
	aisp_format_number(b, sizeof(b), fact->b);
	if (!isnan(fact->ratio))
		aisp_format_ratio(ratio, sizeof(ratio), fact->ratio, NAN, NAN);
	fprintf(f, "    %-25s %-8s %-16s %s%s%s\n", name,
		fact->better == AISP_BETTER_NEITHER ? ""
						    : aisp_better_name(fact->better),
		*a ? a : "-", *b ? b : "-", *ratio ? "  " : "", ratio);
}

/* Returns how many were left out, since both sides are equal. */
static int print_facts(const struct aisp_texts *facts, const struct aisp_run_result *a,
		       const struct aisp_run_result *b, FILE *f)
{
	int n_equal = 0;

	for (int i = 0; i < facts->n; i++) {
		struct fact fact = fact_between(facts->at[i], a, b);

		if (fact.a == fact.b)
			n_equal++;
		else if (!isnan(fact.a) || !isnan(fact.b))
			print_fact(&fact, f);
	}
	return n_equal;
}

static int print_row(const struct aisp_run_result *a, const struct aisp_run_result *b,
		     FILE *f)
{
	struct aisp_texts facts;
	char params[1024];
	struct figure g;

	if (find_facts(&facts, a, b))
		return -1;
	aisp_map_text(params, sizeof(params), &a->params);
	fputc('\n', f);
	aisp_print_text(f, a->target);
	fputs("  ", f);
	aisp_print_text(f, params);
	fprintf(f, "\n    %-16s %-8s %-46s %-46s %s\n", "figure", "better", "A", "B",
		"B over A");
	for (int i = 0; i < AISP_N_QUANTITIES; i++)
		if (figure_of(&g, a, b, i))
			print_figure(&g, f);
	fprintf(f, "    %-25s %-8s %-16s %s\n", "fact, median", "better", "A",
		"B, B over A");
	fprintf(f, "    %d facts are equal\n", print_facts(&facts, a, b, f));
	free(facts.at);
	return 0;
}

int aisp_quantity_print(const struct aisp_run *a, const struct aisp_run *b, FILE *f)
{
	int rc = 0;

	for (int i = 0; i < a->n_results; i++) {
		int other = aisp_result_find(b, &a->results[i]);

		if (other >= 0)
			rc |= print_row(&a->results[i], &b->results[other], f);
	}
	return rc || ferror(f) ? -1 : 0;
}
