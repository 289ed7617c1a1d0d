/* SPDX-License-Identifier: MIT
 *
 * prove_find.h - the exploits of the checks, from file names alone.
 *
 *	tests/exploits/<category>/optimized_<workload>_<check>.c|.cu	a variant
 *	tests/exploits/<category>/<check>.sh, <check>_cuda.sh		a scenario
 *
 * A variant's honest twin has _honest behind its name; a scenario plays both.
 */
#ifndef AISP_PROVE_FIND_H
#define AISP_PROVE_FIND_H

#include <aisp/check.h>
#include <aisp/variant.h>

#include "base/err.h"

struct prove_exploit {
	const struct aisp_check *check;
	enum aisp_device device;
	bool is_scenario;
	char dir[64];     /* "tests/exploits/output", below the root */
	char name[128];   /* "poly_stale_cache"; a scenario's file name */
	char source[224]; /* path below the root */
	char twin[240];   /* likewise; "" if there is none */
	char target[160]; /* "output:poly_stale_cache@cpu"; a scenario's path */
};

struct prove_list {
	struct prove_exploit *x; /* by check, then source */
	int n;
};

/* One of the globs matches the check's id or category; no glob matches all. */
bool prove_is_wanted(const struct aisp_check *c, char *const *globs, int n_globs);

/*
 * The exploits of the wanted checks below root.  0, also if there are none; or -1
 * with *err filled.
 */
int prove_find(struct prove_list *l, const char *root, char *const *globs, int n_globs,
	       struct aisp_err *err);
void prove_list_release(struct prove_list *l);

#endif
