/* SPDX-License-Identifier: MIT
 *
 * quantity.h - every figure that a run holds of a result: its name, its unit, which
 * way is better, and an interval where launches tell one.
 */
#ifndef AISP_QUANTITY_H
#define AISP_QUANTITY_H

#include "run/model.h"

/* AISP_QUANTITY_SPEEDUP and so on, in the order of the list. */
enum aisp_quantity_id {
#define METRIC(id, name, unit, better, meaning) AISP_QUANTITY_##id,
#include <aisp/metrics.h>
	AISP_N_QUANTITIES
};

struct aisp_quantity_kind {
	const char *name; /* these four as aisp/metrics.h says */
	const char *unit;
	enum aisp_better better;
	const char *text;
};

extern const struct aisp_quantity_kind aisp_quantity_kinds[AISP_N_QUANTITIES];

/* Which way a fact of aisp/facts.h is better; AISP_BETTER_NEITHER of any other name. */
enum aisp_better aisp_better_fact(const char *name);

/* AISP_N_QUANTITIES where nothing has that name. */
enum aisp_quantity_id aisp_quantity_find(const char *name);

/* NaN: not known; lo and hi where nothing tells an interval. */
struct aisp_quantity {
	double value, lo, hi;
};

/* Of the variant, if not said otherwise; NaN where the result is INVALID. */
struct aisp_quantity aisp_quantity_of(const struct aisp_run_result *r,
				      enum aisp_quantity_id id);

/*
 * b's over a's, with the interval of two samples that are not paired where both have
 * launches to tell it.
 */
struct aisp_quantity aisp_quantity_ratio(const struct aisp_run_result *a,
					 const struct aisp_run_result *b,
					 enum aisp_quantity_id id);

/* "1.25 ms", "93.1 %", "2.1x"; "" for NaN. */
void aisp_quantity_text(char *buf, size_t size, enum aisp_quantity_id id, double v);

/*
 * "1.934x [1.921, 1.947]", "1.25 ms [1.24 ms, 1.26 ms]"; without an interval if it has
 * none; "" where there is no value.
 */
void aisp_quantity_interval_text(char *buf, size_t size, enum aisp_quantity_id id,
				 const struct aisp_quantity *q);

#endif
