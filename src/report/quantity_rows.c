/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/field.h"
#include "base/stats.h"
#include "format.h"
#include "quantity.h"
#include "quantity_rows.h"

static json_t *number(double v)
{
	return isfinite(v) ? json_real(v) : json_null();
}

static json_t *quantity_json(const struct aisp_quantity *q)
{
	return json_pack("{so so so}", "value", number(q->value), "lo", number(q->lo),
			 "hi", number(q->hi));
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

static json_t *figure_json(const struct aisp_run_result *a,
			   const struct aisp_run_result *b, enum aisp_quantity_id id)
{
	const struct aisp_quantity_kind *kind = &aisp_quantity_kinds[id];
	struct aisp_quantity of_a = aisp_quantity_of(a, id);
	struct aisp_quantity of_b = aisp_quantity_of(b, id);
	struct aisp_quantity ratio = aisp_quantity_ratio(a, b, id);

	return json_pack("{ss ss ss so so so ss}", "name", kind->name, "unit",
			 kind->unit, "better", aisp_better_name(kind->better), "a",
			 quantity_json(&of_a), "b", quantity_json(&of_b), "ratio",
			 quantity_json(&ratio), "says", says(&ratio, kind->better));
}

static json_t *figures_json(const struct aisp_run_result *a,
			    const struct aisp_run_result *b)
{
	json_t *list = json_array();

	for (int i = 0; i < AISP_N_QUANTITIES; i++) {
		enum aisp_quantity_id id = (enum aisp_quantity_id)i;

		if (!isnan(aisp_quantity_of(a, id).value) ||
		    !isnan(aisp_quantity_of(b, id).value))
			json_array_append_new(list, figure_json(a, b, id));
	}
	return list;
}

/* The median of a fact over the variant's launches that count; NaN: none has it. */
static double fact_of(const struct aisp_run_result *r, const char *name)
{
	const struct aisp_run_arm *arm = r->arms[AISP_OPTIMIZED];
	double *values =
		arm ? calloc((size_t)arm->n_launches + 1, sizeof(*values)) : NULL;
	double median;
	int n = 0;

	for (int i = 0; values && i < arm->n_launches; i++) {
		double v = aisp_map_get(&arm->launches[i].evidence, name);

		if (aisp_launch_counts(&arm->launches[i]) && !isnan(v))
			values[n++] = v;
	}
	median = n ? aisp_median(values, n) : NAN;
	free(values);
	return median;
}

static bool has_fact(const json_t *facts, const char *name)
{
	const json_t *fact;
	size_t i;

	json_array_foreach(facts, i, fact)
		if (!strcmp(aisp_field_text(fact, "name"), name))
			return true;
	return false;
}

/* Those that the launches of `of`, one of the two, have. */
static void add_facts(json_t *facts, const struct aisp_run_result *of,
		      const struct aisp_run_result *a, const struct aisp_run_result *b)
{
	const struct aisp_run_arm *arm = of->arms[AISP_OPTIMIZED];

	for (int i = 0; arm && i < arm->n_launches; i++) {
		const struct aisp_map *evidence = &arm->launches[i].evidence;

		if (!aisp_launch_counts(&arm->launches[i]))
			continue;
		for (int k = 0; k < evidence->n; k++) {
			const char *name = evidence->at[k].name;

			if (!has_fact(facts, name))
				json_array_append_new(
					facts,
					json_pack("{ss so so}", "name", name, "a",
						  number(fact_of(a, name)), "b",
						  number(fact_of(b, name))));
		}
	}
}

static json_t *row_json(const struct aisp_run_result *a,
			const struct aisp_run_result *b)
{
	json_t *facts = json_array();
	char params[1024];

	aisp_map_text(params, sizeof(params), &a->params);
	add_facts(facts, a, a, b);
	add_facts(facts, b, a, b);
	return json_pack("{ss ss ss so so}", "target", a->target, "params", params,
			 "distribution", a->distribution, "figures", figures_json(a, b),
			 "facts", facts);
}

json_t *aisp_quantity_rows(const struct aisp_run *a, const struct aisp_run *b)
{
	json_t *rows = json_array();

	for (int i = 0; rows && i < a->n_results; i++) {
		const struct aisp_run_result *x = &a->results[i], *y = b->results;
		const struct aisp_run_result *end = y + b->n_results;

		while (y < end && (strcmp(x->target, y->target) != 0 ||
				   strcmp(x->distribution, y->distribution) != 0 ||
				   !aisp_map_equal(&x->params, &y->params)))
			y++;
		if (y == end || !json_array_append_new(rows, row_json(x, y)))
			continue;
		json_decref(rows);
		return NULL;
	}
	return rows;
}

static void quantity_text(char *buf, size_t size, const json_t *q, const char *name)
{
	const struct aisp_quantity v = { aisp_field_number(q, "value"),
					 aisp_field_number(q, "lo"),
					 aisp_field_number(q, "hi") };

	aisp_quantity_interval_text(buf, size, aisp_quantity_find(name), &v);
	if (!*buf)
		snprintf(buf, size, "-");
}

static void print_figure(const json_t *figure, FILE *f)
{
	const char *name = aisp_field_text(figure, "name");
	const json_t *r = json_object_get(figure, "ratio");
	char a[160], b[160], ratio[96];

	quantity_text(a, sizeof(a), json_object_get(figure, "a"), name);
	quantity_text(b, sizeof(b), json_object_get(figure, "b"), name);
	aisp_format_ratio(ratio, sizeof(ratio), aisp_field_number(r, "value"),
			  aisp_field_number(r, "lo"), aisp_field_number(r, "hi"));
	fprintf(f, "    %-16s %-8s %-34s %-34s %-24s %s\n", name,
		aisp_field_text(figure, "better"), a, b, ratio,
		aisp_field_text(figure, "says"));
}

/* How many were left out, since both sides have the same. */
static int print_facts(const json_t *facts, FILE *f)
{
	const json_t *fact;
	size_t i;
	int n_equal = 0;

	json_array_foreach(facts, i, fact) {
		double a = aisp_field_number(fact, "a");
		double b = aisp_field_number(fact, "b");
		char name[80], text_a[48], text_b[48];

		if (a == b) {
			n_equal++;
			continue;
		}
		aisp_format_text(name, sizeof(name), aisp_field_text(fact, "name"));
		aisp_format_number(text_a, sizeof(text_a), a);
		aisp_format_number(text_b, sizeof(text_b), b);
		fprintf(f, "    %-25s %-34s %s\n", name, *text_a ? text_a : "-",
			*text_b ? text_b : "-");
	}
	return n_equal;
}

static void print_row(const json_t *row, FILE *f)
{
	const json_t *figure;
	size_t i;
	int n_equal;

	fputc('\n', f);
	aisp_print_text(f, aisp_field_text(row, "target"));
	fputs("  ", f);
	aisp_print_text(f, aisp_field_text(row, "params"));
	fprintf(f, "\n    %-16s %-8s %-34s %-34s %s\n", "figure", "better", "A", "B",
		"B over A");
	json_array_foreach(json_object_get(row, "figures"), i, figure)
		print_figure(figure, f);
	fprintf(f, "    %-25s %-34s %s\n", "fact, median", "A", "B");
	n_equal = print_facts(json_object_get(row, "facts"), f);
	fprintf(f, "    %d facts are equal\n", n_equal);
}

int aisp_quantity_print(const json_t *rows, FILE *f)
{
	const json_t *row;
	size_t i;

	json_array_foreach(rows, i, row)
		print_row(row, f);
	return ferror(f) ? -1 : 0;
}
