/* SPDX-License-Identifier: MIT
 *
 * condition.h - comparisons that a file states: constraints of a space, ONLY: lines.
 */
#ifndef AISP_KERNEL_CONDITION_H
#define AISP_KERNEL_CONDITION_H

#include <aisp/workload.h>

#include "expr.h"

/* Can be aisp_reader.find: finds a workload's parameter by its n characters. */
bool aisp_param_find(const struct aisp_workload *w, const int64_t *param,
		     const char *name, int n, struct aisp_value *v);

/*
 * Reads the whole text.  Returns 1 if it holds, 0 if not; -1 with *r->err filled if it
 * is no comparison of integers, or something follows it; `behind` says what may follow.
 */
int aisp_condition_read(struct aisp_reader *r, const char *behind);

#endif
