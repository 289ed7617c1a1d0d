/* SPDX-License-Identifier: MIT
 *
 * profile_bare.h - run a variant in this process, without worker and sandbox, so that
 * tools that must be inside the process (ncu, nsys, CUPTI, debuggers) see it.  The
 * variant's code runs with the user's rights.
 */
#ifndef AISP_PROFILE_BARE_H
#define AISP_PROFILE_BARE_H

#include <stdio.h>

#include "judge/contract.h"
#include "judge/suite.h"

struct profile_bare {
	const struct aisp_suite *suite;
	const struct aisp_contract *contract;
	enum aisp_device device;
	const char *object;
	int n_calls;
	FILE *trace; /* of a GPU target: where its trace goes, as JSON; or NULL */
};

/*
 * setup(), a call to warm up, then n_calls between cudaProfilerStart() and
 * cudaProfilerStop(), on one set of inputs; outputs are not looked at.  The trace:
 * { "calls", "n_kernels", ..., "span_ns", "busy_ns", "kernels": the table of
 * gpu_trace.h, "n_left_out" } or { "why" }.  0, or -1 with *err filled.
 */
int profile_bare_run(const struct profile_bare *b, struct aisp_err *err);

#endif
