/* SPDX-License-Identifier: MIT
 *
 * trend.h - series of a history (store/history.h) as text.
 */
#ifndef AISP_TREND_H
#define AISP_TREND_H

#include <stdio.h>

#include "run/history_model.h"

/*
 * Prints a line for each series: a sparkline, the last value, the last change.  Returns
 * 0, or -1 if f cannot be written.
 */
int aisp_report_trends(const struct aisp_history_trends *trends, FILE *f);

/* Prints one series, point by point. */
int aisp_report_trend(const struct aisp_history_series *series, FILE *f);

/*
 * A list of { "metric", "points" (whole rows), "target", "params", "distribution",
 * "baseline", "class", "fingerprint", "changes": [{ "at", "p", "before", "after" }] }.
 */
int aisp_report_trends_json(const struct aisp_history_trends *trends, FILE *f);

/* A series' "changes"; NULL without memory. */
json_t *aisp_trend_changes_json(const struct aisp_history_series *series);

#endif
