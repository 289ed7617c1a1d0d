/* SPDX-License-Identifier: MIT
 *
 * ranks_text.h - the report about processes that share a call.
 */
#ifndef AISP_RANKS_TEXT_H
#define AISP_RANKS_TEXT_H

#include <stdio.h>

#include "run/model.h"

/* Prints a line for each arm of a collective, with its bandwidths and how well its
 * ranks start together; and one for each result whose ranks share CPUs. */
void aisp_ranks_lines(const struct aisp_run *run, FILE *f);

#endif
