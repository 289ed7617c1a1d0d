/* SPDX-License-Identifier: MIT
 *
 * html_data.h - a run in the form that the report's scripts read.
 */
#ifndef AISP_HTML_DATA_H
#define AISP_HTML_DATA_H

#include <jansson.h>

#include "run/model.h"

/*
 * {
 *   "run", "manifest": as in the documents,
 *   "overall": { "n", "n_open", "n_only", "n_naive", "speedup", "ci" }, see summary.h,
 *   "rows": see row_json.h, each with "title" of the result and its "ledger",
 *   "order": [index into rows], as people read them, see row.h,
 *   "rivals": see rivals_text.h,
 *   "arms": as in results.json, less the launches' warm-up and evidence,
 *   "checks": [id], "findings": [[verdict, why]]
 * }
 * A ledger is an array of [index into checks, index into findings of the baseline,
 * of the optimized variant], -1 for none: a run repeats few findings many times.
 * A new reference, or NULL without memory.
 */
json_t *aisp_html_data(const struct aisp_run *run);

#endif
