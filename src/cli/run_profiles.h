/* SPDX-License-Identifier: MIT
 *
 * run_profiles.h - `bench run --profile`: the measured targets once more, under the
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
	bool has_ncu_set; /* else ncu counts for set */
};

/* --profile, or else --ncu-metric-set.  0, or -1 with *err filled, a usage error. */
int run_profiles_choose(struct run_profiles *p, bool is_ncu, const char *set,
			struct aisp_err *err);

/*
 * profile_<target>.json and .txt of every selected target, in a folder that is
 * begun.  A target that cannot be profiled costs a word on standard error: the
 * timings are saved whatever comes.
 */
void run_profiles(const struct run_profiles *p, struct aisp_rundir *dir);

#endif
