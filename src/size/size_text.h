/* SPDX-License-Identifier: MIT
 *
 * size_text.h - a plan with its arithmetic, line by line, and as JSON.
 */
#ifndef AISP_SIZE_TEXT_H
#define AISP_SIZE_TEXT_H

#include <jansson.h>
#include <stdio.h>

#include "size.h"

void aisp_size_print(const struct aisp_size_plan *p, const struct aisp_size_model *m,
		     const struct aisp_size_table *t, const struct aisp_size_demand *d,
		     FILE *f);

/* A new reference; NULL without memory. */
json_t *aisp_size_json(const struct aisp_size_plan *p, const struct aisp_size_model *m,
		       const struct aisp_size_table *t,
		       const struct aisp_size_demand *d);

#endif
