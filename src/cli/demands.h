/* SPDX-License-Identifier: MIT
 *
 * demands.h - demands of a `aisp bench run` command line on all its results, apart from
 * expectations: --min-speedup and --fail-on.
 */
#ifndef AISP_DEMANDS_H
#define AISP_DEMANDS_H

#include "base/err.h"
#include "run/model.h"

struct demands {
	double min_speedup; /* 0: none */
	unsigned fail_on;   /* a bit for each word of demands.c */
};

/* Parses "slower,skipped".  Returns 0, or -1 with *err filled. */
int demands_fail_on(struct demands *d, const char *words, struct aisp_err *err);

/*
 * The exit status of a run that would end with `status`: 1 if a demand fails and
 * nothing worse happened.  Names each result that is to blame on stderr.
 */
int demands_status(const struct demands *d, const struct aisp_run *run, int status);

#endif
