/* SPDX-License-Identifier: MIT
 *
 * schema.c - is this a results document?  A saved file may be truncated, edited
 * or of another version; what passes here can be reported without surprise.
 */
#include <stdio.h>
#include <string.h>

#include "run.h"

enum kind { STRING = 1, NUMBER = 2, OBJECT = 4, ARRAY = 8, NULLABLE = 16 };

struct field {
	const char *name;
	int kind; /* enum kind, or'ed */
};

struct where {
	const char *list; /* "results", or "" for the document itself */
	size_t i;
	const char *inner; /* "comparison", or "" */
};

static const struct field document[] = { { "schema", NUMBER },
					 { "run", OBJECT },
					 { "arms", ARRAY },
					 { "results", ARRAY },
					 { "confirmation", OBJECT | NULLABLE },
					 { 0 } };

static const struct field arm[] = {
	{ "variant", STRING },
	{ "device", STRING },
	{ "class", STRING },
	{ "library", STRING | NULLABLE },
	{ "median_ns", NUMBER | NULLABLE },
	{ "gb_per_s", NUMBER | NULLABLE },
	{ "gflop_per_s", NUMBER | NULLABLE },
	{ "sol", OBJECT | NULLABLE },
	{ "launches", ARRAY },
	{ 0 },
};

static const struct field result[] = {
	{ "target", STRING },
	{ "directory", STRING | NULLABLE },
	{ "workload", STRING },
	{ "params", OBJECT },
	{ "distribution", STRING },
	{ "baseline", NUMBER },
	{ "optimized", NUMBER },
	{ "library", NUMBER | NULLABLE },
	{ "status", STRING },
	{ "reason", STRING | NULLABLE },
	{ "comparison", OBJECT | NULLABLE },
	{ "vs_library", OBJECT | NULLABLE },
	{ "ledger", ARRAY },
	{ "expectation", OBJECT | NULLABLE },
	{ 0 },
};

static const struct field comparison[] = {
	{ "verdict", STRING },
	{ "why", STRING | NULLABLE },
	{ "speedup", NUMBER | NULLABLE },
	{ "speedup_ci", ARRAY | NULLABLE },
	{ "confidence", NUMBER | NULLABLE },
	{ "n_pairs", NUMBER },
	{ "mde", NUMBER | NULLABLE },
	{ "margin", NUMBER | NULLABLE },
	{ 0 },
};

static int kind_of(const json_t *v)
{
	return json_is_string(v)   ? STRING
	       : json_is_number(v) ? NUMBER
	       : json_is_object(v) ? OBJECT
	       : json_is_array(v)  ? ARRAY
	       : json_is_null(v)   ? NULLABLE
				   : 0;
}

static int complain(const struct where *w, const char *name, const char *what,
		    struct aisp_err *err)
{
	char prefix[64] = "";

	if (*w->list)
		snprintf(prefix, sizeof(prefix), "%s[%zu].%s%s", w->list, w->i,
			 w->inner, *w->inner ? "." : "");
	return aisp_err_set(err, "%s%s %s", prefix, name, what);
}

static int check_fields(const json_t *object, const struct field *fields,
			const struct where *w, struct aisp_err *err)
{
	if (!json_is_object(object))
		return complain(w, "", "is no object", err);
	for (const struct field *f = fields; f->name; f++) {
		const json_t *v = json_object_get(object, f->name);

		/* An optional member may also be left out. */
		if (!v && !(f->kind & NULLABLE))
			return complain(w, f->name, "is missing", err);
		if (v && !(kind_of(v) & f->kind))
			return complain(w, f->name, "has the wrong type", err);
	}
	return 0;
}

static int is_one_of(const json_t *object, const char *name, const char *const *words)
{
	const char *s = json_string_value(json_object_get(object, name));

	while (*words)
		if (!strcmp(*words++, s))
			return 1;
	return 0;
}

static int check_comparison(const json_t *object, const struct where *w,
			    struct aisp_err *err)
{
	static const char *const verdicts[] = { "FASTER",       "SLOWER",  "SAME",
						"INCONCLUSIVE", "INVALID", NULL };
	const json_t *ci;

	if (!object || json_is_null(object))
		return 0;
	if (check_fields(object, comparison, w, err))
		return -1;
	if (!is_one_of(object, "verdict", verdicts))
		return complain(w, "verdict", "is none that this version knows", err);
	ci = json_object_get(object, "speedup_ci");
	if (json_is_array(ci) &&
	    (json_array_size(ci) != 2 ||
	     !(kind_of(json_array_get(ci, 0)) & (NUMBER | NULLABLE)) ||
	     !(kind_of(json_array_get(ci, 1)) & (NUMBER | NULLABLE))))
		return complain(w, "speedup_ci", "is no pair of numbers", err);
	return 0;
}

/* An index into arms[], or null. */
static int check_index(const json_t *object, const char *name, size_t n_arms,
		       const struct where *w, struct aisp_err *err)
{
	const json_t *v = json_object_get(object, name);

	if (!v || json_is_null(v))
		return 0;
	if (!json_is_integer(v) || (size_t)json_integer_value(v) >= n_arms)
		return complain(w, name, "points at no arm", err);
	return 0;
}

static int check_ledger(const json_t *ledger, struct where w, struct aisp_err *err)
{
	static const struct field row[] = { { "check", STRING },
					    { "verdict", STRING },
					    { "why", STRING | NULLABLE },
					    { 0 } };
	const json_t *v;
	size_t i;

	w.inner = "ledger";
	json_array_foreach(ledger, i, v) if (check_fields(v, row, &w, err)) return -1;
	return 0;
}

static int check_result(const json_t *v, size_t i, size_t n_arms, struct aisp_err *err)
{
	static const char *const states[] = { "measured", "skipped", "failed",
					      "not run", NULL };
	struct where w = { "results", i, "" };
	struct where versus_baseline = { "results", i, "comparison" };
	struct where versus_library = { "results", i, "vs_library" };

	if (check_fields(v, result, &w, err) ||
	    check_index(v, "baseline", n_arms, &w, err) ||
	    check_index(v, "optimized", n_arms, &w, err) ||
	    check_index(v, "library", n_arms, &w, err))
		return -1;
	if (!is_one_of(v, "status", states))
		return complain(&w, "status", "is none that this version knows", err);
	if (check_comparison(json_object_get(v, "comparison"), &versus_baseline, err) ||
	    check_comparison(json_object_get(v, "vs_library"), &versus_library, err))
		return -1;
	return check_ledger(json_object_get(v, "ledger"), w, err);
}

static int check_document(const json_t *results, struct aisp_err *err)
{
	const struct where top = { "", 0, "" };
	const json_t *arms = json_object_get(results, "arms"), *v;
	long long version = json_integer_value(json_object_get(results, "schema"));
	size_t i;

	if (check_fields(results, document, &top, err))
		return -1;
	if (version != AISP_RESULTS_SCHEMA)
		return aisp_err_set(err, "schema %lld, but this aisp reads schema %d",
				    version, AISP_RESULTS_SCHEMA);
	json_array_foreach(arms, i, v)
	{
		const struct where w = { "arms", i, "" };

		if (check_fields(v, arm, &w, err))
			return -1;
	}
	json_array_foreach(
		json_object_get(results, "results"), i,
		v) if (check_result(v, i, json_array_size(arms), err)) return -1;
	return 0;
}

int aisp_results_check(const json_t *results, struct aisp_err *err)
{
	const json_t *second = json_object_get(results, "confirmation");
	struct aisp_err why;

	if (check_document(results, err))
		return -1;
	if (json_is_object(second) && check_document(second, &why))
		return aisp_err_set(err, "confirmation: %.400s", why.msg);
	return 0;
}
