/* SPDX-License-Identifier: MIT
 *
 * compare_text.h - a comparison of two sides (run/compare_model.h) in words, and as
 * JSON.
 */
#ifndef AISP_COMPARE_TEXT_H
#define AISP_COMPARE_TEXT_H

#include <stdio.h>

#include "run/compare_model.h"

/* Prints the differences, then the rows.  Returns 0, or -1 if f cannot be written. */
int aisp_report_comparison(const struct aisp_compared *c, const char *label_a,
			   const char *label_b, FILE *f);

/*
 * A list with "target", "params", "distribution", "verdict", "why"; if both sides have
 * figures, "metric", "unit", "ratio", "ratio_ci", "confidence", "margin", "n" [a, b],
 * "runs" [a, b], "speedup" [a, b], "time_ns" [a, b], "baseline_ns" [a, b],
 * "is_same_object", "is_same_machine"; for pairs "pairs_ns" [[a], [b]], "n_left_out"
 * and "left_out_why".  NULL without memory.
 */
json_t *aisp_compared_rows_json(const struct aisp_compared *c);

/* A list of { "what", "a", "b" }; a side without the member has null. */
json_t *aisp_differences_json(const struct aisp_compared *c);

#endif
