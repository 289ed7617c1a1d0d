/* SPDX-License-Identifier: MIT
 *
 * demands.h - what a command line of `aisp bench run` demands of all its results,
 * whatever is expected of them: --min-speedup and --fail-on.
 */
#ifndef AISP_DEMANDS_H
#define AISP_DEMANDS_H

#include "base/err.h"
#include "run/model.h"

struct demands {
	double min_speedup; /* 0: none */
	unsigned fail_on;   /* a bit for each word of demands.c */
};

/* "slower,skipped".  0, or -1 with *err filled. */
int demands_fail_on(struct demands *d, const char *words, struct aisp_err *err);

/*
 * The exit status of a run that would have this one: 1 where a demand does not hold
 * and nothing worse happened.  Each result that is to blame is named on stderr.
 */
int demands_status(const struct demands *d, const struct aisp_run *run, int status);

#endif
