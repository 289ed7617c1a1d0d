/* SPDX-License-Identifier: MIT
 *
 * run_profiles.h - `bench run --profile`: run the measured targets again under the
 * profilers, into the run's folder.
 */
#ifndef AISP_RUN_PROFILES_H
#define AISP_RUN_PROFILES_H

#include "judge/suite.h"
#include "profile/ncu.h"
#include "store/rundir.h"

struct run_profiles {
	const struct aisp_suite *suite;
	bool is_wanted;
	enum aisp_metric_set set, ncu_set;
	bool has_ncu_set; /* otherwise ncu counts for `set` */
};

/* Parses --profile or --ncu-metric-set.  0, or -1 with *err filled, a usage error. */
int run_profiles_choose(struct run_profiles *p, bool is_ncu, const char *set,
			struct aisp_err *err);

/*
 * Writes profile_<target>.json and .txt of each selected target into a folder that is
 * begun.  A target that cannot be profiled costs only a message on standard error: the
 * timings are saved in any case.
 */
void run_profiles(const struct run_profiles *p, struct aisp_rundir *dir);

#endif
