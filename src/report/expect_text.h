/* SPDX-License-Identifier: MIT
 *
 * expect_text.h - expectations in words: what a run reached, and what is stored.
 */
#ifndef AISP_EXPECT_TEXT_H
#define AISP_EXPECT_TEXT_H

#include <jansson.h>
#include <stdio.h>

#include "run/model.h"

/* Prints lines for a run's summary; nothing if it was not judged. */
void aisp_expect_lines(const struct aisp_run *run, FILE *f);

/* Prints stored entries as a table; returns 0, or -1 if f cannot be written. */
int aisp_report_expectations(const json_t *entries, FILE *f);

#endif
