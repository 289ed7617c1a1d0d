/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/field.h"
#include "html_data.h"
#include "rivals_text.h"
#include "row.h"
#include "row_json.h"
#include "summary.h"

/* Strings or pairs of strings, each once; `index` has their positions. */
struct pool {
	json_t *list, *index;
};

/* Returns what was made; releases it and returns NULL if a part failed. */
static json_t *whole(json_t *made, int rc)
{
	if (!rc)
		return made;
	json_decref(made);
	return NULL;
}

/* Takes the reference to item.  Returns its position, or -1 without memory. */
static json_int_t pool_put(struct pool *p, const char *key, json_t *item)
{
	const json_t *known = json_object_get(p->index, key);
	json_int_t n = (json_int_t)json_array_size(p->list);

	if (known) {
		json_decref(item);
		return json_integer_value(known);
	}
	if (json_array_append_new(p->list, item) ||
	    json_object_set_new(p->index, key, json_integer(n)))
		return -1;
	return n;
}

static json_int_t put_finding(struct pool *findings, const struct aisp_run_finding *f)
{
	const char *word = aisp_finding_word(f);
	char key[1024];

	snprintf(key, sizeof(key), "%s\n%s", word, f->why);
	return pool_put(findings, key, json_pack("[ss]", word, f->why));
}

/* The row of this check, which is nearly always the last one. */
static json_t *ledger_row(json_t *rows, json_int_t check)
{
	size_t n = json_array_size(rows);

	for (size_t i = n; i-- > 0;) {
		json_t *row = json_array_get(rows, i);

		if (json_integer_value(json_array_get(row, 0)) == check)
			return row;
	}
	if (json_array_append_new(rows, json_pack("[Iii]", check, -1, -1)))
		return NULL;
	return json_array_get(rows, n);
}

static json_t *ledger_json(const struct aisp_run_result *r, struct pool *checks,
			   struct pool *findings)
{
	json_t *rows = json_array();
	int rc = rows ? 0 : -1;

	for (int i = 0; i < r->n_ledger && !rc; i++) {
		const struct aisp_run_finding *f = &r->ledger[i];
		size_t column = f->arm == AISP_BASELINE ? 1 : 2;
		json_int_t check = pool_put(checks, f->check, json_string(f->check));
		json_int_t finding = put_finding(findings, f);

		rc = check < 0 || finding < 0 ||
		     json_array_set_new(ledger_row(rows, check), column,
					json_integer(finding));
	}
	return whole(rows, rc);
}

/* Puts the figures that the table shows. */
static int put_figures(json_t *to, const struct aisp_run_arm *arm)
{
	json_t *sol = json_copy(json_object_get(to, "sol"));
	int rc =
		json_object_set_new(to, "median_ns", aisp_number_json(arm->median_ns)) |
		json_object_set_new(to, "gb_per_s", aisp_number_json(arm->gb_per_s)) |
		json_object_set_new(to, "gflop_per_s",
				    aisp_number_json(arm->gflop_per_s));

	if (!sol)
		return rc;
	if (json_is_object(sol))
		rc |= json_object_set_new(sol, "fraction",
					  aisp_number_json(arm->sol.fraction));
	return rc | json_object_set_new(to, "sol", sol);
}

/* Leaves out the thousand facts of each launch; they are in results.json. */
static json_t *slim_arm(const json_t *arm, const struct aisp_run_arm *read)
{
	json_t *copy = json_copy((json_t *)arm), *launches = json_array();
	const json_t *launch;
	size_t i;
	int rc = put_figures(copy, read);

	json_array_foreach(json_object_get(arm, "launches"), i, launch) {
		json_t *slim = json_copy((json_t *)launch);
		bool is_whole = aisp_launch_is_whole(&read->launches[i]);

		if (is_whole && !aisp_launch_counts(&read->launches[i]))
			rc |= json_object_set_new(slim, "is_disturbed", json_true());
		json_object_del(slim, "evidence");
		json_object_del(slim, "warmup_ns");
		rc |= json_array_append_new(launches, slim);
	}
	rc |= json_object_set_new(copy, "launches", launches);
	return whole(copy, rc);
}

static json_t *arms_json(const struct aisp_run *run)
{
	json_t *arms = json_array();
	const json_t *arm;
	size_t i;
	int rc = 0;

	json_array_foreach(json_object_get(run->document, "arms"), i, arm)
		rc |= json_array_append_new(arms, slim_arm(arm, &run->arms[i]));
	return whole(arms, rc);
}

static json_t *overall_json(const struct aisp_run *run)
{
	struct aisp_overall o;

	aisp_overall_compute(&o, run);
	return json_pack("{si si si si so s[oo]}", "n", o.n, "n_open", o.n_open,
			 "n_only", o.n_only, "n_naive", o.n_naive, "speedup",
			 aisp_number_json(o.speedup), "ci", aisp_number_json(o.ci_low),
			 aisp_number_json(o.ci_high));
}

static json_t *rows_json(const struct aisp_run *run, struct pool *checks,
			 struct pool *findings)
{
	const json_t *list = json_object_get(run->document, "results");
	json_t *rows = aisp_rows_json(run), *row;
	size_t i;
	int rc = rows ? 0 : -1;

	json_array_foreach(rows, i, row) {
		const struct aisp_run_result *r = &run->results[i];

		rc |= json_object_set_new(row, "title", json_string(r->title));
		if (r->expectation)
			rc |= json_object_set(row, "expectation",
					      json_object_get(json_array_get(list, i),
							      "expectation"));
		rc |= json_object_set_new(row, "ledger",
					  ledger_json(r, checks, findings));
	}
	return whole(rows, rc);
}

static json_t *order_json(const struct aisp_run *run)
{
	int *order = calloc((size_t)run->n_results + 1, sizeof(*order));
	json_t *list = json_array();
	int rc = order ? 0 : -1;

	if (order)
		aisp_row_order(run, order);
	for (int i = 0; i < run->n_results && !rc; i++)
		rc = json_array_append_new(list, json_integer(order[i]));
	free(order);
	return whole(list, rc);
}

json_t *aisp_html_data(const struct aisp_run *run)
{
	struct pool checks = { json_array(), json_object() };
	struct pool findings = { json_array(), json_object() };
	json_t *rows = rows_json(run, &checks, &findings), *data;

	data = json_pack("{sO sO* so so so so so so so}", "run",
			 json_object_get(run->document, "run"), "manifest",
			 run->manifest, "overall", overall_json(run), "rows", rows,
			 "order", order_json(run), "rivals", aisp_rivals_json(run),
			 "arms", arms_json(run), "checks", checks.list, "findings",
			 findings.list);
	json_decref(checks.index);
	json_decref(findings.index);
	return data;
}
