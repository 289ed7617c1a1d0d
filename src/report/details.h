/* SPDX-License-Identifier: MIT
 *
 * details.h - everything known about each result, as lines of text.
 */
#ifndef AISP_DETAILS_H
#define AISP_DETAILS_H

#include <stdio.h>

#include "run/model.h"

/*
 * Prints distribution of samples, pairs, timeline, limit, ledger and build lines of
 * result i; no figures if it is not valid.  Each line begins with a fixed word and
 * contains no control characters.  Returns 0, or -1 without memory.
 */
int aisp_details_print(const struct aisp_run *run, int i, int is_utf8, FILE *f);

/* Prints the run itself: command, seed, machine, compiler. */
void aisp_details_print_run(const struct aisp_run *run, FILE *f);

#endif
