/* SPDX-License-Identifier: MIT
 *
 * score_text.h - results judged by a score, as text.
 */
#ifndef AISP_SCORE_TEXT_H
#define AISP_SCORE_TEXT_H

#include <stdio.h>

#include "run/model.h"

/* Prints for each: what was counted, from what to what, and the best possible score. */
void aisp_score_lines(const struct aisp_run *run, FILE *f);

/* Likewise for one result, with its further figures; indented. */
void aisp_score_details(const struct aisp_run_result *r, FILE *f);

#endif
