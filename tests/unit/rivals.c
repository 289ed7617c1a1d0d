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

static json_t *launch_of(const json_t *results, int a, size_t i)
{
	json_t *arm = json_array_get(json_object_get(results, "arms"), (size_t)a);

	return json_array_get(json_object_get(arm, "launches"), i);
}

/* n of the variant's ten launches last ten times as long, since others ran. */
static void disturb(const json_t *results, int n)
{
	for (int i = 0; i < n; i++) {
		json_t *launch = launch_of(results, 1, (size_t)i * 3 % 10 + 2);
		double ns = json_real_value(json_object_get(launch, "median_ns"));

		json_object_set_new(launch, "median_ns", json_real(10 * ns));
		json_object_set_new(launch, "evidence",
				    json_pack("{si}", "is_disturbed", 1));
	}
}

static struct aisp_rivals *disturbed(int n, double lo)
{
	struct aisp_rivals *list = NULL;
	json_t *results = result_json(2, lo, 2.02);

	aisp_run_free(run);
	disturb(results, n);
	/* As an older aisp saved it: of all launches. */
	json_object_set_new(json_array_get(json_object_get(results, "arms"), 1),
			    "median_ns", json_real(700));
	run = run_of(results, NULL);
	ok(aisp_rivals_read(&list, run, AISP_RIVALS_BY_TIME) == 1, "a group");
	json_decref(results);
	return list;
}

static void test_disturbed(void)
{
	struct aisp_rivals *list = disturbed(4, 1.98);
	char why[96];

	ok(fabs(list[0].edges[1][0].ratio - 2) < 0.01 && list[0].rivals[1].place == 1,
	   "ranked by the launches that nobody disturbed");
	ok(fabs(list[0].rivals[1].ns - 500) < 1 &&
		   fabs(run->results[0].arms[AISP_OPTIMIZED]->sol.fraction - 0.7) <
			   0.01,
	   "its time and share of the limit are of them, too");
	free(list);
	list = disturbed(4, 0.9);
	ok(!list[0].edges[1][0].sign && !list[0].edges[0][1].sign &&
		   list[0].rivals[1].is_tied,
	   "nothing is told apart that the verdict leaves open");
	free(list);
	list = disturbed(8, 1.98);
	aisp_rival_excuse(why, sizeof(why), list, 1);
	ok(!list[0].rivals[1].place && list[0].order[1] == 1 &&
		   !strcmp(why, "no place: 2 undisturbed launches, 3 are needed"),
	   "two such launches give no place, and it says why");
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
	test_disturbed();
	test_name();
	test_nonsense();
	aisp_run_free(run);
	return done();
}
