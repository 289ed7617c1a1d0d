/* SPDX-License-Identifier: MIT
 *
 * score_text.h - results that are judged by a score, in words.
 */
#ifndef AISP_SCORE_TEXT_H
#define AISP_SCORE_TEXT_H

#include <stdio.h>

#include "run/model.h"

/* A line for each: what was counted, from what to what, the best there could be. */
void aisp_score_lines(const struct aisp_run *run, FILE *f);

/* The same of one result, with its further figures; indented. */
void aisp_score_details(const struct aisp_run_result *r, FILE *f);

#endif
