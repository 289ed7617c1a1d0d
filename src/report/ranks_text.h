/* SPDX-License-Identifier: MIT
 *
 * ranks_text.h - what the report says of processes that share a call.
 */
#ifndef AISP_RANKS_TEXT_H
#define AISP_RANKS_TEXT_H

#include <stdio.h>

#include "run/model.h"

/* A line for each arm of a collective: its bandwidths and how well its ranks start
 * together; and for each result whose ranks share CPUs. */
void aisp_ranks_lines(const struct aisp_run *run, FILE *f);

#endif
