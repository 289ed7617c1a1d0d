/* SPDX-License-Identifier: MIT
 *
 * Changes in a series are found at a level of 5 %, no lower and no higher.
 */
#include "store/history.h"
#include "tap.h"
#include "unit/rows_of.h"

/* Runs with some noise, whose time grows by a share from the eighth on. */
static json_t *rows(double growth)
{
	static const double noise[] = { 0,     0.01,   -0.01, 0.02,   -0.02,
					0.005, -0.015, 0.012, -0.003, 0.008,
					0.002, -0.007, 0.011, -0.004 };
	json_t *list = json_array();

	for (int i = 0; i < 14; i++)
		json_array_append_new(
			list, json_pack("{ss sf}", "target", "ch07:t@cpu", "time_ns",
					1e6 * (1 + noise[i] + (i < 7 ? 0 : growth))));
	return list;
}

/* The first change's p, or -1 without one. */
static double p_of(double growth)
{
	struct aisp_history_rows list = rows_of(rows(growth));
	struct aisp_history_trends trends;
	double p = -1;

	if (!aisp_history_series(&trends, &list, AISP_HISTORY_TIME, 100) &&
	    trends.at[0].n_changes)
		p = trends.at[0].changes[0].p;
	aisp_history_trends_release(&trends);
	aisp_history_rows_release(&list);
	return p;
}

int main(void)
{
	ok(p_of(0) < 0, "noise is no change");
	ok(p_of(0.02) < 0, "nor is what chance does in 8 of 100 such series");
	ok(p_of(0.025) > 0 && p_of(0.025) < 0.05, "what it does in 2 is one");
	return done();
}
