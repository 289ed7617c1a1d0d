/* SPDX-License-Identifier: MIT
 *
 * quantity_rows.h - every figure of the results that two runs share, side by side.
 */
#ifndef AISP_QUANTITY_ROWS_H
#define AISP_QUANTITY_ROWS_H

#include <jansson.h>
#include <stdio.h>

#include "run/model.h"

/*
 * A list in the order of `a`, an object for each result that both have with the same
 * parameters and distribution: "target", "params", "distribution",
 *
 * "figures" [{ "name", "unit", "better" ("more", "less", "neither"), "meaning", "a" and
 * "b" { "value", "lo", "hi" }, "ratio" { ... } of b over a, "says" }]: those of
 * aisp/metrics.h, where neither has one it is left out.  "says" is "better" or "worse"
 * where the ratio's whole interval is on one side of 1 and one direction is better,
 * "differs" where none is, "not told apart" where 1 lies within it, and "" where there
 * is no interval;
 *
 * "facts" [{ "name", "better", "a", "b", "ratio" }]: medians over the variant's
 * launches of what was seen of its process and machine, null where a side has none; the
 * ratio of b over a where one way is better.  NULL without memory.
 */
json_t *aisp_quantity_rows(const struct aisp_run *a, const struct aisp_run *b);

/* Prints tables; leaves out equal facts.  Returns 0, or -1 if f cannot be written. */
int aisp_quantity_print(const struct aisp_run *a, const struct aisp_run *b, FILE *f);

#endif
