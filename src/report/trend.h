/* SPDX-License-Identifier: MIT
 *
 * trend.h - series of a history (store/history.h) in words.
 */
#ifndef AISP_TREND_H
#define AISP_TREND_H

#include <jansson.h>
#include <stdio.h>

/*
 * A line for each series: a sparkline, the last value, the last change.  0, or -1
 * if f cannot be written.
 */
int aisp_report_trends(const json_t *series, FILE *f);

/* One series, point by point. */
int aisp_report_trend(const json_t *series, FILE *f);

#endif
