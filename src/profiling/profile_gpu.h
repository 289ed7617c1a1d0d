/* SPDX-License-Identifier: MIT
 *
 * profile_gpu.h - one GPU variant under CUPTI, ncu and nsys, each in a process of
 * its own that runs it bare (profile_bare.h).
 */
#ifndef AISP_PROFILE_GPU_H
#define AISP_PROFILE_GPU_H

#include <jansson.h>

#include "judge/suite.h"
#include "profile/ncu.h"
#include "profile/verdict.h"
#include "store/rundir.h"

struct profile_gpu {
	const struct aisp_suite *suite;
	const struct aisp_target *target;
	const struct aisp_contract *contract; /* at the parameters to use */
	enum aisp_metric_set set, ncu_set;    /* ncu_set: what ncu counts */
	const struct aisp_rundir *dir;        /* where the tools put their files */
};

/*
 * { "trace": profile_bare.h's, "ncu": { "launches", "report", "csv", "log" } or
 *   { "why" }, "nsys": { "report", "log" } or { "why" } }
 * and the clues in it.  stem begins the names of the files; role is baseline or
 * optimized.  NULL without memory.
 */
json_t *profile_gpu_run(const struct profile_gpu *g, const char *stem, const char *role,
			struct aisp_clues *c);

#endif
