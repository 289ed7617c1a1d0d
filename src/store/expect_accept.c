/* SPDX-License-Identifier: MIT
 *
 * expect_accept.c - which results of a run become expectations.
 */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/field.h"
#include "expect.h"
#include "expect_judge.h"

/* Why the result is not recorded; NULL if it is. */
static const char *reason(const json_t *result)
{
	const json_t *e = json_object_get(result, "expectation");
	const char *state = aisp_field_text(e, "state");
	const char *verdict =
		aisp_field_text(json_object_get(result, "comparison"), "verdict");

	if (!strcmp(state, "NOT-JUDGED"))
		return aisp_field_text(e, "why");
	if (!strcmp(verdict, "INCONCLUSIVE"))
		return "INCONCLUSIVE";
	if (!strcmp(aisp_field_text(e, "match"), "fingerprint") &&
	    (!strcmp(state, "HOLDS") || !strcmp(state, "UNCLEAR")))
		return state;
	return NULL;
}

/* 0 with path filled, or -1. */
static int record(char *path, size_t size, const json_t *results, size_t i,
		  const json_t *manifest, const struct aisp_expect_place *place,
		  struct aisp_err *err)
{
	struct aisp_expect *e = malloc(sizeof(*e));
	const json_t *second = json_object_get(results, "confirmation");
	int other = aisp_result_find(
		second, json_array_get(json_object_get(results, "results"), i));
	int rc = -1;

	if (!e)
		return aisp_err_set(err, "out of memory");
	if ((other >= 0 &&
	     !aisp_expect_observe(e, second, (size_t)other, manifest, NULL)) ||
	    !aisp_expect_observe(e, results, i, manifest, err))
		rc = aisp_expect_path_of(path, size, place, e, err) ||
				     aisp_expect_accept(place, e, err)
			     ? -1
			     : 0;
	free(e);
	return rc;
}

json_t *aisp_expect_accept_run(const json_t *results, const json_t *manifest,
			       const struct aisp_expect_place *place,
			       struct aisp_err *err)
{
	json_t *list = json_array(), *result;
	size_t i;

	json_array_foreach(json_object_get(results, "results"), i, result)
	{
		const char *why = reason(result);
		char path[PATH_MAX] = "";

		if (!why &&
		    record(path, sizeof(path), results, i, manifest, place, err)) {
			json_decref(list);
			return NULL;
		}
		json_array_append_new(
			list, json_pack("{ss sO so so}", "target",
					aisp_field_text(result, "target"), "params",
					json_object_get(result, "params"), "path",
					why ? json_null() : json_string(path), "why",
					why ? json_string(why) : json_null()));
	}
	return list;
}
