/* SPDX-License-Identifier: MIT
 *
 * details.h - all that is known of each result, as lines of text.
 */
#ifndef AISP_DETAILS_H
#define AISP_DETAILS_H

#include <stdio.h>

#include "run/model.h"

/*
 * Of result i: distribution of samples, pairs, timeline, limit, ledger, build
 * lines; of one that is not valid no figures.  Each line begins with a word of
 * ours and holds no control characters.  0, or -1 without memory.
 */
int aisp_details_print(const struct aisp_run *run, int i, int is_utf8, FILE *f);

/* The run itself: command, seed, machine, compiler. */
void aisp_details_print_run(const struct aisp_run *run, FILE *f);

#endif
