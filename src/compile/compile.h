/* SPDX-License-Identifier: MIT
 *
 * compile.h - bring objects of pairs up to date.  An object whose stamp (stamp.h) does
 * not hold is compiled behind walls (walls.h), by words of an allow-list (allow.h),
 * beside others.  <object>.cmd gets its command line; if it cannot be made,
 * <object>.why gets the reason.
 */
#ifndef AISP_BUILD_H
#define AISP_BUILD_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "base/paths.h"

enum aisp_build_state {
	AISP_BUILD_FRESH, /* it was up to date */
	AISP_BUILD_BUILT,
	AISP_BUILD_SKIPPED, /* this machine lacks what it needs */
	AISP_BUILD_BROKEN,  /* it does not compile, or asks for what is not allowed */
};

struct aisp_build_item {
	const char *dir;    /* of the sources; absolute, without links */
	const char *out;    /* of the objects; absolute, created if missing */
	const char *object; /* "workload_x.so", "baseline_x.c.so", "....c.fma.so" */
	enum aisp_build_state state;
	char why[600]; /* it is skipped or broken; the same as in <object>.why */
};

struct aisp_builder {
	const struct aisp_paths *paths;
	bool is_all_archs; /* compile .cu files for all GPUs, not only for `gpu` */
	const char *gpu;   /* "sm_90"; NULL: the GPUs of this machine */
	bool is_strict;    /* an object with a warning is broken */
	int cpu_s;         /* limit of a compiler's CPU time; 0: the default */
	const volatile sig_atomic_t *is_stopped; /* may be NULL */
	/* On aisp_now_ns()'s clock; 0: none.  What is not compiled by then is skipped,
	 * and tried again the next time; but contracts are compiled, since without
	 * them no result can be listed. */
	int64_t deadline_ns;
	/* Called before each object that is compiled, finally with NULL; may be NULL.
	 */
	void (*progress)(void *arg, int k, int n, const char *object);
	void *arg;
};

/*
 * Builds the items, and waits for another process that builds in the same folders.
 * Returns 0 with a state in each item; or -1 with *err filled if the harness failed or
 * was stopped.
 */
int aisp_build(const struct aisp_builder *b, struct aisp_build_item *items, int n,
	       struct aisp_err *err);

/* Is this reason the source's own fault, not this machine's? */
bool aisp_build_is_broken(const char *why);

#endif
