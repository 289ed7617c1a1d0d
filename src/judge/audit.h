/* SPDX-License-Identifier: MIT
 *
 * audit.h - `aisp bench verify`: are the workloads fit to judge by, and do all
 * variants pass, under every distribution, or the one that the user chose?
 */
#ifndef AISP_AUDIT_H
#define AISP_AUDIT_H

#include "suite.h"
#include "workload_controls.h"

struct aisp_audit_row {
	const char *workload; /* "ch07:transpose" */
	const char *params;   /* "rows=3 cols=17" of a sweep, else "" */
	const char *distribution;
	const char *what; /* a control's name, or a variant's */
	enum aisp_control_result result;
	const char *why; /* what the verification found */
};

struct aisp_audit {
	void (*row)(void *arg, const struct aisp_audit_row *row);
	/* Optional: what is tried next, which may take a while. */
	void (*say)(void *arg, const char *text);
	/* Optional: the contract of that workload is likely at fault, and why. */
	void (*doubt)(void *arg, const char *workload, const char *params,
		      const char *why);
	void *arg;
	bool is_of_variants; /* only variants are tried, not the error model */
};

/*
 * For each selected workload at the suite's preset, each combination of its parameters
 * and each distribution: the controls of controls.h; the baseline compiled so that it
 * rounds differently (without FMA, with it, with sums in another order); and
 * every variant once, on the suite's given inputs if there are some.  A variant that
 * hangs is not tried again, and what does not compile is told once.  Returns 0, also if
 * it was stopped early; -1 with *err filled if the harness failed.
 */
int aisp_audit_run(const struct aisp_suite *s, const struct aisp_audit *audit,
		   struct aisp_err *err);

#endif
