/* SPDX-License-Identifier: MIT
 *
 * expect_accept.c - which results of a run become expectations.
 */
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/field.h"
#include "expect.h"
#include "expect_judge.h"

/* Why the result is not recorded; NULL if it is. */
static const char *reason(const struct aisp_run_result *r)
{
	enum aisp_expect_state state = aisp_result_expectation(r);

	if (state == AISP_EXPECT_NOT_JUDGED)
		return r->expectation->why;
	if (aisp_result_verdict(r) == AISP_WORD_INCONCLUSIVE)
		return aisp_word_name(AISP_WORD_INCONCLUSIVE);
	if (r->expectation && r->expectation->match == AISP_ENTRY_OF_FINGERPRINT &&
	    (state == AISP_EXPECT_HOLDS || state == AISP_EXPECT_UNCLEAR))
		return aisp_expect_state_name(state);
	return NULL;
}

/* The share of the speedup whose loss the bound does not see; NaN: it has none. */
static double unseen_loss(const struct aisp_expect *e)
{
	const struct aisp_metric_entry *m = &e->metrics[AISP_METRIC_SPEEDUP];

	return 1 - m->lower / m->value;
}

/* 0 with path and *unseen filled, or -1. */
static int record(char *path, size_t size, double *unseen, const struct aisp_run *run,
		  int i, const struct aisp_expect_place *place, struct aisp_err *err)
{
	struct aisp_expect *e = malloc(sizeof(*e));
	int other = aisp_result_find(run->confirmation, &run->results[i]);
	int rc = -1;

	if (!e)
		return aisp_err_set(err, "out of memory");
	if ((other >= 0 && !aisp_expect_observe(e, run->confirmation, other, NULL)) ||
	    !aisp_expect_observe(e, run, i, err))
		rc = aisp_expect_path_of(path, size, place, e, err) ||
				     aisp_expect_accept(place, e, err)
			     ? -1
			     : 0;
	*unseen = unseen_loss(e);
	free(e);
	return rc;
}

static json_t *entry_json(const struct aisp_run_result *r, const char *path,
			  double unseen, const char *why)
{
	char params[1024];

	aisp_map_text(params, sizeof(params), &r->params);
	return json_pack("{ss ss ss? so ss?}", "target", r->target, "params", params,
			 "path", why ? NULL : path, "unseen_loss",
			 aisp_number_json(unseen), "why", why);
}

json_t *aisp_expect_accept_run(const struct aisp_run *run,
			       const struct aisp_expect_place *place,
			       struct aisp_err *err)
{
	json_t *list = json_array();

	for (int i = 0; i < run->n_results; i++) {
		const char *why = reason(&run->results[i]);
		char path[PATH_MAX] = "";
		double unseen = NAN;

		if (!why && record(path, sizeof(path), &unseen, run, i, place, err))
			goto fail;
		if (json_array_append_new(
			    list, entry_json(&run->results[i], path, unseen, why))) {
			aisp_err_set(err, "out of memory");
			goto fail;
		}
	}
	return list;
fail:
	json_decref(list);
	return NULL;
}
