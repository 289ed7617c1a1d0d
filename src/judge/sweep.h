/* SPDX-License-Identifier: MIT
 *
 * sweep.h - values of parameters, as the user writes them.
 */
#ifndef AISP_SWEEP_H
#define AISP_SWEEP_H

#include <stdint.h>

#include "base/err.h"

#define AISP_MAX_SWEEP 32

/* --param name=value[,value...]; several values make a sweep. */
struct aisp_sweep {
	char name[64];
	int n;
	int64_t values[AISP_MAX_SWEEP];
};

/* --target-extra-arg PATTERN=NAME=VALUE: a parameter of some targets only. */
struct aisp_extra {
	char pattern[128];
	char name[64];
	int64_t value;
};

/* Parse "rows=1024,2048".  Returns 0, or -1 with *err filled. */
int aisp_sweep_parse(struct aisp_sweep *s, const char *text, struct aisp_err *err);

/* Parse "ch07:transpose*=rows=512".  Returns 0, or -1 with *err filled. */
int aisp_extra_parse(struct aisp_extra *x, const char *text, struct aisp_err *err);

#endif
