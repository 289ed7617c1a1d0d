/* SPDX-License-Identifier: MIT
 *
 * prove_find.h - the exploits of each check, by the names of their files:
 *
 *	tests/exploits/<category>/optimized_<workload>_<check>.c|.cu	a variant
 *	tests/exploits/<category>/<check>.sh, <check>_cuda.sh		a scenario
 *
 * The honest twin of a variant has the suffix _honest; a scenario plays both roles.
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

/* Does one of the globs match the check's id or category?  True without globs. */
bool prove_is_wanted(const struct aisp_check *c, char *const *globs, int n_globs);

/*
 * Find the exploits of the wanted checks below root.  Returns 0, even if there are
 * none; or -1 with *err filled.
 */
int prove_find(struct prove_list *l, const char *root, char *const *globs, int n_globs,
	       struct aisp_err *err);
void prove_list_release(struct prove_list *l);

#endif
