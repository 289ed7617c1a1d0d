/* SPDX-License-Identifier: MIT
 *
 * Variants against each other, from a saved run.
 */
#include <math.h>
#include <string.h>

#include "base/field.h"
#include "report/rivals.h"
#include "report/rivals_text.h"
#include "tap.h"
#include "unit/run_of.h"
#include "unit/store_result.h"

static void set_confidence(json_t *results, double x)
{
	json_object_set_new(json_object_get(first(results), "comparison"), "confidence",
			    json_real(x));
}

static struct aisp_run *run; /* that of the last list */

static int read(struct aisp_rivals **list, double confidence, const char *verdict)
{
	json_t *results = result_json(2, 1.98, 2.02);
	int n;

	aisp_run_free(run);

	set_confidence(results, confidence);
	json_object_set_new(json_object_get(first(results), "comparison"), "verdict",
			    json_string(verdict));
	run = run_of(results, NULL);
	n = aisp_rivals_read(list, run, AISP_RIVALS_BY_TIME);
	json_decref(results);
	return n;
}

static void test_group(void)
{
	struct aisp_rivals *list = NULL;

	ok(read(&list, 0.989, "FASTER") == 1 && list[0].n == 2,
	   "a baseline and its variant");
	ok(fabs(list[0].edges[1][0].ratio - 2) < 0.01 &&
		   list[0].edges[1][0].sign == 1 && list[0].edges[0][1].sign == -1,
	   "one is twice as fast as the other");
	ok(list[0].order[0] == 1 && list[0].rivals[1].place == 1 &&
		   list[0].rivals[0].place == 2,
	   "and stands first");
	free(list);
}

/* A saved document may contain anything. */
static void test_nonsense(void)
{
	struct aisp_rivals *list = NULL;

	ok(read(&list, 1, "FASTER") == 0, "no interval is certain");
	free(list);
	ok(read(&list, 0, "FASTER") == 0, "nor worth nothing");
	free(list);
	ok(read(&list, 0.989, "INVALID") == 0, "what is INVALID has no rank");
	free(list);
	ok(aisp_rivals_crosses(run, stderr) == 0, "and none to rank is no failure");
}

static void test_name(void)
{
	json_t *results = result_json(2, 1.98, 2.02);
	struct aisp_rivals *list = NULL;
	char target[300];

	snprintf(target, sizeof(target), "labs/%0200d:t@cpu", 0);
	json_object_set_new(first(results), "target", json_string(target));
	aisp_run_free(run);
	run = run_of(results, NULL);
	ok(aisp_rivals_read(&list, run, AISP_RIVALS_BY_TIME) == 1 &&
		   !strcmp(list[0].name, target),
	   "a chapter's name is whole");
	free(list);
	json_decref(results);
}

int main(void)
{
	test_group();
	test_name();
	test_nonsense();
	aisp_run_free(run);
	return done();
}
