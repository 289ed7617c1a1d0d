/* SPDX-License-Identifier: MIT
 *
 * triage_page.h - index.html of a triage bundle: one file, with links only to the
 * files beside it.
 */
#ifndef AISP_TRIAGE_PAGE_H
#define AISP_TRIAGE_PAGE_H

#include <jansson.h>
#include <stdio.h>

#include "profile/timeline.h"

/* 0, or -1 if f cannot be written. */
int triage_page(const json_t *document, const struct aisp_timeline *t, FILE *f);

/* Draws the charts, as a part of a page. */
void triage_charts(const struct aisp_timeline *t, FILE *f);

#endif
