/* SPDX-License-Identifier: MIT
 *
 * rivals_parts.h - shared by the texts of rankings and ladders.
 */
#ifndef AISP_RIVALS_PARTS_H
#define AISP_RIVALS_PARTS_H

#include <stdio.h>

#include "rivals.h"

#define MIN_RANKED 3 /* two are a comparison, which the table shows */

/* Prints a document's text, which may contain anything. */
void aisp_print_clean(FILE *f, const char *text);

/* Columns that the longest variant's name takes, 60 at most. */
int aisp_rivals_width(const struct aisp_rivals *g);

/* "1.25x [1.20, 1.30]", or "no pairs". */
void aisp_edge_text(char *buf, size_t size, const struct aisp_edge *e);

#endif
