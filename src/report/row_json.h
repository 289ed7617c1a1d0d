/* SPDX-License-Identifier: MIT
 *
 * row_json.h - rows as JSON, for pages.
 */
#ifndef AISP_ROW_JSON_H
#define AISP_ROW_JSON_H

#include <jansson.h>

#include "run/model.h"

/*
 * An array with an object for each result: the members of struct aisp_row by
 * their names, null for NaN; "word", the verdict or else the status; "label", as
 * in the first column of the table; and "arms", the indices of baseline,
 * optimized and library, -1 for none.  A new reference; NULL without memory.
 */
json_t *aisp_rows_json(const struct aisp_run *run);

#endif
