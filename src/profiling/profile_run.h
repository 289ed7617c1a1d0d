/* SPDX-License-Identifier: MIT
 *
 * profile_run.h - both variants of one target under all profilers.
 */
#ifndef AISP_PROFILE_RUN_H
#define AISP_PROFILE_RUN_H

#include <jansson.h>

#include "base/exit_status.h"
#include "judge/suite.h"
#include "profile/ncu.h"
#include "store/rundir.h"

struct profile_run {
	const struct aisp_suite *suite;
	const struct aisp_target *target;  /* built */
	enum aisp_metric_set set, ncu_set; /* ncu_set: what ncu counts */
	bool is_unconfined; /* GPU variants from anywhere may run without a sandbox */
	struct aisp_rundir *dir; /* begun: pictures and the tools' files go there */
};

/*
 * Makes *document, as profile_document.h describes it, and the exit status.  Returns 0;
 * 1 with *err filled if this machine lacks the device; -1 with *err filled if the
 * harness failed.
 */
int profile_run(const struct profile_run *r, json_t **document, enum aisp_exit *status,
		struct aisp_err *err);

/* Writes a file of the run folder by write(f, arg). */
int profile_put(struct aisp_rundir *dir, const char *name,
		int (*write)(FILE *, const void *), const void *arg,
		struct aisp_err *err);

#endif
