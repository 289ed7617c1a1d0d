/* SPDX-License-Identifier: MIT
 *
 * quantity.h - every figure that a run has for a result: its name, its unit, which
 * direction is better, and an interval if launches give one.
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

/* Which direction is better for a fact of aisp/facts.h; else AISP_BETTER_NEITHER. */
enum aisp_better aisp_better_fact(const char *name);

/* AISP_N_QUANTITIES if there is no such name. */
enum aisp_quantity_id aisp_quantity_find(const char *name);

/* NaN: unknown; lo and hi also if there is no interval. */
struct aisp_quantity {
	double value, lo, hi;
};

/* The variant's, unless the name says otherwise; NaN if the result is INVALID. */
struct aisp_quantity aisp_quantity_of(const struct aisp_run_result *r,
				      enum aisp_quantity_id id);

/*
 * The ratio of b's figure to a's, with the interval for two unpaired samples if both
 * have launches.
 */
struct aisp_quantity aisp_quantity_ratio(const struct aisp_run_result *a,
					 const struct aisp_run_result *b,
					 enum aisp_quantity_id id);

/* "1.25 ms", "93.1 %", "2.1x"; "" for NaN. */
void aisp_quantity_text(char *buf, size_t size, enum aisp_quantity_id id, double v);

/*
 * "1.934x [1.921, 1.947]", "1.25 ms [1.24 ms, 1.26 ms]"; without the interval if there
 * is none; "" if there is no value.
 */
void aisp_quantity_interval_text(char *buf, size_t size, enum aisp_quantity_id id,
				 const struct aisp_quantity *q);

#endif
