/* SPDX-License-Identifier: MIT
 *
 * condition.h - comparisons that a file states: constraints of a space, ONLY: lines.
 */
#ifndef AISP_KERNEL_CONDITION_H
#define AISP_KERNEL_CONDITION_H

#include <aisp/workload.h>

#include "expr.h"

/* For aisp_reader.find: a workload's parameter of n characters, with its value. */
bool aisp_param_find(const struct aisp_workload *w, const int64_t *param,
		     const char *name, int n, struct aisp_value *v);

/*
 * All of the text.  1: it holds; 0; -1 with *r->err filled: it is no comparison of
 * integers, or something stands behind it, of which `behind` says what is wanted.
 */
int aisp_condition_read(struct aisp_reader *r, const char *behind);

#endif
