/* SPDX-License-Identifier: MIT
 *
 * time_budget.h - the time that a comparison may take, and has taken; and whether the
 * whole run is over.
 */
#ifndef AISP_TIME_BUDGET_H
#define AISP_TIME_BUDGET_H

#include <stdbool.h>
#include <stdint.h>

struct aisp_limits;

struct aisp_time_budget {
	double ns;
	int64_t start_ns;
	double waited_ns; /* time that the judge waited for a CPU so far; NaN unknown */
};

/* A budget that begins now. */
struct aisp_time_budget aisp_time_budget_new(double ns);

/*
 * How long this comparison has taken, without the time that the judge waited while
 * others had the CPUs; a part of that always counts, so that the comparison ends.
 */
double aisp_time_spent_ns(const struct aisp_time_budget *b);

/* Has Ctrl-C or the suite's deadline come? */
bool aisp_is_over(const struct aisp_limits *limits);

/* "--suite-timeout was over", or that the run was stopped. */
const char *aisp_why_over(const struct aisp_limits *limits);

#endif
