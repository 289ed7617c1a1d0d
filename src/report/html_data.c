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

/* Strings or pairs of them, each once; `index` has their positions. */
struct pool {
	json_t *list, *index;
};

/* Takes the reference to item.  Its position in the pool, or -1 without memory. */
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

static json_int_t put_finding(struct pool *findings, const json_t *entry)
{
	const char *verdict = aisp_field_text(entry, "verdict"),
		   *why = aisp_field_text(entry, "why");
	char key[1024];

	snprintf(key, sizeof(key), "%s\n%s", verdict, why);
	return pool_put(findings, key, json_pack("[ss]", verdict, why));
}

/* The row of this check, which all but always is the last one. */
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

static json_t *ledger_json(const json_t *ledger, struct pool *checks,
			   struct pool *findings)
{
	json_t *rows = json_array();
	const json_t *entry;
	size_t i;

	json_array_foreach(ledger, i, entry)
	{
		const char *id = aisp_field_text(entry, "check");
		size_t column =
			strcmp(aisp_field_text(entry, "arm"), "baseline") ? 2 : 1;
		json_t *row = ledger_row(rows, pool_put(checks, id, json_string(id)));

		json_array_set_new(row, column,
				   json_integer(put_finding(findings, entry)));
	}
	return rows;
}

/* No reader wants a thousand facts a launch; they are in results.json. */
static json_t *slim_arm(const json_t *arm)
{
	json_t *copy = json_copy((json_t *)arm), *launches = json_array();
	const json_t *launch;
	size_t i;

	json_array_foreach(json_object_get(arm, "launches"), i, launch)
	{
		json_t *slim = json_copy((json_t *)launch);

		json_object_del(slim, "evidence");
		json_object_del(slim, "warmup_ns");
		json_array_append_new(launches, slim);
	}
	if (json_object_set_new(copy, "launches", launches)) {
		json_decref(copy);
		return NULL;
	}
	return copy;
}

static json_t *arms_json(const json_t *results)
{
	json_t *arms = json_array();
	const json_t *arm;
	size_t i;

	json_array_foreach(json_object_get(results, "arms"), i, arm)
		json_array_append_new(arms, slim_arm(arm));
	return arms;
}

static json_t *overall_json(const json_t *results)
{
	struct aisp_overall o;

	aisp_overall_compute(&o, results);
	return json_pack("{si si si so s[oo]}", "n", o.n, "n_open", o.n_open, "n_naive",
			 o.n_naive, "speedup", aisp_number_json(o.speedup), "ci",
			 aisp_number_json(o.ci_low), aisp_number_json(o.ci_high));
}

static json_t *rows_json(const json_t *results, struct pool *checks,
			 struct pool *findings)
{
	json_t *rows = aisp_rows_json(results), *row;
	size_t i;

	json_array_foreach(rows, i, row)
	{
		const json_t *result =
			json_array_get(json_object_get(results, "results"), i);

		json_object_set_new(row, "title",
				    json_string(aisp_field_text(result, "title")));
		if (json_is_object(json_object_get(result, "expectation")))
			json_object_set(row, "expectation",
					json_object_get(result, "expectation"));
		json_object_set_new(row, "ledger",
				    ledger_json(json_object_get(result, "ledger"),
						checks, findings));
	}
	return rows;
}

static json_t *order_json(const json_t *results)
{
	size_t n = json_array_size(json_object_get(results, "results"));
	size_t *order = calloc(n + 1, sizeof(*order));
	json_t *list = json_array();

	if (order)
		aisp_row_order(results, order);
	for (size_t i = 0; order && i < n; i++)
		json_array_append_new(list, json_integer((json_int_t)order[i]));
	free(order);
	return list;
}

json_t *aisp_html_data(const json_t *results, const json_t *manifest)
{
	struct pool checks = { json_array(), json_object() };
	struct pool findings = { json_array(), json_object() };
	json_t *rows = rows_json(results, &checks, &findings), *data;

	data = json_pack("{sO sO* so so so so so so so}", "run",
			 json_object_get(results, "run"), "manifest", manifest,
			 "overall", overall_json(results), "rows", rows, "order",
			 order_json(results), "rivals", aisp_rivals_json(results),
			 "arms", arms_json(results), "checks", checks.list, "findings",
			 findings.list);
	json_decref(checks.index);
	json_decref(findings.index);
	return data;
}
