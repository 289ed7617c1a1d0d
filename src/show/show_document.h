/* SPDX-License-Identifier: MIT
 *
 * show_document.h - a pair as `aisp show` describes it, as JSON and as text.
 */
#ifndef AISP_SHOW_DOCUMENT_H
#define AISP_SHOW_DOCUMENT_H

#include <jansson.h>
#include <stdio.h>

#include "judge/suite.h"

/* May the variants of t and u be measured beside each other? */
bool show_is_one_pair(const struct aisp_target *t, const struct aisp_target *u);

/*
 * The pair of t with all its variants, at the contract's parameters.  A new
 * reference, or NULL with *err filled.
 */
json_t *show_document(const struct aisp_suite *s, const struct aisp_catalogue *all,
		      const struct aisp_target *t, const struct aisp_contract *c,
		      struct aisp_err *err);

/* Makes control characters in it plain.  0, or -1 if f cannot be written. */
int show_print(json_t *document, FILE *f);

#endif
