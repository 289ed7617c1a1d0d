/* SPDX-License-Identifier: MIT
 *
 * A result's figures with their intervals, and those of two results over each other.
 */
#include <math.h>

#include "report/quantity.h"
#include "tap.h"
#include "unit/run_of.h"
#include "unit/store_result.h"

static bool is_about(double x, double y)
{
	return fabs(x / y - 1) < 3e-3;
}

static bool is(const struct aisp_quantity *q, double value)
{
	return is_about(q->value, value) && q->lo <= q->value && q->value <= q->hi &&
	       is_about(q->lo, value) && is_about(q->hi, value);
}

static void test_times(const struct aisp_run_result *r)
{
	struct aisp_quantity q = aisp_quantity_of(r, AISP_QUANTITY_TIME);

	ok(is(&q, 500), "the time of launches that count");
	q = aisp_quantity_of(r, AISP_QUANTITY_BASELINE_TIME);
	ok(is(&q, 1000), "the baseline's");
	q = aisp_quantity_of(r, AISP_QUANTITY_LIMIT);
	ok(is(&q, 0.5), "the share of the limit, by the launches");
	q = aisp_quantity_of(r, AISP_QUANTITY_SPEEDUP);
	ok(q.value == 2 && q.lo == 1.9 && q.hi == 2.1, "what the judge decided by");
}

/* The time beside a score, by the pairs of launches. */
static void test_scored(struct aisp_run *run)
{
	static struct aisp_run_score score = { 0 };
	struct aisp_run_result r = run->results[0];
	struct aisp_run_comparison silent = *r.comparison;
	struct aisp_quantity q, without;

	r.score = &score;
	q = aisp_quantity_of(&r, AISP_QUANTITY_SPEEDUP);
	ok(is(&q, 2), "the baseline's times over the variant's");
	run->arms[0].launches[1].status = run->arms[0].launches[2].status;
	run->arms[0].launches[1].median_ns = 1000;
	run->arms[1].launches[1].median_ns = 1;
	q = aisp_quantity_of(&r, AISP_QUANTITY_SPEEDUP);
	ok(is(&q, 2), "of blocks in which both ended well");
	run->arms[1].launches[3].median_ns = 400;
	q = aisp_quantity_of(&r, AISP_QUANTITY_SPEEDUP);
	silent.confidence = NAN;
	r.comparison = &silent;
	without = aisp_quantity_of(&r, AISP_QUANTITY_SPEEDUP);
	ok(q.lo < q.hi && is_about(without.lo, q.lo) && is_about(without.hi, q.hi),
	   "at the judge's usual confidence where none is said");
}

static void test_ratio(void)
{
	json_t *documents[2] = { result_json(2, 1.9, 2.1), result_json(4, 3.9, 4.1) };
	struct aisp_run *a = run_of(documents[0], NULL),
			*b = run_of(documents[1], NULL);
	struct aisp_quantity q;

	q = aisp_quantity_ratio(&a->results[0], &b->results[0], AISP_QUANTITY_TIME);
	ok(is(&q, 0.5), "b's time over a's");
	q = aisp_quantity_ratio(&b->results[0], &a->results[0], AISP_QUANTITY_TIME);
	ok(is(&q, 2), "a's over b's");
	q = aisp_quantity_ratio(&a->results[0], &b->results[0], AISP_QUANTITY_SPEEDUP);
	ok(is(&q, 2), "b's speedup over a's");
	q = aisp_quantity_ratio(&a->results[0], &b->results[0], AISP_QUANTITY_SCORE);
	ok(isnan(q.value) && isnan(q.lo), "what one has not has no ratio");
	aisp_run_free(a);
	aisp_run_free(b);
	json_decref(documents[0]);
	json_decref(documents[1]);
}

int main(void)
{
	json_t *document = result_json(2, 1.9, 2.1);
	struct aisp_run *run = run_of(document, NULL);

	test_times(&run->results[0]);
	test_scored(run);
	test_ratio();
	aisp_run_free(run);
	json_decref(document);
	return done();
}
